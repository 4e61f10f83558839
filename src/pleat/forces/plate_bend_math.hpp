// The curvature of a triangle from the angles at its three sides, and the bending energy of an orthotropic plate in
// terms of those angles.
//
// Let w be the height of the surface over the plane of the triangle: quadratic, zero at the corners, with second
// derivatives k = (k_uu, k_vv, 2 k_uv). Each side gives one linear equation for k:
//   flap      the neighbour's third particle, at a distance d from the side, has the height w = d angle;
//   free      there is no moment about the side: n . M(k) n = 0, with M the plate's moments and n across the side;
//   clamped   the neighbour is held: halfway along the side, the slope of w across it is the angle.
// With six particles on a conic, or four in a row along a free side, the flaps do not determine k, and near that they
// would read noise as curvature. What is missing is taken from the slope halfway along a side, with that share of the
// angle which belongs to the triangle: equations that can be solved for any triangle.
// (Heights d angle rather than d sin(angle): a fold resists all the way to its closing.)
#pragma once
#include <array>
#include <cmath>

#include <Eigen/LU>
#include <Eigen/SVD>

#include <pleat/core/real.hpp>

namespace pleat {

/// Coefficients of (k_uu, k_vv, 2 k_uv).
using Row3 = Eigen::Matrix<Real, 1, 3>;

/// What is on the other side of a triangle's side.
enum class PlateSide {
    flap,     ///< a triangle that bends with this one
    free,     ///< nothing
    clamped,  ///< a triangle that is held and cannot bend
};

/// A triangle at rest, with its neighbours unfolded into its plane. Side i lies across from corner i.
struct PlateTriangle {
    std::array<Vec2, 3> corners;  ///< [m] material coordinates
    std::array<Vec2, 3> flaps;    ///< [m] third corners of the neighbours; unused at free sides
    std::array<PlateSide, 3> sides;
};

/// Moments (M_uu, M_vv, M_uv) = stiffness (k_uu, k_vv, 2 k_uv) of an orthotropic plate with the stiffnesses warp and
/// weft [N m], after Huber: coupling ratio sqrt(warp weft), twist (1 - ratio) / 2 sqrt(warp weft). For warp == weft it
/// is the isotropic plate, whatever the directions.
inline Mat3 plate_stiffness(Real warp, Real weft, Real ratio) {
    const Real mean = std::sqrt(warp * weft);
    Mat3 stiffness;
    stiffness << warp, ratio * mean, 0, ratio * mean, weft, 0, 0, 0, (1 - ratio) / 2 * mean;
    return stiffness;
}

/// One side of a triangle: its ends a and b, and the corner c across from it.
struct PlateSideFrame {
    PlateSideFrame(const PlateTriangle& t, std::size_t side)
        : a(t.corners[(side + 1) % 3]), b(t.corners[(side + 2) % 3]), c(t.corners[side]) {
        const Vec2 edge = b - a;
        length = edge.norm();
        outward = Vec2(edge.y(), -edge.x()) / length;
        if (outward.dot(c - a) > 0) outward = -outward;
        height = -outward.dot(c - a);
    }

    Vec2 a, b, c;
    Vec2 outward;  ///< unit, in the plane, across the side
    Real length;   ///< [m]
    Real height;   ///< [m] of the corner over the side
};

/// (x_u y_u, x_v y_v, (x_u y_v + x_v y_u) / 2): its product with k is the quadratic form x . k y.
inline Row3 quadratic_form(const Vec2& x, const Vec2& y) {
    return {x.x() * y.x(), x.y() * y.y(), (x.x() * y.y() + x.y() * y.x()) / 2};
}

/// The slope of w across the side, halfway along it, is this times k.
inline Row3 slope_at_side(const PlateSideFrame& side) {
    return quadratic_form(side.a - side.c, side.b - side.c) / (2 * side.height);
}

/// The height of w at a point p, as seen from the side, is this times k: with barycentric coordinates l of p, the
/// height is -1/2 sum over pairs of corners of l_i l_j (p_i - p_j) . k (p_i - p_j).
inline Row3 height_at(const PlateSideFrame& side, const Vec2& p) {
    const Vec2 along = (side.b - side.a) / side.length;
    const Real beyond = -side.outward.dot(p - side.a) / side.height;
    const Vec2 in_side = p - side.a - beyond * (side.c - side.a);
    const Real at_b = along.dot(in_side) / side.length;
    const Real at_a = 1 - beyond - at_b;
    const auto form = [](const Vec2& x) { return quadratic_form(x, x); };
    return -(at_a * at_b * form(side.b - side.a) + at_a * beyond * form(side.c - side.a) +
             at_b * beyond * form(side.c - side.b)) /
           2;
}

/// Three equations for k, one a side: left k = right angles.
struct PlateEquations {
    Mat3 left;
    Vec3 right;  ///< one factor a side; 0 at free sides
};

/// How flaps enter the equations.
enum class PlateFlaps {
    by_height,  ///< exact for quadratic surfaces
    by_slope,   ///< solvable for any triangle
};

inline PlateEquations plate_equations(const PlateTriangle& triangle, const Mat3& stiffness, PlateFlaps flaps) {
    PlateEquations equations;
    for (std::size_t i = 0; i < 3; ++i) {
        const auto row = static_cast<Eigen::Index>(i);
        const PlateSideFrame side(triangle, i);
        const Vec2& n = side.outward;
        const Real distance = n.dot(triangle.flaps[i] - side.a);
        if (triangle.sides[i] == PlateSide::free) {
            equations.left.row(row) = Row3(n.x() * n.x(), n.y() * n.y(), 2 * n.x() * n.y()) * stiffness;
            equations.right[row] = 0;
        } else if (triangle.sides[i] == PlateSide::clamped) {
            equations.left.row(row) = slope_at_side(side);
            equations.right[row] = 1;
        } else if (flaps == PlateFlaps::by_slope) {
            equations.left.row(row) = slope_at_side(side);
            equations.right[row] = side.height / (side.height + distance);
        } else {
            // Scaled so that both kinds are equal where the flap is the corner mirrored at the middle of the side.
            const Real half = 0.5 / distance;
            equations.left.row(row) = half * height_at(side, triangle.flaps[i]);
            equations.right[row] = half * distance;
        }
    }
    return equations;
}

/// k = result * angles, where angles at free sides count nothing. The heights of flaps decide wherever they can.
inline Mat3 fit_curvature(const PlateTriangle& triangle, const Mat3& stiffness) {
    // Singular values of regular meshes, and where those were cut, are above 0.3; exactly 1 for one diagonal.
    constexpr Real kSmallest = 0.2;
    const PlateEquations slopes = plate_equations(triangle, stiffness, PlateFlaps::by_slope);
    const PlateEquations heights = plate_equations(triangle, stiffness, PlateFlaps::by_height);
    // In terms of s = slopes.left k, which has no dimension, the equations of the heights are about the identity.
    const Mat3 curvature = slopes.left.inverse();
    const Mat3 left = heights.left * curvature;
    const Eigen::JacobiSVD<Mat3> svd(left, Eigen::ComputeFullU | Eigen::ComputeFullV);
    const Mat3 s = slopes.right.asDiagonal();
    Mat3 error = svd.matrixU().transpose() * (Mat3(heights.right.asDiagonal()) - left * s);
    for (Eigen::Index i = 0; i < 3; ++i) {
        const Real value = svd.singularValues()[i];
        error.row(i) *= value > kSmallest ? 1 / value : 0;
    }
    return curvature * (s + svd.matrixV() * error);
}

}  // namespace pleat
