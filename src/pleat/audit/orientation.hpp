// On which side a point is, exactly: never wrong by rounding, for any finite numbers.
#pragma once
#include <pleat/core/real.hpp>

namespace pleat {

/// Sign of the volume of a, b, c, d: 1 if d is on the side of the plane a b c from which they run clockwise, -1 on the
/// other, 0 in the plane.
int orientation(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// Sign of the area of a, b, c: 1 if they run counterclockwise, 0 on a line.
int orientation(const Vec2& a, const Vec2& b, const Vec2& c);

}  // namespace pleat
