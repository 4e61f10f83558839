// Where a step would end if everything went on as before: contacts are looked for on the way there.
#pragma once
#include <vector>

#include <pleat/constraints/constraint.hpp>

namespace pleat {

/// [m] With the velocities and accelerations at the start of the step; particles that solids hold have no acceleration.
void predict_positions(const ConstraintInput& in, std::vector<Vec3>& predicted);

}  // namespace pleat
