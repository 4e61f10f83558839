#include <algorithm>
#include <numeric>

#include <pleat/core/parallel.hpp>
#include <pleat/integrators/implicit_stage.hpp>

namespace pleat {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// Replaces what `value` has along `direction`.
void set_along(const Vec3& direction, Real wanted, Vec3& value) {
    value += (wanted - direction.dot(value)) * direction;
}

}  // namespace

ImplicitStage::ImplicitStage(std::shared_ptr<const BlockPattern> pattern,
                             std::unique_ptr<Preconditioner> preconditioner)
    : matrix_(std::move(pattern)), pcg_(std::move(preconditioner)) {
    for (auto* vectors : {&free_position, &free_velocity, &position, &velocity, &change, &force_, &stiffness_force_,
                          &point_, &displacement_, &right_side_, &solution_}) {
        vectors->resize(at(matrix_.rows()));
    }
}

// Newton's method starts at x + lead v, the place without forces, with the velocity that the equation gives there. The
// alternative, as printed, starts at x; then velocity is linearised apart from position, at v^.
void ImplicitStage::choose_start(const IntegratorInput& in, const StageEquation& equation) {
    const bool is_predicted = in.solve.linearization == Linearization::predicted;
    const Real rate = equation.velocity_weight / equation.position_weight;
    parallel_for_each(in.model.particle_count(), [&](std::size_t i) {
        const Vec3& x = in.now.position[i];
        solution_[i] = in.is_repeated ? change[i] : Vec3(equation.position_weight * equation.acceleration[i]);
        point_[i] = is_predicted ? Vec3(x + equation.lead * in.now.velocity[i]) : x;
        change[i] = is_predicted ? Vec3(point_[i] - free_position[i]) : Vec3(Vec3::Zero());
        position[i] = free_position[i] + change[i];
        velocity[i] = free_velocity[i] + rate * change[i];
    });
    hold(in, equation);
    displacement_.resize(is_predicted ? 0 : point_.size());
    parallel_for_each(in.model.particle_count(), [&](std::size_t i) {
        if (is_predicted)
            point_[i] = position[i];
        else
            displacement_[i] = position[i] - point_[i];
        solution_[i] -= change[i];
    });
}

// Puts held particles where they are to be at the stage.
void ImplicitStage::hold(const IntegratorInput& in, const StageEquation& equation) {
    filter_.particles.clear();
    for (const HeldParticle& particle : in.held.list()) {
        const std::size_t i = at(particle.particle);
        FilteredParticle filtered{particle.particle, Mat3::Identity(), Vec3::Zero()};
        for (int k = 0; k < particle.count; ++k) {
            const HeldDirection& held = particle.held[at(k)];
            const Vec3& d = held.direction;
            filtered.allowed -= d * d.transpose();
            const Real displacement = held.displacement * equation.lead / in.dt;
            set_along(d, d.dot(in.now.position[i] - free_position[i]) + displacement, change[i]);
            const bool is_mean = equation.held_velocity == HeldVelocity::mean && !held.is_altered;
            set_along(d, is_mean ? held.displacement / in.dt : held.velocity, velocity[i]);
        }
        if (particle.count == 3) filtered.allowed.setZero();
        position[i] = free_position[i] + change[i];
        filter_.particles.push_back(filtered);
    }
}

// M - a dF/dx - b dF/dv, and a F - M c at the end of the displacement.
void ImplicitStage::assemble(const IntegratorInput& in, const StageEquation& equation, std::span<const Vec3> start) {
    parallel_for_each(in.model.particle_count(), [&](std::size_t i) {
        force_[i].setZero();
        stiffness_force_[i].setZero();
    });
    matrix_.set_zero();
    ForceSystem sums;
    sums.force = force_;
    sums.matrix = &matrix_;
    sums.position_weight = equation.position_weight;
    sums.velocity_weight = equation.velocity_weight;
    sums.displacement = displacement_;
    sums.stiffness_force = stiffness_force_;
    sums.start = start;
    const ForceInput where{in.model, in.scene, time, point_, velocity, in.held.fixed(), in.contacts};
    for (const auto& force : in.forces) force->add(where, sums);
    parallel_for_each(in.model.particle_count(), [&](std::size_t i) {
        const Real mass = in.model.masses[i];
        matrix_.block(matrix_.pattern().diagonal(static_cast<int>(i))).diagonal().array() += mass;
        right_side_[i] = equation.position_weight * (force_[i] + stiffness_force_[i]) - mass * change[i];
    });
}

namespace {

// The square of the error, in the norm of M - a dF/dx - ..., is at least its mass times its length: what makes 0.01
// mm/s at the usual tolerance of 1e-3, and less than in proportion at a lower one, needs no solving. Without that cloth
// at rest would be solved for ever.
PcgSettings pcg_settings(const IntegratorInput& in, const StageEquation& equation) {
    constexpr Real kSlowest = 10;  // [m/s] at a tolerance of 1
    PcgSettings settings = in.solve.pcg;
    const Real speed = kSlowest * settings.tolerance * settings.tolerance;
    const Real mass = std::accumulate(in.model.masses.begin(), in.model.masses.end(), Real(0));
    settings.negligible = mass * equation.position_weight * speed * speed;
    return settings;
}

}  // namespace

bool ImplicitStage::solve(const IntegratorInput& in, const StageEquation& equation, StepReport& report) {
    time = script_time(in.now.time + equation.lead);
    position_weight = equation.position_weight;
    const Real rate = equation.velocity_weight / equation.position_weight;
    choose_start(in, equation);
    for (int newton = 0; newton < in.solve.newton_steps; ++newton) {
        const bool is_moved_ahead = newton == 0 && in.solve.linearization == Linearization::predicted;
        {
            const PhaseTimer timer(report.seconds.eval);
            ++report.evaluations;
            assemble(in, equation, is_moved_ahead ? std::span<const Vec3>(in.now.position) : std::span<const Vec3>());
        }
        const PhaseTimer timer(report.seconds.solve);
        const PcgReport solved = pcg_.solve(matrix_, right_side_, filter_, pcg_settings(in, equation), solution_);
        report.cg_iterations += solved.iterations;
        if (!solved.converged) {
            report.is_usable = false;
            report.reason = "the linear solve did not converge in " + std::to_string(solved.iterations) + " iterations";
            return false;
        }
        const bool is_last = newton + 1 == in.solve.newton_steps;
        parallel_for_each(in.model.particle_count(), [&](std::size_t i) {
            change[i] += solution_[i];
            position[i] += solution_[i];
            velocity[i] += rate * solution_[i];
            if (is_last) return;  // what is left is needed for the constraint forces
            point_[i] = position[i];
            solution_[i].setZero();
        });
        displacement_.clear();
    }
    return true;
}

// Of the last linear system, row by row: A s - r = M c - a F with F at the solution. The force that holds a particle is
// what its acceleration needs beyond F.
void ImplicitStage::find_constraint_forces(const IntegratorInput& in, std::span<const Vec3> acceleration,
                                           std::vector<ConstraintForce>& forces) {
    forces.clear();
    coupled_.assign(solution_.size(), Vec3::Zero());
    add_product(matrix_.couplings(), std::span<const Vec3>(solution_), std::span(coupled_));
    for (const FilteredParticle& held : filter_.particles) {
        const std::size_t i = at(held.particle);
        const Real mass = in.model.masses[i];
        const Vec3 product = matrix_.multiply_row(held.particle, solution_) + coupled_[i];
        const Vec3 missing = (product - right_side_[i]) / position_weight;
        const Vec3 applied = mass * change[i] / position_weight - missing;
        const Vec3 needed = mass * acceleration[i] - applied;
        const Vec3 error = held.allowed * needed;
        forces.push_back({held.particle, needed - error, error});
    }
}

void hold_at_end(std::span<const HeldParticle> held, State& next) {
    for (const HeldParticle& particle : held) {
        for (int k = 0; k < particle.count; ++k) {
            const HeldDirection& direction = particle.held[at(k)];
            set_along(direction.direction, direction.velocity, next.velocity[at(particle.particle)]);
            set_along(direction.direction, direction.acceleration, next.acceleration[at(particle.particle)]);
        }
    }
}

}  // namespace pleat
