// The angle of a hinge and its derivatives. The gradient is exact (the paper treats normals as constant, which costs
// the same and converges worse); it is a sum over the two triangles, each of which pulls along its own normal.
#pragma once
#include <array>
#include <cmath>

#include <Eigen/Core>
#include <Eigen/Geometry>

#include <pleat/core/real.hpp>
#include <pleat/mesh/hinge_angle.hpp>

namespace pleat {

/// One triangle's share of the derivative of the hinge angle: at the edge x0 x1 with e = x1 - x0 and third corner
/// x0 + a, normal n = sign e x a (the second triangle of a hinge has sign -1, so that both normals agree when flat),
/// u = n / |n|^2 and s = a . e / |e|:   d/dx2 = -|e| u,   d/dx1 = s u,   d/dx0 = (|e| - s) u.
template <class Scalar>
struct HingeSide {
    using Vector = Eigen::Matrix<Scalar, 3, 1>;
    using Matrix = Eigen::Matrix<Scalar, 3, 3>;

    HingeSide(const Vector& edge, const Vector& arm, Scalar winding)
        : e(edge), a(arm), sign(winding), length(edge.norm()) {
        n = sign * e.cross(a);
        const Scalar n2 = n.squaredNorm();
        // A triangle without area has no normal: it takes no part.
        u = n2 > 0 && length > 0 ? Vector(n / n2) : Vector::Zero();
        s = length > 0 ? a.dot(e) / length : Scalar(0);
    }

    Vector on_x0() const { return (length - s) * u; }
    Vector on_x1() const { return s * u; }
    Vector on_arm() const { return -length * u; }

    Vector e, a, n, u;
    Scalar sign, length, s;
};

/// The angle of hinge_angle, from both sides: (n1 x n2) . e / |e| = -|e| a1 . n2.
template <class Scalar>
Scalar hinge_angle(const HingeSide<Scalar>& first, const HingeSide<Scalar>& second) {
    return std::atan2(-first.length * first.a.dot(second.n), first.n.dot(second.n));
}

/// Gradient of the hinge angle by its four particles.
template <class Scalar>
std::array<Eigen::Matrix<Scalar, 3, 1>, 4> hinge_gradient(const HingeSide<Scalar>& first,
                                                          const HingeSide<Scalar>& second) {
    return {first.on_x0() + second.on_x0(), first.on_x1() + second.on_x1(), first.on_arm(), second.on_arm()};
}

/// Adds the second derivatives of the angle that come from one side: hessian[row][column] for x0, x1 and the arm.
template <class Scalar>
void add_side_hessian(const HingeSide<Scalar>& side,
                      std::array<std::array<Eigen::Matrix<Scalar, 3, 3>, 3>, 3>& hessian) {
    using Vector = Eigen::Matrix<Scalar, 3, 1>;
    using Matrix = Eigen::Matrix<Scalar, 3, 3>;
    const auto cross_matrix = [](const Vector& w) {
        Matrix m;
        m << 0, -w.z(), w.y(), w.z(), 0, -w.x(), -w.y(), w.x(), 0;
        return m;
    };
    const Scalar u2 = side.u.squaredNorm();  // = 1 / |n|^2
    if (!(u2 > 0)) return;
    // du = (I - 2 n n^T / |n|^2) dn / |n|^2, with dn = sign (de x a + e x da)
    const Matrix du_dn = u2 * Matrix::Identity() - 2 * side.u * side.u.transpose();
    const Matrix du_de = du_dn * (-side.sign * cross_matrix(side.a));
    const Matrix du_da = du_dn * (side.sign * cross_matrix(side.e));
    const Vector dl_de = side.e / side.length;
    const Vector ds_de = side.a / side.length - (side.s / (side.length * side.length)) * side.e;
    const Vector ds_da = side.e / side.length;
    // Rows: the gradients by x0, x1 and the arm; columns: derivatives by e and a, with de = dx1 - dx0, da = dx2 - dx0.
    const std::array<Matrix, 3> by_e = {Matrix(side.u * (dl_de - ds_de).transpose() + (side.length - side.s) * du_de),
                                        Matrix(side.u * ds_de.transpose() + side.s * du_de),
                                        Matrix(-side.u * dl_de.transpose() - side.length * du_de)};
    const std::array<Matrix, 3> by_a = {Matrix(-side.u * ds_da.transpose() + (side.length - side.s) * du_da),
                                        Matrix(side.u * ds_da.transpose() + side.s * du_da),
                                        Matrix(-side.length * du_da)};
    for (std::size_t row = 0; row < 3; ++row) {
        hessian[row][0] -= by_e[row] + by_a[row];
        hessian[row][1] += by_e[row];
        hessian[row][2] += by_a[row];
    }
}

/// Difference of two angles in (-pi, pi], brought there too: a hinge may fold past pi without a jump in its energy's
/// gradient.
inline Real angle_difference(Real angle, Real rest) {
    const Real difference = angle - rest;
    if (difference > kPi) return difference - 2 * kPi;
    return difference <= -kPi ? difference + 2 * kPi : difference;
}

/// Second derivatives of the hinge angle by its four particles: hessian[row][column].
template <class Scalar>
std::array<std::array<Eigen::Matrix<Scalar, 3, 3>, 4>, 4> hinge_hessian(const HingeSide<Scalar>& first,
                                                                        const HingeSide<Scalar>& second) {
    using Matrix = Eigen::Matrix<Scalar, 3, 3>;
    std::array<std::array<Matrix, 4>, 4> hessian;
    for (auto& row : hessian) row.fill(Matrix::Zero());
    for (std::size_t which = 0; which < 2; ++which) {
        std::array<std::array<Matrix, 3>, 3> side;
        for (auto& row : side) row.fill(Matrix::Zero());
        add_side_hessian(which == 0 ? first : second, side);
        const std::array<std::size_t, 3> corner = {0, 1, 2 + which};
        for (std::size_t r = 0; r < 3; ++r) {
            for (std::size_t c = 0; c < 3; ++c) hessian[corner[r]][corner[c]] += side[r][c];
        }
    }
    return hessian;
}

}  // namespace pleat
