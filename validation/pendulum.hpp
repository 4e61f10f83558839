// A pendulum: a triangle of stiff cloth that turns about a held side.
#pragma once
#include <pleat/solvers/method.hpp>

namespace pleat::validation {

/// [rad] by which its angle is wrong after 0.7 s in so many steps, with threads of this stiffness [N/m].
Real pendulum_error(Real stretch, int steps, const MethodSettings& method);

}  // namespace pleat::validation
