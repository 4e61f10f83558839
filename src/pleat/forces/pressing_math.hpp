// How cloth resists being pressed: the force between two layers whose distance is less than their thickness.
//
//     f(gap) = k d ((d / gap)^2 - 1) / 2,   potential k d (d - gap)^2 / (2 gap),   nothing at gaps of d and more
//
// Soft where layers touch lightly, and without bound as the gap closes, as fibres are that get in each other's way (van
// Wyk 1946 has an inverse cube for wool). Stiff springs from the first touch on would hold a layer at micrometres of
// depth, less than what the linear solve leaves open: then layers at rest tremble, and friction, which knows pushes but
// no pulls, sees more of them than there is weight.
#pragma once
#include <pleat/core/real.hpp>

namespace pleat {

/// The law near a gap: k d ((d / gap)^2 - 1) / 2 and what follows from it. Below `kTightest` of d it goes on as a
/// straight line, so that steps stay solvable.
struct Pressing {
    static constexpr Real kTightest = 0.1;

    Real force;      ///< [N]
    Real stiffness;  ///< [N/m] -df/dgap
    Real energy;     ///< [J] integral of the force from here to d
};

/// Two layers `gap` [m] apart that keep the distance `d` > 0 [m]; `k` [N/m] is the stiffness where they begin to touch.
inline Pressing pressing(Real gap, Real d, Real k) {
    if (gap >= d) return {0, k, 0};
    const Real curved = gap > Pressing::kTightest * d ? gap : Pressing::kTightest * d;
    const Real ratio = d / curved;
    const Real stiffness = k * ratio * ratio * ratio;
    const Real force = 0.5 * k * d * (ratio * ratio - 1);
    const Real beyond = curved - gap;
    return {force + stiffness * beyond, stiffness,
            0.5 * k * (d - curved) * (d - curved) * ratio + (force + 0.5 * stiffness * beyond) * beyond};
}

}  // namespace pleat
