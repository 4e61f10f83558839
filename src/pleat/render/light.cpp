#include <algorithm>
#include <cmath>
#include <numbers>

#include <Eigen/Geometry>

#include <pleat/render/light.hpp>

namespace pleat {
namespace {

struct Frame {
    Eigen::Vector3f first, second;  // with the normal, at right angles and of length 1
};

// Duff et al. 2017, Building an Orthonormal Basis, Revisited.
Frame frame_around(const Eigen::Vector3f& n) {
    const float sign = std::copysign(1.0f, n.z());
    const float a = -1 / (sign + n.z());
    const float b = n.x() * n.y() * a;
    return {{1 + sign * n.x() * n.x() * a, sign * b, -sign * n.x()}, {b, sign + n.y() * n.y() * a, -n.y()}};
}

// Uniform on the unit disc, keeping squares together (Shirley & Chiu 1997).
Eigen::Vector2f on_disc(const Eigen::Vector2f& random) {
    Eigen::Vector2f p = 2 * random - Eigen::Vector2f::Ones();
    if (p.isZero()) return p;
    constexpr float kQuarter = std::numbers::pi_v<float> / 4;
    const bool is_wide = std::abs(p.x()) > std::abs(p.y());
    const float radius = is_wide ? p.x() : p.y();
    const float angle = is_wide ? kQuarter * p.y() / p.x() : 2 * kQuarter - kQuarter * p.x() / p.y();
    return {radius * std::cos(angle), radius * std::sin(angle)};
}

}  // namespace

Color Light::sky(const Eigen::Vector3f& direction) const {
    const float up = direction.y();
    if (up < 0) return below;
    const float share = std::sqrt(up);
    return (1 - share) * horizon + share * zenith;
}

Eigen::Vector3f Light::towards_sun(const Eigen::Vector2f& random) const {
    const Frame frame = frame_around(sun_direction);
    const Eigen::Vector2f disc = std::tan(sun_radius) * on_disc(random);
    return (sun_direction + disc.x() * frame.first + disc.y() * frame.second).normalized();
}

Eigen::Vector3f cosine_direction(const Eigen::Vector3f& normal, const Eigen::Vector2f& random) {
    const Frame frame = frame_around(normal);
    const Eigen::Vector2f disc = on_disc(random);
    const float up = std::sqrt(std::max(0.0f, 1 - disc.squaredNorm()));
    return disc.x() * frame.first + disc.y() * frame.second + up * normal;
}

}  // namespace pleat
