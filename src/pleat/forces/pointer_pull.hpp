// The springs of the pointer: f = k (p - x) + c (p' - v), where p is where the pointer wants the particle.
// Their work comes from outside, so that they have no energy of their own.
#pragma once
#include <optional>

#include <pleat/forces/force.hpp>

namespace pleat {

/// What the spring of a grip does.
struct Pull {
    Vec3 force;      ///< [N]
    Real stiffness;  ///< [N/m] -df/dx
    Real damping;    ///< [N s/m] -df/dv
};

/// None if the grip has no spring. Explicit steps carry only so much: with `longest_step` > 0 [s] it is made softer,
/// and less damped, where the particle alone would move faster than such steps can follow.
std::optional<Pull> pull_of(const PointerGrip& grip, const ForceInput& in, Real longest_step = 0);

/// All springs of the pointer.
class PointerPull final : public Force {
public:
    void add(const ForceInput& in, ForceSystem& out) const override;
    void add_power(const ForceInput& in, EnergyFlows& power) const override;
};

}  // namespace pleat
