// Closest points of a particle and a triangle, and of two edges. Both are minima of a convex quadratic function over a
// polygon: the one inside if there is one, else the best on a side. Nothing divides by an area or a length that is
// zero.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace pleat {

/// Where on the edge from a to b the point nearest to p is: 0 at a, 1 at b; 0 if the edge has no length.
template <class Scalar>
Scalar closest_on_edge(const Eigen::Matrix<Scalar, 3, 1>& p, const Eigen::Matrix<Scalar, 3, 1>& a,
                       const Eigen::Matrix<Scalar, 3, 1>& b) {
    const Eigen::Matrix<Scalar, 3, 1> edge = b - a;
    const Scalar along = (p - a).dot(edge);
    const Scalar length2 = edge.squaredNorm();
    if (!(along > 0)) return Scalar(0);
    return along < length2 ? along / length2 : Scalar(1);
}

/// Weights of a, b and c, none negative and with the sum 1, of the point of the triangle that is nearest to p.
template <class Scalar>
std::array<Scalar, 3> closest_on_triangle(const Eigen::Matrix<Scalar, 3, 1>& p,
                                          const std::array<Eigen::Matrix<Scalar, 3, 1>, 3>& triangle) {
    using Vector = Eigen::Matrix<Scalar, 3, 1>;
    const std::array<Vector, 3> to = {triangle[0] - p, triangle[1] - p, triangle[2] - p};
    const Vector normal = (to[1] - to[0]).cross(to[2] - to[0]);
    const std::array<Scalar, 3> part = {to[1].cross(to[2]).dot(normal), to[2].cross(to[0]).dot(normal),
                                        to[0].cross(to[1]).dot(normal)};
    const Scalar whole = part[0] + part[1] + part[2];
    if (whole > 0 && part[0] >= 0 && part[1] >= 0 && part[2] >= 0)
        return {part[0] / whole, part[1] / whole, part[2] / whole};
    std::array<Scalar, 3> best{};
    Scalar nearest(-1);
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3;
        const Scalar s = closest_on_edge<Scalar>(Vector::Zero(), to[i], to[j]);
        const Scalar distance2 = (to[i] + s * (to[j] - to[i])).squaredNorm();
        if (nearest >= 0 && !(distance2 < nearest)) continue;
        nearest = distance2;
        best = {};
        best[i] = 1 - s;
        best[j] = s;
    }
    return best;
}

/// Where on two edges the points nearest to each other are: 0 at an edge's first end, 1 at its second. If there are
/// many, as for parallel edges, some of them.
template <class Scalar>
std::array<Scalar, 2> closest_on_edges(const std::array<Eigen::Matrix<Scalar, 3, 1>, 2>& a,
                                       const std::array<Eigen::Matrix<Scalar, 3, 1>, 2>& b) {
    using Vector = Eigen::Matrix<Scalar, 3, 1>;
    const Vector edge_a = a[1] - a[0];
    const Vector edge_b = b[1] - b[0];
    const Vector gap = b[0] - a[0];
    const Vector normal = edge_a.cross(edge_b);
    const Scalar whole = normal.squaredNorm();
    const Scalar on_a = gap.cross(edge_b).dot(normal);
    const Scalar on_b = gap.cross(edge_a).dot(normal);
    if (whole > 0 && on_a >= 0 && on_a <= whole && on_b >= 0 && on_b <= whole) return {on_a / whole, on_b / whole};
    std::array<Scalar, 2> best{};
    Scalar nearest(-1);
    const auto offer = [&](Scalar s, Scalar r) {
        const Scalar distance2 = (gap + r * edge_b - s * edge_a).squaredNorm();
        if (nearest >= 0 && !(distance2 < nearest)) return;
        nearest = distance2;
        best = {s, r};
    };
    for (std::size_t end = 0; end < 2; ++end) {
        offer(Scalar(end), closest_on_edge(a[end], b[0], b[1]));
        offer(closest_on_edge(b[end], a[0], a[1]), Scalar(end));
    }
    return best;
}

}  // namespace pleat
