#include <pleat/core/parallel.hpp>
#include <pleat/integrators/backward_euler.hpp>

namespace pleat {
namespace {

// z: the change of velocity that brings a held particle where it is to be at the end of the step.
void fill_filter(std::span<const HeldParticle> held, std::span<const Vec3> velocity, Real h, ParticleFilter& filter) {
    filter.particles.clear();
    for (const HeldParticle& particle : held) {
        const Vec3& v = velocity[static_cast<std::size_t>(particle.particle)];
        FilteredParticle filtered{particle.particle, Mat3::Identity(), Vec3::Zero()};
        for (int i = 0; i < particle.count; ++i) {
            const HeldDirection& direction = particle.held[static_cast<std::size_t>(i)];
            const Vec3& d = direction.direction;
            filtered.allowed -= d * d.transpose();
            filtered.change += (direction.displacement / h - d.dot(v)) * d;
        }
        if (particle.count == 3) filtered.allowed.setZero();
        filter.particles.push_back(filtered);
    }
}

// Chooses the point p at which forces are evaluated, and the displacement x + h v - p.
void choose_point(const IntegratorInput& in, Linearization linearization, LinearSystem& system) {
    const Real h = in.dt;
    const bool is_predicted = linearization == Linearization::predicted;
    parallel_for(in.model.particle_count(), [&](int begin, int end) {
        for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
            const Vec3 drift = h * in.now.velocity[i];
            system.position[i] = is_predicted ? Vec3(in.now.position[i] + drift) : in.now.position[i];
            system.displacement[i] = is_predicted ? Vec3::Zero() : drift;
        }
    });
    if (!is_predicted) return;
    for (const HeldParticle& particle : in.held.list()) {
        const auto i = static_cast<std::size_t>(particle.particle);
        for (int k = 0; k < particle.count; ++k) {
            const HeldDirection& held = particle.held[static_cast<std::size_t>(k)];
            const Real ahead = held.displacement - held.direction.dot(h * in.now.velocity[i]);
            system.position[i] += ahead * held.direction;
            system.displacement[i] -= ahead * held.direction;
        }
    }
}

void assemble(const IntegratorInput& in, Linearization linearization, LinearSystem& system) {
    const Real h = in.dt;
    parallel_for(in.model.particle_count(), [&](int begin, int end) {
        for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
            system.force[i].setZero();
            system.stiffness_force[i].setZero();
        }
    });
    system.matrix.set_zero();
    const ForceInput where{in.model,        in.scene,        script_time(in.now.time + h),
                           system.position, in.now.velocity, in.held.fixed()};
    ForceSystem sums;
    sums.force = system.force;
    sums.matrix = &system.matrix;
    sums.position_weight = h * h;
    sums.velocity_weight = h;
    sums.displacement = system.displacement;
    sums.stiffness_force = system.stiffness_force;
    sums.lead = linearization == Linearization::predicted ? h : 0;
    for (const auto& force : in.forces) force->add(where, sums);
    parallel_for(in.model.particle_count(), [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            const auto p = static_cast<std::size_t>(i);
            system.matrix.block(system.matrix.pattern().diagonal(i)).diagonal().array() += in.model.masses[p];
            system.right_side[p] = h * (system.force[p] + system.stiffness_force[p]);
            system.solution[p] = h * in.now.acceleration[p];
        }
    });
}

}  // namespace

void BackwardEuler::step(const IntegratorInput& in, LinearSystem& system, State& next, StepReport& report,
                         std::vector<ConstraintForce>& constraint_forces) const {
    {
        const PhaseTimer timer(report.seconds.eval);
        choose_point(in, linearization_, system);
        assemble(in, linearization_, system);
    }
    const PhaseTimer timer(report.seconds.solve);
    fill_filter(in.held.list(), in.now.velocity, in.dt, system.filter);
    const PcgReport solved = system.pcg.solve(system.matrix, system.right_side, system.filter, in.pcg, system.solution);
    report.cg_iterations += solved.iterations;
    if (!solved.converged) {
        report.is_usable = false;
        report.reason = "the linear solve did not converge in " + std::to_string(solved.iterations) + " iterations";
        return;
    }
    next.position.resize(in.now.position.size());
    next.velocity.resize(in.now.velocity.size());
    next.acceleration.resize(in.now.acceleration.size());
    parallel_for(in.model.particle_count(), [&](int begin, int end) {
        for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
            next.acceleration[i] = system.solution[i] / in.dt;
            next.velocity[i] = in.now.velocity[i] + system.solution[i];
            next.position[i] = in.now.position[i] + in.dt * next.velocity[i];
        }
    });
    constraint_forces.clear();
    for (const FilteredParticle& held : system.filter.particles) {
        const Vec3 needed = system.matrix.multiply_row(held.particle, system.solution);
        constraint_forces.push_back(
            {held.particle, (needed - system.right_side[static_cast<std::size_t>(held.particle)]) / in.dt});
    }
}

}  // namespace pleat
