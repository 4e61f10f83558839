#include <algorithm>
#include <cmath>

#include <pleat/core/parallel.hpp>
#include <pleat/solvers/composed_solver.hpp>
#include <pleat/solvers/stretch_change.hpp>

namespace pleat {
namespace {

std::shared_ptr<const BlockPattern> make_pattern(const Model& model, std::span<const std::unique_ptr<Force>> forces) {
    BlockPattern::Builder builder(model.particle_count());
    for (const auto& force : forces) force->couple(builder);
    return std::make_shared<const BlockPattern>(builder.build());
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
    : recipe_(std::move(recipe)), system_(make_pattern(model, recipe_.forces)) {
    for (const auto& force : recipe_.forces) force->bind(system_.matrix.pattern());
}

StepReport ComposedSolver::step(const Model& model, const Scene& scene, const State& now, Real dt, State& next) {
    StepReport report;
    next.time = now.time + dt;
    next.frame = now.frame;
    next.control = now.control;
    next.settling_energy = now.settling_energy;

    const ConstraintInput constraint_input{model, scene, now, dt};
    held_.reset(model.particle_count());
    for (const auto& constraint : recipe_.constraints) constraint->apply(constraint_input, next, held_);

    const IntegratorInput integrator_input{model, scene, recipe_.forces, held_, recipe_.pcg, now, dt};
    recipe_.integrator->step(integrator_input, system_, next, report, constraint_forces_);
    if (!report.is_usable) return report;

    if (!is_finite(next)) {
        report.is_usable = false;
        report.reason = "the step gave numbers that are not finite";
        return report;
    }
    for (const auto& constraint : recipe_.constraints) {
        report.max_constraint_error = std::max(report.max_constraint_error, constraint->error(constraint_input, next));
    }
    const Largest change = largest_stretch_change(model, now.position, next.position);
    report.max_stretch_change = change.value;
    report.worst_triangle = change.index;
    return report;
}

void ComposedSolver::add_energies(const Model& model, const Scene& scene, const State& state,
                                  Energies& energies) const {
    // Held as in the last step; before the first one, as if nothing were held.
    const ForceInput where{model, scene, script_time(state.time), state.position, state.velocity, held_.fixed()};
    for (const auto& force : recipe_.forces) force->add_energies(where, energies);
}

}  // namespace pleat
