#include <pleat/core/parallel.hpp>
#include <pleat/integrators/backward_euler.hpp>

namespace pleat {

void BackwardEuler::step(const IntegratorInput& in, ImplicitStage& stage, State& next, StepReport& report) const {
    const int count = in.model.particle_count();
    parallel_for_each(count, [&](std::size_t i) {
        stage.free_velocity[i] = in.now.velocity[i];
        stage.free_position[i] = in.now.position[i] + in.dt * in.now.velocity[i];
    });
    StageEquation equation;
    equation.lead = in.dt;
    equation.position_weight = in.dt * in.dt;
    equation.velocity_weight = in.dt;
    equation.held_velocity = HeldVelocity::mean;
    equation.acceleration = in.now.acceleration;
    if (!stage.solve(in, equation, report)) return;

    parallel_for_each(count, [&](std::size_t i) {
        next.position[i] = stage.position[i];
        next.velocity[i] = stage.velocity[i];
        next.acceleration[i] = (stage.velocity[i] - in.now.velocity[i]) / in.dt;
    });
}

}  // namespace pleat
