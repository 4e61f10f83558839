// Generalized-alpha: Chung & Hulbert 1993, in the form of Parks & Forsyth 2002, equations 10 to 13. It keeps motions
// that are slow for the step and damps those that are fast, down to a share rho of their amplitude a step.
//
// Besides x and v it carries a, which follows the acceleration F / M with a delay, and F / M itself. F is the force
// that acted in the equation, not one evaluated anew at the end: a step then costs as much as one of backward Euler,
// and the difference, of third order a step, does not change the order.
//
// One Newton step from x + h v keeps the order although the derivatives are not exact (Jacobian::positive): the start
// is wrong by h^2, so the force is, so the velocity is wrong by h^3 a step. From x, as printed, the start is wrong by h
// and inexact derivatives cost an order.
//
// When the step size changes from g to h, a - F / M is multiplied by h / g: a belongs to a time that lies a fixed share
// of a step away (compare Arnold & Bruels 2007), and without this, steps that keep changing would cost an order.
//
// Where a and F / M are not known, at the start and after a jump, both are set to (M - s a dF/dx - s b dF/dv)^-1 F,
// with the matrix of the step but for the factor s = 1 - rho. For slow motion that is F / M, as printed, up to second
// order. F / M itself would throw stiff cloth about: a spring extended by d and too fast for the step, w h >> 1, would
// fly off by (w h (1 - rho) / 2)^2 d a step. With rho = 1 nothing is thrown, and s = 0 keeps the energy of linear
// systems.
#pragma once
#include <pleat/integrators/integrator.hpp>

namespace pleat {

/// Of second order, stable for any step.
class GeneralizedAlpha final : public Integrator {
public:
    /// `rho` in [0, 1]: spectral radius for infinitely fast motions.
    explicit GeneralizedAlpha(Real rho);

    void step(const IntegratorInput& in, ImplicitStage& stage, State& next, StepReport& report) const override;
    PowerRule power_rule() const override { return PowerRule::trapezoid; }

private:
    StageEquation equation(Real h) const;
    bool recall(const IntegratorInput& in, ImplicitStage& stage, State& next, StepReport& report) const;

    Real rho_, alpha_m_, alpha_f_;
    Real by_beta_, by_gamma_;  // beta / (1 - alpha_m), gamma / (1 - alpha_m)
};

}  // namespace pleat
