// What particles feel of corrections that moved others against them, in the next substep.
#pragma once
#include <span>
#include <vector>

#include <pleat/model/state.hpp>

namespace pleat {

/// The substep in which cloth is kept from being driven by its corrections.
struct RecoilBrake {
    std::span<const Real> masses;          ///< [kg]
    std::span<const Real> inverse_masses;  ///< [1/kg] 0: it is held
    std::span<const Vec3> before;          ///< [m] where particles were
    std::span<const Vec3> free;            ///< [m] where they would be without corrections
    Real dt;                               ///< [s]
};

/// Part of the recoil is felt in the next substep, and part of the rest in the one after: all at once makes cloth at
/// rest tremble.
class Recoil {
public:
    /// Of no particles if corrections have no recoil: then nothing is done.
    explicit Recoil(std::size_t particles) : given_(particles, Vec3::Zero()) {}

    /// [kg m] For corrections to add to.
    std::span<Vec3> given() { return given_; }

    /// Once a step of substeps `dt` [s]. Who is held feels none.
    void begin_step(std::span<const Real> inverse_masses, Real dt, State& next);
    /// Moves particles by what they feel.
    void take(Real dt, State& next) const;
    /// Turns what corrections gave into what is felt [m/s] from now on.
    void leave(State& next);

    /// Corrections that move one particle against another, and not both by their masses, can drive cloth: where several
    /// edges begin in one place, ever more. They may not give it more energy than pins and solids do, `driven` [J].
    /// Returns what is taken from its velocities [J].
    Real brake(const RecoilBrake& sub, Real driven, State& next) const;

private:
    std::vector<Vec3> given_;    // [kg m]
    std::vector<Vec3> weights_;  // [1/(kg s)] of what is given in what is felt, the same along all axes
};

}  // namespace pleat
