// Symplectic Euler: v' = v + h F(x, v) / M, x' = x + h v', with what holds particles as everywhere else. Only contacts,
// which no explicit step could follow, are part of an equation: it is that of backward Euler with their derivatives
// alone.
#pragma once
#include <pleat/integrators/integrator.hpp>

namespace pleat {

/// Of first order. Stable only for steps that are short enough for the forces.
class SymplecticEuler final : public Integrator {
public:
    void step(const IntegratorInput& in, ImplicitStage& stage, State& next, StepReport& report) const override;
    PowerRule power_rule() const override { return PowerRule::stage; }
    bool is_explicit() const override { return true; }
};

}  // namespace pleat
