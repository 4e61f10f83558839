#include <algorithm>
#include <numeric>

#include <pleat/core/index.hpp>
#include <pleat/core/parallel.hpp>
#include <pleat/integrators/implicit_stage.hpp>

namespace pleat {
namespace {

// Replaces what `value` has along `direction`.
void set_along(const Vec3& direction, Real wanted, Vec3& value) {
    value += (wanted - direction.dot(value)) * direction;
}

}  // namespace

// Calls `body(direction, change, velocity)` for each direction in which a particle is held: what c and v are to be
// there.
template <class Body>
void ImplicitStage::for_each_held(const IntegratorInput& in, const StageEquation& equation,
                                  const HeldParticle& particle, Body&& body) const {
    const std::size_t i = at(particle.particle);
    for (int k = 0; k < particle.count; ++k) {
        const HeldDirection& held = particle.held[at(k)];
        const Vec3& d = held.direction;
        const Real displacement = held.displacement * equation.lead / in.dt;
        const bool is_mean = equation.held_velocity == HeldVelocity::mean && !held.is_altered;
        body(d, d.dot(in.now.position[i] - free_position[i]) + displacement,
             is_mean ? held.displacement / in.dt : held.velocity);
    }
}

ImplicitStage::ImplicitStage(std::shared_ptr<const BlockPattern> pattern,
                             std::unique_ptr<Preconditioner> preconditioner)
    : matrix_(std::move(pattern)), pcg_(std::move(preconditioner)) {
    for (auto* vectors : {&free_position, &free_velocity, &position, &velocity, &change, &force_, &stiffness_force_,
                          &point_, &displacement_, &inner_side_, &right_side_, &solution_}) {
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
        point_[i] = is_predicted ? Vec3(x + equation.lead * in.now.velocity[i]) : x;
        change[i] = is_predicted ? Vec3(point_[i] - free_position[i]) : Vec3(Vec3::Zero());
        velocity[i] = free_velocity[i] + rate * change[i];
    });
    for (const HeldParticle& particle : in.held.list()) {
        const std::size_t i = at(particle.particle);
        for_each_held(in, equation, particle, [&](const Vec3& d, Real wanted, Real speed) {
            set_along(d, wanted, change[i]);
            set_along(d, speed, velocity[i]);
        });
    }
    displacement_.resize(is_predicted ? 0 : point_.size());
    parallel_for_each(in.model.particle_count(), [&](std::size_t i) {
        position[i] = free_position[i] + change[i];
        if (is_predicted)
            point_[i] = position[i];
        else
            displacement_[i] = position[i] - point_[i];
        solution_[i] = equation.position_weight * equation.acceleration[i] - change[i];
    });
    point_change_ = change;
    point_velocity_ = velocity;
}

// Goes back to where the forces were evaluated for the last solve, which makes the first guess.
void ImplicitStage::start_again(const IntegratorInput& in) {
    parallel_for_each(in.model.particle_count(), [&](std::size_t i) { solution_[i] = change[i] - point_change_[i]; });
    change = point_change_;
    velocity = point_velocity_;
}

// What the linear solve may change, and what held particles still have to be changed by.
void ImplicitStage::make_filter(const IntegratorInput& in, const StageEquation& equation) {
    filter_.particles.clear();
    for (const HeldParticle& particle : in.held.list()) {
        const std::size_t i = at(particle.particle);
        FilteredParticle filtered{particle.particle, Mat3::Identity(), Vec3::Zero()};
        for_each_held(in, equation, particle, [&](const Vec3& d, Real wanted, Real) {
            filtered.allowed -= d * d.transpose();
            filtered.change += (wanted - d.dot(change[i])) * d;
        });
        if (particle.count == 3) filtered.allowed.setZero();
        filter_.particles.push_back(filtered);
    }
}

// M - a dF/dx - b dF/dv, and a F - M c at the end of the displacement, of all forces but contacts.
void ImplicitStage::assemble(const IntegratorInput& in, const StageEquation& equation, std::span<const Vec3> start) {
    matrix_.set_zero();
    add_forces(in, equation, start, false);
    parallel_for_each(in.model.particle_count(), [&](std::size_t i) {
        const Real mass = in.model.masses[i];
        matrix_.block(matrix_.pattern().diagonal(static_cast<int>(i))).diagonal().array() += mass;
        inner_side_[i] = equation.position_weight * (force_[i] + stiffness_force_[i]) - mass * change[i];
    });
}

void ImplicitStage::add_contacts(const IntegratorInput& in, const StageEquation& equation,
                                 std::span<const Vec3> start) {
    matrix_.clear_couplings();
    add_forces(in, equation, start, true);
    parallel_for_each(in.model.particle_count(), [&](std::size_t i) {
        right_side_[i] = inner_side_[i] + equation.position_weight * (force_[i] + stiffness_force_[i]);
    });
}

// Sums up those that are contacts, or those that are not.
void ImplicitStage::add_forces(const IntegratorInput& in, const StageEquation& equation, std::span<const Vec3> start,
                               bool are_contacts) {
    parallel_for_each(in.model.particle_count(), [&](std::size_t i) {
        force_[i].setZero();
        stiffness_force_[i].setZero();
    });
    ForceSystem sums;
    sums.force = force_;
    if (are_contacts || !in.is_explicit) {
        sums.matrix = &matrix_;
        sums.position_weight = equation.position_weight;
        sums.velocity_weight = equation.velocity_weight;
        sums.displacement = displacement_;
        sums.stiffness_force = stiffness_force_;
    }
    sums.start = start;
    const ForceInput where{in.model, in.scene, time, point_, velocity, in.held.fixed(), in.contacts};
    for (const auto& force : in.forces) {
        if (force->is_contact() == are_contacts) force->add(where, sums);
    }
}

namespace {

// The square of the error, in the norm of M - a dF/dx - ..., is at least its mass times its length: what makes 0.01
// mm/s, or less at tolerances below 1e-3, needs no solving. Without that cloth at rest would be solved for ever; with
// more it would not come to rest.
PcgSettings pcg_settings(const IntegratorInput& in, const StageEquation& equation) {
    constexpr Real kSlowest = 1e-5;  // [m/s]
    constexpr Real kExact = 1e-3;
    PcgSettings settings = in.solve.pcg;
    const Real share = std::min(Real(1), settings.tolerance / kExact);
    const Real speed = kSlowest * share * share;
    const Real mass = std::accumulate(in.model.masses.begin(), in.model.masses.end(), Real(0));
    settings.negligible = mass * equation.position_weight * speed * speed;
    return settings;
}

}  // namespace

bool ImplicitStage::solve(const IntegratorInput& in, const StageEquation& equation, StepReport& report) {
    time = script_time(in.now.time + equation.lead);
    position_weight = equation.position_weight;
    const Real rate = equation.velocity_weight / equation.position_weight;
    // With other contacts all other forces stay as they are, but for a second Newton step.
    const bool is_known = in.is_repeated && in.solve.newton_steps == 1;
    if (is_known)
        start_again(in);
    else
        choose_start(in, equation);
    for (int newton = 0; newton < in.solve.newton_steps; ++newton) {
        const bool is_moved_ahead = newton == 0 && in.solve.linearization == Linearization::predicted;
        const std::span<const Vec3> start = is_moved_ahead ? std::span(in.now.position) : std::span<const Vec3>();
        {
            const PhaseTimer timer(report.seconds.eval);
            if (!is_known) {
                ++report.evaluations;
                assemble(in, equation, start);
            }
            add_contacts(in, equation, start);
            make_filter(in, equation);
        }
        const PhaseTimer timer(report.seconds.solve);
        PcgSettings settings = pcg_settings(in, equation);
        settings.is_known = is_known;
        const PcgReport solved = pcg_.solve(matrix_, right_side_, filter_, settings, solution_);
        report.cg_iterations += solved.iterations;
        if (!solved.converged) {
            report.is_usable = false;
            report.reason = "the linear solve did not converge in " + std::to_string(solved.iterations) + " iterations";
            return false;
        }
        const bool is_last = newton + 1 == in.solve.newton_steps;
        parallel_for_each(in.model.particle_count(), [&](std::size_t i) {
            change[i] += solution_[i];
            position[i] = free_position[i] + change[i];
            velocity[i] = free_velocity[i] + rate * change[i];
            if (is_last) return;  // what is left is needed for the constraint forces
            point_[i] = position[i];
            solution_[i].setZero();
        });
        for (const HeldParticle& particle : in.held.list()) {
            for_each_held(in, equation, particle, [&](const Vec3& d, Real, Real speed) {
                set_along(d, speed, velocity[at(particle.particle)]);
            });
        }
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
