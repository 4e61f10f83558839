// The interface of a time integrator: forces and held particles in, the next positions and velocities out.
#pragma once
#include <memory>

#include <pleat/integrators/implicit_stage.hpp>

namespace pleat {

/// How the work of forces over a step follows from their power, to the order of the integrator.
enum class PowerRule {
    stage,      ///< dt times the power at the stage
    trapezoid,  ///< dt times the mean of the powers at the last stage and this one
};

/// A way to advance time by one step.
class Integrator {
public:
    virtual ~Integrator() = default;

    /// Writes position, velocity and acceleration of `next`, which have their size already, and what it wants to
    /// remember to its history, which is empty.
    virtual void step(const IntegratorInput& in, ImplicitStage& stage, State& next, StepReport& report) const = 0;

    virtual PowerRule power_rule() const = 0;

    /// Whether forces that are no contacts only push: the matrix does not know their derivatives.
    virtual bool is_explicit() const { return false; }
};

/// The one that the settings ask for.
std::unique_ptr<Integrator> make_integrator(const MethodSettings& settings);

}  // namespace pleat
