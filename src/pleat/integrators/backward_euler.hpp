// Backward Euler with one linear solve a step: Baraff & Witkin 1998, equations 15 and 16.
//     (M - h df/dv - h^2 df/dx) dv = h (f + df/dx (h v)),   v' = v + dv,   x' = x + h v'
#pragma once
#include <pleat/integrators/integrator.hpp>

namespace pleat {

/// Of first order, stable for any step, and damps what is too fast for the step.
class BackwardEuler final : public Integrator {
public:
    void step(const IntegratorInput& in, LinearSystem& system, State& next, StepReport& report,
              std::vector<ConstraintForce>& constraint_forces) const override;
};

}  // namespace pleat
