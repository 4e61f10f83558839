// Whether a point is inside a closed surface, by another route than rays: the solid angle under which it sees it.
#pragma once
#include <cmath>

#include <Eigen/Geometry>

#include <pleat/shapes/solid.hpp>

namespace pleat::test {

/// How often the surface goes around a point (van Oosterom & Strackee 1983): 1 inside, 0 outside.
inline Real winding_number(const Surface& surface, const Vec3& point) {
    Real angle = 0;
    for (const auto& t : surface.triangles) {
        const auto corner = [&](std::size_t c) {
            return Vec3(surface.positions[static_cast<std::size_t>(t[c])] - point);
        };
        const Vec3 a = corner(0), b = corner(1), c = corner(2);
        const Real la = a.norm(), lb = b.norm(), lc = c.norm();
        angle += 2 * std::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
    }
    return angle / (4 * kPi);
}

}  // namespace pleat::test
