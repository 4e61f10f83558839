// The step of Verlet 1967, as Ozgen & Kallmann 2011 and Fuhrmann, Gross & Luckas 2003 use it:
//     x' = x + keep (x - x_before) + a h^2
// with keep a little less than 1 for damping. Here the velocity (x - x_before) / h is stored instead of the position
// before, and steps may differ in size: then a acts on the mean of both. Free fall is exact for any steps.
#pragma once
#include <cmath>

#include <pleat/core/real.hpp>

namespace pleat {

/// The sizes of two steps.
struct VerletStep {
    Real dt;           ///< [s]
    Real before;       ///< [s] of the step before; 0: there was none, and the velocity is that of this moment
    Real damping = 0;  ///< [1/s] share of the velocity that is lost in a second

    /// Share of the velocity that is kept.
    Real keep() const { return std::exp(-damping * dt); }

    /// [m] The change of place, from the velocity [m/s] and acceleration [m/s^2].
    Vec3 change(const Vec3& velocity, const Vec3& acceleration) const {
        return dt * keep() * velocity + 0.5 * dt * (dt + before) * acceleration;
    }
};

}  // namespace pleat
