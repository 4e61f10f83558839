// Finds what a ray meets. The only file that knows Embree is ray_scene.cpp.
#pragma once
#include <memory>
#include <optional>
#include <span>

#include <pleat/render/drawn_surface.hpp>

namespace pleat {

/// From `origin` along `direction`, of length 1.
struct Ray {
    Eigen::Vector3f origin;
    Eigen::Vector3f direction;
};

/// Where a ray meets a surface.
struct Hit {
    int surface;
    int triangle;
    float distance;           ///< [m]
    Eigen::Vector3f corners;  ///< weights of the triangle's corners; they sum to 1
};

/// Surfaces ready for rays. The same rays meet the same things in every run and on any number of threads.
class RayScene {
public:
    /// Copies what it needs.
    explicit RayScene(std::span<const DrawnSurface> surfaces);
    ~RayScene();
    RayScene(RayScene&&) noexcept;
    RayScene& operator=(RayScene&&) noexcept;

    /// The nearest.
    std::optional<Hit> intersect(const Ray& ray) const;
    /// Whether there is any.
    bool is_blocked(const Ray& ray) const;

private:
    struct Embree;
    std::unique_ptr<Embree> embree_;
};

}  // namespace pleat
