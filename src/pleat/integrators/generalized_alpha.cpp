#include <algorithm>

#include <pleat/core/parallel.hpp>
#include <pleat/integrators/generalized_alpha.hpp>

namespace pleat {

GeneralizedAlpha::GeneralizedAlpha(Real rho)
    : rho_(rho),
      alpha_m_((2 * rho - 1) / (rho + 1)),
      alpha_f_(rho / (rho + 1)),
      by_beta_(0.25 * (1 - alpha_m_ + alpha_f_) * (1 - alpha_m_ + alpha_f_) / (1 - alpha_m_)),
      by_gamma_((0.5 - alpha_m_ + alpha_f_) / (1 - alpha_m_)) {}

StageEquation GeneralizedAlpha::equation(Real h) const {
    StageEquation equation;
    equation.lead = h;
    equation.position_weight = by_beta_ * (1 - alpha_f_) * h * h;
    equation.velocity_weight = by_gamma_ * (1 - alpha_f_) * h;
    return equation;
}

// Writes a and F / M at the start of the step to `next`, where they stay until the step has its own.
bool GeneralizedAlpha::recall(const IntegratorInput& in, ImplicitStage& stage, State& next, StepReport& report) const {
    const int count = in.model.particle_count();
    std::vector<Vec3>& a = next.acceleration;
    std::vector<Vec3>& f = next.history.force_per_mass;
    const MotionHistory& history = in.now.history;
    const bool remembers = !history.force_per_mass.empty();
    if (remembers) {
        const Real growth = in.dt / history.step;
        parallel_for_each(count, [&](std::size_t i) {
            f[i] = history.force_per_mass[i];
            a[i] = f[i] + growth * (in.now.acceleration[i] - f[i]);
        });
    }
    if (remembers && in.held.jumped().empty()) return true;
    stage.free_position = in.now.position;
    stage.free_velocity = in.now.velocity;
    StageEquation standing = equation(in.dt);
    const Real share = std::max(1 - rho_, 1e-12);  // the equation needs weights above 0
    standing.lead = 0;
    standing.position_weight *= share;
    standing.velocity_weight *= share;
    standing.acceleration = in.now.acceleration;
    IntegratorInput once = in;
    once.solve.newton_steps = 1;
    once.is_repeated = false;
    if (!stage.solve(once, standing, report)) return false;
    const auto reset = [&](std::size_t i) { a[i] = f[i] = stage.change[i] / standing.position_weight; };
    if (!remembers) parallel_for_each(count, reset);
    for (const int particle : in.held.jumped()) reset(static_cast<std::size_t>(particle));
    // Who begins to stick to a solid has no acceleration, which the spring of friction does not know before it is
    // strained.
    if (in.contacts == nullptr) return true;
    for (const ParticleContact& contact : in.contacts->particles) {
        const auto i = static_cast<std::size_t>(contact.particle);
        if (contact.is_new && contact.mode == FrictionMode::sticks) a[i] = f[i] = Vec3::Zero();
    }
    return true;
}

void GeneralizedAlpha::step(const IntegratorInput& in, ImplicitStage& stage, State& next, StepReport& report) const {
    const Real h = in.dt;
    const int count = in.model.particle_count();
    std::vector<Vec3>& a = next.acceleration;
    std::vector<Vec3>& f = next.history.force_per_mass;
    f.resize(in.now.position.size());
    if (!recall(in, stage, next, report)) return;

    // Equation 11.
    parallel_for_each(count, [&](std::size_t i) {
        const Vec3& x = in.now.position[i];
        const Vec3& v = in.now.velocity[i];
        stage.free_position[i] = x + h * v + h * h * ((0.5 - by_beta_) * a[i] + by_beta_ * alpha_f_ * f[i]);
        stage.free_velocity[i] = v + h * ((1 - by_gamma_) * a[i] + by_gamma_ * alpha_f_ * f[i]);
    });
    StageEquation moving = equation(h);
    moving.acceleration = f;
    IntegratorInput anew = in;
    anew.is_repeated = false;  // another solve may have been in between, and what it starts from may have changed
    if (!stage.solve(anew, moving, report)) return;

    // Equation 12.
    parallel_for_each(count, [&](std::size_t i) {
        const Vec3 f_new = stage.change[i] / moving.position_weight;
        a[i] = ((1 - alpha_f_) * f_new + alpha_f_ * f[i] - alpha_m_ * a[i]) / (1 - alpha_m_);
        f[i] = f_new;
        next.position[i] = stage.position[i];
        next.velocity[i] = stage.velocity[i];
    });
    hold_at_end(in.held.list(), next);
    for (const HeldParticle& held : in.held.list()) {
        const auto i = static_cast<std::size_t>(held.particle);
        for (int k = 0; k < held.count; ++k) {
            const Vec3& d = held.held[static_cast<std::size_t>(k)].direction;
            f[i] += d.dot(a[i] - f[i]) * d;
        }
    }
}

}  // namespace pleat
