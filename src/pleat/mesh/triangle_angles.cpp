#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include <pleat/mesh/triangle_angles.hpp>

namespace pleat {
namespace {

// At corner a. The arc tangent keeps its precision for angles near 0, and is 0 where a side has no length.
Real angle_at(const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 to_b = b - a;
    const Vec3 to_c = c - a;
    return std::atan2(to_b.cross(to_c).norm(), to_b.dot(to_c));
}

}  // namespace

Real smallest_angle(const Vec3& a, const Vec3& b, const Vec3& c) {
    return std::min({angle_at(a, b, c), angle_at(b, c, a), angle_at(c, a, b)});
}

Real smallest_angle(const Vec2& a, const Vec2& b, const Vec2& c) {
    const auto in_space = [](const Vec2& x) { return Vec3(x.x(), x.y(), 0); };
    return smallest_angle(in_space(a), in_space(b), in_space(c));
}

}  // namespace pleat
