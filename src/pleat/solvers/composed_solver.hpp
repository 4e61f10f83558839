// A method put together from parts. Every preset is one of these: its way to move the cloth, and the fail-safe.
#pragma once
#include <memory>
#include <optional>

#include <pleat/solvers/advance.hpp>
#include <pleat/solvers/fail_safe.hpp>
#include <pleat/solvers/recipe.hpp>
#include <pleat/solvers/solver.hpp>

namespace pleat {

/// Runs the parts in turn.
class ComposedSolver final : public Solver {
public:
    ComposedSolver(const Model& model, Recipe recipe);

    StepReport step(const Model& model, const Scene& scene, const State& now, Real dt, State& next) override;
    void add_energies(const Model& model, const Scene& scene, const State& state, Energies& energies) const override;
    void begin(const Scene& scene, State& start) override { advance_->begin(scene, start); }
    MovedParticles record_moves() override;
    std::span<const ConstraintForce> constraint_forces() const override { return advance_->constraint_forces(); }

private:
    bool keep_apart(const ConstraintInput& in, State& next, StepReport& report);
    Real total_energy(const ConstraintInput& in, const State& state) const;

    const Recipe recipe_;
    std::shared_ptr<ClothSearch> search_;
    std::unique_ptr<Advance> advance_;
    HeldByPins pins_;
    FailSafe fail_safe_;
    const std::size_t particles_;
    std::optional<MoveRecorder> moves_;  // if somebody asked
};

}  // namespace pleat
