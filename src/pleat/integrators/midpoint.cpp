#include <pleat/core/parallel.hpp>
#include <pleat/integrators/midpoint.hpp>

namespace pleat {

void Midpoint::step(const IntegratorInput& in, ImplicitStage& stage, State& next, StepReport& report) const {
    const int count = in.model.particle_count();
    const Real half = 0.5 * in.dt;
    parallel_for_each(count, [&](std::size_t i) {
        stage.free_velocity[i] = in.now.velocity[i];
        stage.free_position[i] = in.now.position[i] + half * in.now.velocity[i];
    });
    StageEquation equation;
    equation.lead = half;
    equation.position_weight = half * half;
    equation.velocity_weight = half;
    equation.held_velocity = HeldVelocity::mean;
    equation.acceleration = in.now.acceleration;
    if (!stage.solve(in, equation, report)) return;

    parallel_for_each(count, [&](std::size_t i) {
        next.position[i] = 2 * stage.position[i] - in.now.position[i];
        next.velocity[i] = 2 * stage.velocity[i] - in.now.velocity[i];
    });
    hold_at_end(in.held.list(), next);
    parallel_for_each(count,
                      [&](std::size_t i) { next.acceleration[i] = (next.velocity[i] - in.now.velocity[i]) / in.dt; });
}

}  // namespace pleat
