#include "reproduce/step_work.hpp"

namespace pleat {
namespace {

std::unique_ptr<Solver> make_solver_with(TimeIntegrator integrator, const Model& model, MethodSettings method) {
    method.integrator = integrator;
    return make_solver(model, method);
}

}  // namespace

StepWork::StepWork(const Model& model, const MethodSettings& method, Real step)
    : euler_(make_solver_with(TimeIntegrator::backward_euler, model, method)),
      alpha_(make_solver_with(TimeIntegrator::generalized_alpha, model, method)),
      step_(step) {}

// Both linear solves start from the force of the last step, which only generalized-alpha keeps apart from the
// acceleration.
void StepWork::add(const Simulation& simulation) {
    State euler = simulation.state(), alpha = simulation.state();
    if (alpha.history.force_per_mass.empty()) {
        alpha.history.force_per_mass = alpha.acceleration;
    } else {
        euler.acceleration = euler.history.force_per_mass;
    }
    euler_iterations_ += euler_->step(simulation.model(), simulation.scene(), euler, step_, next_).cg_iterations;
    alpha_iterations_ += alpha_->step(simulation.model(), simulation.scene(), alpha, step_, next_).cg_iterations;
}

}  // namespace pleat
