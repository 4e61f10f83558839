// The implicit midpoint rule: with X and V halfway through the step,
//     X = x + h/2 V,   V = v + h/2 F(X, V) / M,   x' = 2 X - x,   v' = 2 V - v.
// It keeps the energy of linear systems and damps nothing: stiff cloth keeps trembling.
#pragma once
#include <pleat/integrators/integrator.hpp>

namespace pleat {

/// Of second order. Pins that slide along curves or turn are held along their directions at the end of the step, not
/// halfway, which costs such particles an order.
class Midpoint final : public Integrator {
public:
    void step(const IntegratorInput& in, ImplicitStage& stage, State& next, StepReport& report) const override;
    PowerRule power_rule() const override { return PowerRule::stage; }
};

}  // namespace pleat
