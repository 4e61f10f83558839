#include <algorithm>
#include <cmath>

#include <pleat/core/parallel.hpp>
#include <pleat/linear/block_jacobi.hpp>
#include <pleat/linear/two_level.hpp>
#include <pleat/model/kinetic_energy.hpp>
#include <pleat/solvers/composed_solver.hpp>
#include <pleat/solvers/stretch_change.hpp>

namespace pleat {
namespace {

ImplicitStage make_stage(const Model& model, const Recipe& recipe) {
    BlockPattern::Builder builder(model.particle_count());
    for (const auto& force : recipe.forces) force->couple(builder);
    auto pattern = std::make_shared<const BlockPattern>(builder.build());
    std::unique_ptr<Preconditioner> preconditioner = std::make_unique<BlockJacobi>();
    if (recipe.preconditioner == PreconditionerKind::two_level) {
        preconditioner = std::make_unique<TwoLevel>(model, *pattern);
    }
    return ImplicitStage(std::move(pattern), std::move(preconditioner));
}

bool is_finite(const State& state) {
    const Real bad = parallel_sum(static_cast<int>(state.position.size()), [&](int begin, int end) {
        Real count = 0;
        for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
            if (!state.position[i].allFinite() || !state.velocity[i].allFinite()) ++count;
        }
        return count;
    });
    return bad == 0;
}

}  // namespace

ComposedSolver::ComposedSolver(const Model& model, Recipe recipe)
    : recipe_(std::move(recipe)),
      stage_(make_stage(model, recipe_)),
      search_(std::make_shared<ClothSearch>(model.triangle_particles())),
      solid_contact_(model, search_),
      cloth_contact_(model, search_),
      fail_safe_(search_) {
    for (const auto& force : recipe_.forces) force->bind(stage_.pattern());
}

StepReport ComposedSolver::step(const Model& model, const Scene& scene, const State& now, Real dt, State& next) {
    StepReport report;
    next.time = now.time + dt;
    next.frame = now.frame;
    next.control = now.control;
    next.settling_energy = now.settling_energy;
    for (auto* vectors : {&next.position, &next.velocity, &next.acceleration}) vectors->resize(now.position.size());
    const ConstraintInput constraint_input{model, scene, now, dt};
    if (!solve_with_contacts(constraint_input, next, report)) return report;
    if (!keep_from_crossing(constraint_input, next, report)) return report;
    solid_contact_.finish(constraint_input, contacts_, held_, constraint_forces_, next, report.flows);
    if (recipe_.cloth_contact) cloth_contact_.finish(constraint_input, contacts_, next, report.flows);
    next.tangled.clear();
    next.crossings = 0;
    if (!now.tangled.empty()) cloth_contact_.find_tangled(next);
    for (const auto& constraint : recipe_.constraints) {
        report.max_constraint_error = std::max(report.max_constraint_error, constraint->error(constraint_input, next));
    }
    const Largest change = largest_stretch_change(model, now.position, next.position);
    report.max_stretch_change = change.value;
    report.worst_triangle = change.index;

    const PhaseTimer timer(report.seconds.eval);
    next.power = power_at_stage(model, scene);
    EnergyFlows power = next.power;
    const bool is_trapezoid = recipe_.integrator->power_rule() == PowerRule::trapezoid;
    if (is_trapezoid) power += now.power;
    report.flows += (is_trapezoid ? 0.5 * dt : dt) * power;
    const StepPath path{model, now.position, next.position, dt, held_.fixed()};
    for (const auto& force : recipe_.forces) force->add_damping(path, report.flows);
    return report;
}

// Solves the step until its contacts are what they should be. False if it cannot be used.
bool ComposedSolver::solve_with_contacts(const ConstraintInput& in, State& next, StepReport& report) {
    constexpr int kMaxPasses = 3;
    {
        const PhaseTimer timer(report.seconds.cloth_solid);
        solid_contact_.begin(in, contacts_);
    }
    if (recipe_.cloth_contact) {
        const PhaseTimer timer(report.seconds.cloth_cloth);
        cloth_contact_.begin(in, contacts_);
        solid_contact_.leave_to_cloth(contacts_);
    }
    for (int pass = 1;; ++pass) {
        if (!solve_once(in, pass > 1, next, report)) return false;
        if (!review_contacts(in, pass == kMaxPasses, next, report)) return true;
    }
}

// Whether contacts have to change, if they may.
bool ComposedSolver::review_contacts(const ConstraintInput& in, bool is_last, const State& next, StepReport& report) {
    bool has_changed = false;
    {
        const PhaseTimer timer(report.seconds.cloth_solid);
        solid_contact_.learn_forces(constraint_forces_, contacts_);
        if (is_last) return false;
        has_changed = solid_contact_.review(in, next, contacts_);
    }
    if (recipe_.cloth_contact) {
        const PhaseTimer timer(report.seconds.cloth_cloth);
        if (cloth_contact_.review(in, next, contacts_)) has_changed = true;
        if (has_changed) solid_contact_.leave_to_cloth(contacts_);
    }
    return has_changed;
}

void ComposedSolver::begin(const Scene& scene, State& start) {
    start.inside = solid_contact_.find_inside(scene, start);
    if (recipe_.cloth_contact) cloth_contact_.find_tangled(start);
}

bool ComposedSolver::keep_from_crossing(const ConstraintInput& in, State& next, StepReport& report) {
    pins_.find(in.model, held_);
    const Obstacles obstacles{solid_contact_.surfaces(), solid_contact_.inside(), cloth_contact_.tangled(),
                              recipe_.cloth_contact ? cloth_contact_.least_distance() : 0};
    return fail_safe_.apply(
        in, pins_, obstacles, [&](const State& state) { return total_energy(in, state); }, next, report);
}

Real ComposedSolver::total_energy(const ConstraintInput& in, const State& state) const {
    Energies energies;
    energies.kinetic = kinetic_energy(in.model, state);
    add_energies(in.model, in.scene, state, energies);
    return energies.total();
}

bool ComposedSolver::solve_once(const ConstraintInput& in, bool is_repeated, State& next, StepReport& report) {
    next.history.forget();
    next.history.step = in.dt;
    held_.reset(in.model.particle_count());
    for (const auto& constraint : recipe_.constraints) constraint->apply(in, next, held_);
    solid_contact_.hold(in, contacts_, held_);
    const IntegratorInput integrator_input{in.model, in.scene, recipe_.forces, held_,      recipe_.solve,
                                           in.now,   in.dt,    &contacts_,     is_repeated};
    recipe_.integrator->step(integrator_input, stage_, next, report);
    if (!report.is_usable) return false;
    stage_.find_constraint_forces(integrator_input, next.acceleration, constraint_forces_);
    report.is_usable = is_finite(next);
    if (!report.is_usable) report.reason = "the step gave numbers that are not finite";
    return report.is_usable;
}

EnergyFlows ComposedSolver::power_at_stage(const Model& model, const Scene& scene) const {
    EnergyFlows power;
    const ForceInput where{model, scene, stage_.time, stage_.position, stage_.velocity, held_.fixed(), &contacts_};
    for (const auto& force : recipe_.forces) force->add_power(where, power);
    for (const ConstraintForce& held : constraint_forces_) {
        const bool is_pinned =
            !std::binary_search(contacts_.particles.begin(), contacts_.particles.end(), held.particle, ByParticle());
        if (is_pinned) power.pins += held.force.dot(stage_.velocity[static_cast<std::size_t>(held.particle)]);
    }
    return power;
}

void ComposedSolver::add_energies(const Model& model, const Scene& scene, const State& state,
                                  Energies& energies) const {
    // Held as in the last step; before the first one, as if nothing were held.
    const ForceInput where{model, scene, script_time(state.time), state.position, state.velocity, held_.fixed()};
    for (const auto& force : recipe_.forces) force->add_energies(where, energies);
    energies.pressing += state.pressing_energy;
}

}  // namespace pleat
