#include <algorithm>

#include <pleat/model/kinetic_energy.hpp>
#include <pleat/solvers/composed_solver.hpp>

namespace pleat {
namespace {

std::unique_ptr<Advance> make_advance(const Model& model, const Recipe& recipe, std::shared_ptr<ClothSearch> search) {
    return recipe.integrator ? make_implicit_advance(model, recipe, std::move(search))
                             : make_verlet_advance(model, recipe, std::move(search));
}

}  // namespace

ComposedSolver::ComposedSolver(const Model& model, Recipe recipe)
    : recipe_(std::move(recipe)),
      search_(std::make_shared<ClothSearch>(model.triangle_particles())),
      advance_(make_advance(model, recipe_, search_)),
      fail_safe_(search_),
      particles_(model.positions.size()) {}

MovedParticles ComposedSolver::record_moves() {
    std::vector<std::size_t> movers;
    for (const CorrectionKind kind : advance_->corrections()) movers.push_back(mover_of(kind));
    if (recipe_.fail_safe) movers.push_back(kFailSafeMover);
    moves_.emplace(particles_, movers);
    return moves_->moved();
}

StepReport ComposedSolver::step(const Model& model, const Scene& scene, const State& now, Real dt, State& next) {
    StepReport report;
    if (moves_) {
        moves_->begin_step();
        report.moves = &*moves_;
    }
    next.time = now.time + dt;
    next.frame = now.frame;
    next.control = now.control;
    next.settling_energy = now.settling_energy;
    for (auto* vectors : {&next.position, &next.velocity, &next.acceleration}) vectors->resize(now.position.size());
    const ConstraintInput in{model, scene, now, dt};
    if (!advance_->move(in, next, report)) return report;
    advance_->held().put_in_place(next.position);
    if (recipe_.fail_safe && !keep_apart(in, next, report)) return report;
    advance_->finish(in, report.fail_safe_moves > 0, next, report);
    for (const auto& constraint : recipe_.constraints) {
        report.max_constraint_error = std::max(report.max_constraint_error, constraint->error(in, next));
    }
    return report;
}

// The fail-safe has the last word; what it moved may have to be moved again before.
bool ComposedSolver::keep_apart(const ConstraintInput& in, State& next, StepReport& report) {
    constexpr int kMaxRounds = 6;
    pins_.find(in.model, advance_->held());
    for (int round = 1;; ++round) {
        const int moved_before = report.fail_safe_moves;
        if (!fail_safe_.apply(
                in, pins_, advance_->obstacles(), [&](const State& state) { return total_energy(in, state); }, next,
                report)) {
            return false;
        }
        if (report.fail_safe_moves == moved_before || round == kMaxRounds) return true;
        if (!advance_->move_again(in, next, report)) return true;
    }
}

Real ComposedSolver::total_energy(const ConstraintInput& in, const State& state) const {
    Energies energies;
    energies.kinetic = kinetic_energy(in.model, state);
    add_energies(in.model, in.scene, state, energies);
    return energies.total();
}

void ComposedSolver::add_energies(const Model& model, const Scene& scene, const State& state,
                                  Energies& energies) const {
    // Held as in the last step; before the first one, as if nothing were held.
    const ForceInput where{model,          scene,          script_time(state.time),
                           state.position, state.velocity, advance_->held().fixed()};
    for (const auto& force : recipe_.forces) force->add_energies(where, energies);
    energies.pressing += state.pressing_energy;
}

}  // namespace pleat
