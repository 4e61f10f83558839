// Friction as a spring that gives way. It holds still what rests: its end sticks while the force that stops it is
// within the limit, which it is at a strain of micrometres; beyond, the force stays at the limit and the spring is
// dragged along.
#pragma once
#include <algorithm>

#include <pleat/core/real.hpp>

namespace pleat {

/// A force and its derivative, with the sign changed; positive semidefinite.
struct FrictionForce {
    Vec3 force;      ///< [N] on what slips
    Mat3 stiffness;  ///< [N/m]
};

/// Sticking: `strain` [m] along the surface with unit normal `normal`.
inline FrictionForce sticking_friction(const Vec3& strain, const Vec3& normal, Real stiffness) {
    return {-stiffness * strain, stiffness * (Mat3::Identity() - normal * normal.transpose())};
}

/// Sliding by `slip` [m] along a unit `direction`: only turning away from it is resisted.
inline FrictionForce sliding_friction(const Vec3& slip, const Vec3& direction, const Vec3& normal, Real limit,
                                      Real stiffness) {
    const Vec3 beside = slip - direction.dot(slip) * direction;
    const Real turning = std::min(stiffness, limit / std::max(direction.dot(slip), Real(1e-12)));
    const Mat3 across = normal * normal.transpose() + direction * direction.transpose();
    return {-limit * direction - turning * beside, turning * (Mat3::Identity() - across)};
}

/// In proportion to `slip` [m], so that it takes energy wherever it ends; at four times the limit where a slip of
/// length `expected` [m] would end: it is slowed down to a quarter at least.
inline FrictionForce braking_friction(const Vec3& slip, Real expected, const Vec3& normal, Real limit, Real stiffness) {
    return sticking_friction(slip, normal, expected > 0 ? std::min(stiffness, 4 * limit / expected) : stiffness);
}

/// The strain [m] that a spring keeps of `strain`.
inline Vec3 limited_strain(const Vec3& strain, Real limit, Real stiffness) {
    const Real length = strain.norm();
    return length * stiffness <= limit ? strain : Vec3(limit / (stiffness * length) * strain);
}

}  // namespace pleat
