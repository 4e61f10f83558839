// Where a picture is taken from.
#pragma once
#include <optional>
#include <span>
#include <string>

#include <pleat/core/real.hpp>
#include <pleat/render/image.hpp>

namespace pleat {

/// A pinhole camera.
struct Camera {
    Vec3 eye = {0, 0, 3};                 ///< [m]
    Vec3 target = {0, 0, 0};              ///< [m] in the middle of the picture; y is up
    Real field_of_view = 30 * kPi / 180;  ///< [rad] from the lower to the upper border

    bool operator==(const Camera&) const = default;
};

/// What a user may say about the camera; the rest is found.
struct CameraWish {
    std::optional<Real> azimuth;    ///< [rad] of the eye seen from the cloth: 0 is +z, a quarter turn is +x
    std::optional<Real> elevation;  ///< [rad] above the horizon
    Real zoom = 1;                  ///< 2: twice as near as what shows everything
    std::optional<Camera> exact;    ///< instead of all that
};

/// Understands "azimuth,elevation" or "azimuth,elevation,zoom" in degrees, or "x,y,z:x,y,z" (eye and target). Throws
/// ErrorKind::bad_input.
CameraWish parse_camera(const std::string& text);

/// A camera that shows all points, those of every frame of an animation, filling the picture: looking at their broad
/// side, a little from the left and from above.
Camera find_camera(std::span<const Vec3> points, ImageSize size, const CameraWish& wish = {});

/// Directions of view of a camera.
class CameraRays {
public:
    CameraRays(const Camera& camera, ImageSize size);

    /// The direction, of length 1, through a place in the picture: (0, 0) is its upper left corner.
    Eigen::Vector3f direction(float x, float y) const;
    Eigen::Vector3f eye() const { return eye_; }
    /// Width of a pixel at distance 1.
    float pixel_width() const { return down_.norm(); }

private:
    Eigen::Vector3f eye_;
    Eigen::Vector3f corner_;  // from the eye to the upper left corner, at distance 1
    Eigen::Vector3f right_;   // from pixel to pixel
    Eigen::Vector3f down_;
};

}  // namespace pleat
