// How well shaped triangles are.
#pragma once
#include <pleat/core/real.hpp>

namespace pleat {

/// [rad] The smallest of the three angles; 0 if two corners are at the same place.
Real smallest_angle(const Vec3& a, const Vec3& b, const Vec3& c);

/// The same in the plane.
Real smallest_angle(const Vec2& a, const Vec2& b, const Vec2& c);

}  // namespace pleat
