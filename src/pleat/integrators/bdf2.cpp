#include <pleat/core/parallel.hpp>
#include <pleat/integrators/bdf2.hpp>

namespace pleat {

void Bdf2::step(const IntegratorInput& in, ImplicitStage& stage, State& next, StepReport& report) const {
    const int count = in.model.particle_count();
    const MotionHistory& before = in.now.history;
    const bool looks_back = !before.position.empty() && in.held.jumped().empty();
    const Real growth = looks_back ? in.dt / before.step : 0;
    const Real back = growth * growth / (1 + 2 * growth);
    const Real h = (1 + growth) / (1 + 2 * growth) * in.dt;
    parallel_for_each(count, [&](std::size_t i) {
        Vec3 x = in.now.position[i];
        Vec3 v = in.now.velocity[i];
        if (looks_back) {
            x += back * (x - before.position[i]);
            v += back * (v - before.velocity[i]);
        }
        stage.free_velocity[i] = v;
        stage.free_position[i] = x + h * v;
    });
    StageEquation equation;
    equation.lead = in.dt;
    equation.position_weight = h * h;
    equation.velocity_weight = h;
    equation.acceleration = in.now.acceleration;
    if (!stage.solve(in, equation, report)) return;

    next.history.position.resize(in.now.position.size());
    next.history.velocity.resize(in.now.position.size());
    parallel_for_each(count, [&](std::size_t i) {
        next.history.position[i] = in.now.position[i];
        next.history.velocity[i] = in.now.velocity[i];
        next.position[i] = stage.position[i];
        next.velocity[i] = stage.velocity[i];
        next.acceleration[i] = stage.change[i] / equation.position_weight;
    });
    hold_at_end(in.held.list(), next);
}

}  // namespace pleat
