#include <pleat/integrators/backward_euler.hpp>
#include <pleat/integrators/symplectic_euler.hpp>

namespace pleat {

void SymplecticEuler::step(const IntegratorInput& in, ImplicitStage& stage, State& next, StepReport& report) const {
    IntegratorInput from_start = in;
    from_start.solve.linearization = Linearization::start;
    from_start.solve.newton_steps = 1;
    from_start.is_explicit = true;
    BackwardEuler().step(from_start, stage, next, report);
}

}  // namespace pleat
