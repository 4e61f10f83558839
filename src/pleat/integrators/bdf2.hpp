// The backward differentiation formula of second order, for steps that change from g to h; with w = h / g,
//     x' = x + p (x - x_before) + b h v',   v' = v + p (v - v_before) + b h F(x', v') / M,
//     p = w^2 / (1 + 2 w),   b = (1 + w) / (1 + 2 w).
// A step that has nothing to look back to, at the start and after a jump, is one of backward Euler: p = 0, b = 1. Its
// error is of second order, and it happens once.
#pragma once
#include <pleat/integrators/integrator.hpp>

namespace pleat {

/// Of second order; damps what is too fast for the step as strongly as backward Euler.
class Bdf2 final : public Integrator {
public:
    void step(const IntegratorInput& in, ImplicitStage& stage, State& next, StepReport& report) const override;
    PowerRule power_rule() const override { return PowerRule::trapezoid; }
};

}  // namespace pleat
