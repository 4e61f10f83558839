#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include <pleat/audit/orientation.hpp>
#include <pleat/audit/triangle_crossing.hpp>

namespace pleat {
namespace {

using Corners = std::array<Vec3, 3>;
using Flat = std::array<Vec2, 3>;

Vec2 without(const Vec3& x, int axis) { return {x[(axis + 1) % 3], x[(axis + 2) % 3]}; }

// Seen along an axis.
Flat without(const Corners& x, int axis) { return {without(x[0], axis), without(x[1], axis), without(x[2], axis)}; }

int winding(const Flat& t) { return orientation(t[0], t[1], t[2]); }

// An axis along which the triangle is seen with an area; -1 if it has none.
int axis_with_area(const Corners& triangle) {
    for (int axis = 0; axis < 3; ++axis) {
        if (winding(without(triangle, axis)) != 0) return axis;
    }
    return -1;
}

// Whether a side of `a` has all of `b` beyond it or on it.
bool is_parted_by_a_side(const Flat& a, const Flat& b) {
    const int inside = winding(a);
    for (std::size_t i = 0; i < 3; ++i) {
        const auto is_beyond = [&](const Vec2& p) { return orientation(a[i], a[(i + 1) % 3], p) * inside <= 0; };
        if (std::all_of(b.begin(), b.end(), is_beyond)) return true;
    }
    return false;
}

bool overlap_in_their_plane(const Corners& a, const Corners& b) {
    const int axis = axis_with_area(a);
    if (axis < 0) return false;
    const Flat flat_a = without(a, axis), flat_b = without(b, axis);
    if (winding(flat_b) == 0) return false;
    return !is_parted_by_a_side(flat_a, flat_b) && !is_parted_by_a_side(flat_b, flat_a);
}

// From the signs of a point's places beside the three sides: on the inner side of all of them, or on some.
PlaceOnTriangle place_from(const std::array<int, 3>& beside) {
    using Kind = PlaceOnTriangle::Kind;
    const auto [lowest, highest] = std::minmax({beside[0], beside[1], beside[2]});
    if (lowest < 0 && highest > 0) return {};
    for (std::size_t i = 0; i < 3; ++i) {
        if (beside[i] == 0 && beside[(i + 1) % 3] == 0) return {Kind::corner, (i + 1) % 3};
    }
    for (std::size_t i = 0; i < 3; ++i) {
        if (beside[i] == 0) return {Kind::side, i};
    }
    return {Kind::inside};
}

// A triangle turned so that its first corner is alone on its side of the other's plane.
struct Turned {
    Corners corners;
    int side;  // of the first corner
};

std::optional<Turned> turned(const SidedTriangle& triangle) {
    const auto& [t, side] = triangle;
    for (std::size_t i = 0; i < 3; ++i) {
        const int one = side[i], two = side[(i + 1) % 3], three = side[(i + 2) % 3];
        if (one != 0 && two != one && three != one && (two == -one || three == -one))
            return Turned{{t[i], t[(i + 1) % 3], t[(i + 2) % 3]}, one};
    }
    return std::nullopt;
}

}  // namespace

// After Guigue & Devillers 2003, "Fast and robust triangle-triangle overlap test using orientation predicates": both
// triangles cut the line in which their planes meet, and the signs of two volumes tell in which order.
bool triangles_cross(const SidedTriangle& a, const SidedTriangle& b) {
    if (a.is_on_one_side() || b.is_on_one_side()) return false;
    const std::array<int, 3> flat = {0, 0, 0};
    if (a.sides == flat && b.sides == flat) return overlap_in_their_plane(a.corners, b.corners);
    std::optional<Turned> first = turned(a), second = turned(b);
    if (!first || !second) return false;
    if (first->side < 0) std::swap(second->corners[1], second->corners[2]);
    if (second->side < 0) std::swap(first->corners[1], first->corners[2]);
    const Corners &p = first->corners, &q = second->corners;
    return orientation(p[0], p[1], q[0], q[1]) < 0 && orientation(p[0], p[2], q[2], q[0]) < 0;
}

SidedTriangle sided(const Corners& triangle, const Corners& other) {
    const auto side = [&](const Vec3& x) { return orientation(other[0], other[1], other[2], x); };
    return {triangle, {side(triangle[0]), side(triangle[1]), side(triangle[2])}};
}

bool triangles_cross(const Corners& a, const Corners& b) {
    const SidedTriangle first = sided(a, b);
    return !first.is_on_one_side() && triangles_cross(first, sided(b, a));
}

PlaceOnTriangle place_of(const Vec3& point, const Corners& triangle) {
    const int axis = axis_with_area(triangle);
    if (axis < 0) return {};
    const Flat flat = without(triangle, axis);
    const Vec2 p = without(point, axis);
    return place_from(
        {orientation(flat[0], flat[1], p), orientation(flat[1], flat[2], p), orientation(flat[2], flat[0], p)});
}

PlaceOnTriangle place_of(const std::array<Vec3, 2>& edge, const Corners& triangle) {
    const auto beside = [&](std::size_t i) {
        return orientation(edge[0], edge[1], triangle[i], triangle[(i + 1) % 3]);
    };
    return place_from({beside(0), beside(1), beside(2)});
}

}  // namespace pleat
