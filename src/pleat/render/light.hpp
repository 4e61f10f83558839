// Light from a hazy sky, a sun that is not a point, and what lies below the horizon.
#pragma once
#include <pleat/render/image.hpp>

namespace pleat {

/// Radiance by direction. Where light is blocked, a little still comes from what blocks it.
struct Light {
    Color zenith = {0.46f, 0.52f, 0.62f};
    Color horizon = {0.62f, 0.62f, 0.62f};
    Color below = {0.30f, 0.29f, 0.28f};     ///< thrown back by the ground
    Color backdrop = {0.86f, 0.87f, 0.88f};  ///< seen where there is nothing, and where the ground ends; lights nothing
    Eigen::Vector3f sun_direction = {-0.45f, 0.75f, 0.49f};  ///< towards the sun, of length 1
    float sun_radius = 0.045f;                               ///< [rad] half the angle it fills; soft shadows
    Color sun_irradiance = {2.75f, 2.62f, 2.42f};  ///< on a surface that faces it; pi lights white like a sky of 1
    float bounce = 0.25f;                          ///< share of the light that comes back from what blocks it

    /// From a direction of length 1, without the sun.
    Color sky(const Eigen::Vector3f& direction) const;
    /// A direction towards the sun's disc, by two numbers in [0, 1).
    Eigen::Vector3f towards_sun(const Eigen::Vector2f& random) const;
};

/// A direction within a quarter turn of `normal`, more often near it: with the cosine of the angle.
Eigen::Vector3f cosine_direction(const Eigen::Vector3f& normal, const Eigen::Vector2f& random);

}  // namespace pleat
