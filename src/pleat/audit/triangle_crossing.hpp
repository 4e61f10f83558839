// Whether two triangles cross, exactly, by the signs of volumes alone.
//
// They cross if their insides, without the sides, have a point in common. A touch is no crossing: a corner or a side
// that lies on the other. So triangles that share corners need no rule of their own.
#pragma once
#include <array>
#include <cstddef>

#include <pleat/core/real.hpp>

namespace pleat {

/// A triangle, and on which sides of another one's plane its corners are: 1, -1, or 0 in the plane.
struct SidedTriangle {
    std::array<Vec3, 3> corners;
    std::array<int, 3> sides;

    /// Strictly, all three.
    bool is_on_one_side() const { return sides[0] != 0 && sides[0] == sides[1] && sides[1] == sides[2]; }
};

SidedTriangle sided(const std::array<Vec3, 3>& triangle, const std::array<Vec3, 3>& other);

/// The same for any order of the triangles and of their corners. A triangle without area has no inside.
bool triangles_cross(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b);
/// The same of triangles whose sides are known.
bool triangles_cross(const SidedTriangle& a, const SidedTriangle& b);

/// Where on a triangle something is.
struct PlaceOnTriangle {
    enum class Kind {
        none,    ///< not on it
        inside,  ///< not on a side
        side,    ///< on the side from corner `index` to the next
        corner   ///< at corner `index`
    };

    Kind kind = Kind::none;
    std::size_t index = 0;
};

/// Where a point in the triangle's plane is. On a triangle without area there is nothing.
PlaceOnTriangle place_of(const Vec3& point, const std::array<Vec3, 3>& triangle);

/// Where an edge, whose ends are strictly on both sides of the triangle's plane, goes through.
PlaceOnTriangle place_of(const std::array<Vec3, 2>& edge, const std::array<Vec3, 3>& triangle);

}  // namespace pleat
