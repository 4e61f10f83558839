// Stretch and shear of one triangle: Baraff & Witkin 1998, sections 4.2 and 4.3, in terms of the deformation
// (w_u, w_v), in which both conditions are short. With C the condition, k its stiffness and k_d its damping:
//     E = k/2 C^2,   force on w = -(k C + k_d C') dC/dw,
//     -d(force)/dw = k dC/dw dC/dw^T + (k C + k_d C') d2C/dw2,   -d(force)/dw' = k_d dC/dw dC/dw^T.
// The second derivative's factor can be negative under compression; the `positive` form removes exactly the negative
// eigenvalues, which are known in closed form (compare Kim 2020, A Finite Element Formulation of Baraff-Witkin Cloth).
#pragma once
#include <cmath>

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace pleat {

template <class Scalar>
using MathVec3 = Eigen::Matrix<Scalar, 3, 1>;
template <class Scalar>
using MathMat3 = Eigen::Matrix<Scalar, 3, 3>;

/// Constants of one condition: C is multiplied by `scale`.
template <class Scalar>
struct Condition {
    Scalar scale;
    Scalar stiffness;
    Scalar damping;
};

/// Response of a triangle in the space of (w_u, w_v).
template <class Scalar>
struct MembraneResponse {
    MathVec3<Scalar> force_u = MathVec3<Scalar>::Zero();
    MathVec3<Scalar> force_v = MathVec3<Scalar>::Zero();
    MathMat3<Scalar> stiffness_uu = MathMat3<Scalar>::Zero();  // minus the derivative of the force in w
    MathMat3<Scalar> stiffness_uv = MathMat3<Scalar>::Zero();
    MathMat3<Scalar> stiffness_vv = MathMat3<Scalar>::Zero();
    MathMat3<Scalar> damping_uu = MathMat3<Scalar>::Zero();  // minus the derivative of the force in w'
    MathMat3<Scalar> damping_uv = MathMat3<Scalar>::Zero();
    MathMat3<Scalar> damping_vv = MathMat3<Scalar>::Zero();
};

/// Stretch along one thread direction, C = scale (|w| - rest). A thread of no length has no direction and no force.
/// `start_length` is that of w before it was moved ahead along its rate. A turning thread moved ahead is too long by a
/// distance of second order, which is tension that the step takes away again: it enters the force, but not the
/// stiffness across the thread, which would hold the thread back.
template <class Scalar>
void add_stretch(const MathVec3<Scalar>& w, const MathVec3<Scalar>& w_rate, Scalar rest, const Condition<Scalar>& c,
                 bool positive, Scalar start_length, MathVec3<Scalar>& force, MathMat3<Scalar>& stiffness,
                 MathMat3<Scalar>& damping) {
    const Scalar length = w.norm();
    if (!(length > Scalar(1e-12))) return;
    const MathVec3<Scalar> along = w / length;
    const Scalar s2 = c.scale * c.scale;
    const Scalar damping_tension = s2 * c.damping * along.dot(w_rate);
    force -= (s2 * c.stiffness * (length - rest) + damping_tension) * along;
    // Across the thread: tension over length. Negative under compression, where it is left out.
    const Scalar tension = s2 * c.stiffness * (start_length - rest) + damping_tension;
    const Scalar across = (positive && tension < 0) ? Scalar(0) : tension / length;
    const MathMat3<Scalar> outer = along * along.transpose();
    stiffness += (c.stiffness * s2 - across) * outer;
    stiffness.diagonal().array() += across;
    damping += (c.damping * s2) * outer;
}

/// Shear, C = scale w_u . w_v.
template <class Scalar>
void add_shear(const MathVec3<Scalar>& wu, const MathVec3<Scalar>& wv, const MathVec3<Scalar>& wu_rate,
               const MathVec3<Scalar>& wv_rate, const Condition<Scalar>& c, bool positive,
               MembraneResponse<Scalar>& out) {
    const Scalar s2 = c.scale * c.scale;
    const Scalar k = c.stiffness * s2;
    const Scalar kd = c.damping * s2;
    const Scalar l = k * wu.dot(wv) + kd * (wu_rate.dot(wv) + wu.dot(wv_rate));  // (k C + k_d C') scale
    out.force_u -= l * wv;
    out.force_v -= l * wu;
    out.damping_uu += kd * wv * wv.transpose();
    out.damping_uv += kd * wv * wu.transpose();
    out.damping_vv += kd * wu * wu.transpose();
    if (!positive) {
        out.stiffness_uu += k * wv * wv.transpose();
        out.stiffness_uv += k * wv * wu.transpose();
        out.stiffness_uv.diagonal().array() += l;
        out.stiffness_vv += k * wu * wu.transpose();
        return;
    }
    // The matrix is k g g^T + l T with g = (w_v, w_u), T = [0 I; I 0]. T has eigenvalues +1 and -1. The plane of
    // p = (m, m)/sqrt 2 and q = (-d, d)/sqrt 2, with m and d the unit sum and difference of w_u and w_v, contains g and
    // is mapped to itself: a 2 x 2 matrix. On the rest of space only l T acts, of which the half with sign l stays.
    const MathVec3<Scalar> sum = wu + wv;
    const MathVec3<Scalar> difference = wu - wv;
    const Scalar sum_length = sum.norm();
    const Scalar difference_length = difference.norm();
    const Scalar tiny = Scalar(1e-12);
    const MathVec3<Scalar> m = sum_length > tiny ? MathVec3<Scalar>(sum / sum_length) : MathVec3<Scalar>::Zero();
    const MathVec3<Scalar> d =
        difference_length > tiny ? MathVec3<Scalar>(difference / difference_length) : MathVec3<Scalar>::Zero();
    const Scalar half = Scalar(0.5);
    Scalar pp = k * half * sum_length * sum_length + l;
    Scalar qq = k * half * difference_length * difference_length - l;
    Scalar pq = k * half * sum_length * difference_length;
    const Scalar mean = half * (pp + qq);
    const Scalar radius = std::sqrt(half * half * (pp - qq) * (pp - qq) + pq * pq);
    if (mean < radius) {  // keep the larger eigenvalue only
        const Scalar keep = radius > 0 ? (mean + radius) / (2 * radius) : Scalar(0);
        const Scalar low = mean - radius;
        pp = keep * (pp - low);
        qq = keep * (qq - low);
        pq = keep * pq;
    }
    const Scalar positive_half = l > 0 ? l : Scalar(0);
    const Scalar negative_half = l > 0 ? Scalar(0) : -l;
    const MathMat3<Scalar> mm = (half * (pp - positive_half)) * m * m.transpose();
    const MathMat3<Scalar> dd = (half * (qq - negative_half)) * d * d.transpose();
    const MathMat3<Scalar> md = (half * pq) * m * d.transpose();
    out.stiffness_uu += mm + dd - md - md.transpose();
    out.stiffness_uv += mm - dd + md - md.transpose();
    out.stiffness_vv += mm + dd + md + md.transpose();
    out.stiffness_uu.diagonal().array() += half * (positive_half + negative_half);
    out.stiffness_uv.diagonal().array() += half * (positive_half - negative_half);
    out.stiffness_vv.diagonal().array() += half * (positive_half + negative_half);
}

}  // namespace pleat
