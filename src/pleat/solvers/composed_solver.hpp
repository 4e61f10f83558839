// A method put together from parts: forces, constraints and an integrator. Every preset is one of these.
#pragma once
#include <memory>
#include <vector>

#include <pleat/constraints/cloth_contact.hpp>
#include <pleat/constraints/constraint.hpp>
#include <pleat/constraints/solid_contact.hpp>
#include <pleat/forces/force.hpp>
#include <pleat/integrators/integrator.hpp>
#include <pleat/solvers/fail_safe.hpp>
#include <pleat/solvers/method.hpp>
#include <pleat/solvers/solver.hpp>

namespace pleat {

/// The parts of a method.
struct Recipe {
    std::vector<std::unique_ptr<Force>> forces;
    std::vector<std::unique_ptr<Constraint>> constraints;
    std::unique_ptr<Integrator> integrator;
    SolveSettings solve;
    PreconditionerKind preconditioner = PreconditionerKind::two_level;
    bool cloth_contact = true;
};

/// Runs the parts in turn.
class ComposedSolver final : public Solver {
public:
    ComposedSolver(const Model& model, Recipe recipe);

    StepReport step(const Model& model, const Scene& scene, const State& now, Real dt, State& next) override;
    void add_energies(const Model& model, const Scene& scene, const State& state, Energies& energies) const override;
    void begin(const Scene& scene, State& start) override;
    std::span<const ConstraintForce> constraint_forces() const override { return constraint_forces_; }

private:
    bool solve_with_contacts(const ConstraintInput& in, State& next, StepReport& report);
    bool review_contacts(const ConstraintInput& in, bool is_last, const State& next, StepReport& report);
    bool solve_once(const ConstraintInput& in, bool is_repeated, State& next, StepReport& report);
    bool keep_from_crossing(const ConstraintInput& in, State& next, StepReport& report);
    Real total_energy(const ConstraintInput& in, const State& state) const;
    EnergyFlows power_at_stage(const Model& model, const Scene& scene) const;

    Recipe recipe_;
    ImplicitStage stage_;
    HeldParticles held_;
    std::shared_ptr<ClothSearch> search_;
    SolidContact solid_contact_;
    ClothContact cloth_contact_;
    Contacts contacts_;  // of the last step
    HeldByPins pins_;
    FailSafe fail_safe_;
    std::vector<ConstraintForce> constraint_forces_;
};

}  // namespace pleat
