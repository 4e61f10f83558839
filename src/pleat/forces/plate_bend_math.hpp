// The curvature of a triangle from the angles at its sides and at those of its neighbours.
//
// Let w be the height of a surface over the plane of the triangle: quadratic, zero at the corners, with second
// derivatives k = (k_uu, k_vv, 2 k_uv). The slopes of w across the three sides, halfway along each, determine k, and
// each side gives one linear equation:
//   flap     the slope is what the surface has there, as seen from both triangles;
//   free     there is no moment about the side: n . M(k) n = 0, with M the plate's moments and n across the side;
//   clamped  the neighbour is held: the slope is the whole angle.
//
// At a flap, the slope divides the angle between both triangles by their heights, with a correction if the flap is not
// the corner mirrored at the middle of the side. It is linear in the second derivatives of a quadratic through the
// triangle and its three flaps; we take the mean of those of both triangles.
//
// So the curvature of a quadratic surface is exact, and both triangles see the same slope, so that the moments of
// constant curvature are in balance at every particle. It takes both to make the stiffness right. The quadratic through
// six particles alone, taken as the curvature, has the exact energy, but cloth finds ripples in which it bends up to
// 40 % too easily; the slopes without correction are up to 25 % too stiff.
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
    flap,  ///< a triangle
    free,  ///< nothing
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

/// The slope across a side that has a flap is share * angle + correction k, for a quadratic surface.
struct PlateSlope {
    /// `across` and `along` the side: unit vectors in the plane in which k is wanted, `across` pointing out of the
    /// triangle.
    PlateSlope(const PlateSideFrame& side, const Vec2& flap, const Vec2& across, const Vec2& along) {
        const Vec2 direction = (side.b - side.a) / side.length;
        const Vec2 middle = 0.5 * (side.a + side.b);
        const Real near = side.height, far = side.outward.dot(flap - middle);
        const Real at_near = direction.dot(side.c - middle), at_far = direction.dot(flap - middle);
        const auto beyond_ends = [&](Real t) { return t * t - 0.25 * side.length * side.length; };
        share = near / (near + far);
        correction = -((near * at_far + far * at_near) * quadratic_form(across, along) +
                       0.5 * (near / far * beyond_ends(at_far) - far / near * beyond_ends(at_near)) *
                           quadratic_form(along, along)) /
                     (near + far);
        if (correction.norm() < 1e-6 * near) correction.setZero();
    }

    Real share;
    Row3 correction;  ///< [m]
};

/// left s = k, for the slopes s across the sides; at a free side s is 0, the moment.
inline Mat3 curvature_by_slopes(const PlateTriangle& triangle, const Mat3& stiffness) {
    Mat3 equations;
    for (std::size_t i = 0; i < 3; ++i) {
        const auto row = static_cast<Eigen::Index>(i);
        const PlateSideFrame side(triangle, i);
        const Vec2& n = side.outward;
        equations.row(row) = slope_at_side(side);
        if (triangle.sides[i] == PlateSide::free)
            equations.row(row) = Row3(n.x() * n.x(), n.y() * n.y(), 2 * n.x() * n.y()) * stiffness;
    }
    return equations.inverse();
}

/// Second derivatives of the quadratic through a triangle and its flaps: k = result * angles. With six particles on a
/// conic, or four in a row along a free side, it is not determined, and near that it would read noise as curvature;
/// what is missing is taken from the slopes without correction.
inline Mat3 fit_quadratic(const PlateTriangle& triangle, const Mat3& stiffness) {
    // Singular values are above 0.3 in regular meshes and where those were cut; exactly 1 for one diagonal.
    constexpr Real kSmallest = 0.2;
    const Mat3 by_slopes = curvature_by_slopes(triangle, stiffness);
    Mat3 left = by_slopes.inverse();
    Mat3 slopes = Mat3::Zero(), right = Mat3::Zero();
    for (std::size_t i = 0; i < 3; ++i) {
        const auto row = static_cast<Eigen::Index>(i);
        if (triangle.sides[i] == PlateSide::free) continue;
        const PlateSideFrame side(triangle, i);
        const Real far = side.outward.dot(triangle.flaps[i] - side.a);
        slopes(row, row) = side.height / (side.height + far);
        // The flap's height over its distance is the angle; half of that is a slope.
        left.row(row) = 0.5 / far * height_at(side, triangle.flaps[i]);
        right(row, row) = 0.5;
    }
    // In terms of slopes, which have no dimension, the equations are about the identity.
    left = left * by_slopes;
    const Eigen::JacobiSVD<Mat3> svd(left, Eigen::ComputeFullU | Eigen::ComputeFullV);
    Mat3 error = svd.matrixU().transpose() * (right - left * slopes);
    for (Eigen::Index i = 0; i < 3; ++i) {
        const Real value = svd.singularValues()[i];
        error.row(i) *= value > kSmallest ? 1 / value : 0;
    }
    return by_slopes * (slopes + svd.matrixV() * error);
}

}  // namespace pleat
