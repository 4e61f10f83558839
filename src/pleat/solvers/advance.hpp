// How a method moves the cloth in a step: by a solve, or by substeps with corrections. What follows in every method,
// the fail-safe and the account, is up to ComposedSolver.
#pragma once
#include <memory>
#include <span>

#include <pleat/solvers/fail_safe.hpp>
#include <pleat/solvers/recipe.hpp>
#include <pleat/solvers/solver.hpp>

namespace pleat {

/// The part of a step before the fail-safe. Keeps work space, and nothing that changes the next result.
class Advance {
public:
    virtual ~Advance() = default;

    /// Finds what is wrong with the state that a simulation starts from and has to be mended by steps.
    virtual void begin(const Scene& scene, State& start) = 0;

    /// Writes where and how fast the cloth would be at the end of the step. False if it cannot be used; the report says
    /// why.
    virtual bool move(const ConstraintInput& in, State& next, StepReport& report) = 0;

    /// Whether what the fail-safe changed asked for more to be moved, which it has to see then.
    virtual bool move_again(const ConstraintInput&, State& /*next*/, StepReport&) { return false; }

    /// Who moves particles within `move`.
    virtual std::vector<CorrectionKind> corrections() const { return {}; }

    /// What stands in the way in the step that was moved last.
    virtual Obstacles obstacles() const = 0;

    /// The rest of what `next` remembers, and the account, after the fail-safe, which may have moved particles.
    virtual void finish(const ConstraintInput& in, bool was_moved, State& next, StepReport& report) = 0;

    /// What was held in the step that was moved last; before the first one, nothing.
    virtual const HeldParticles& held() const = 0;

    virtual std::span<const ConstraintForce> constraint_forces() const = 0;
};

/// By backward Euler, generalized-alpha and their kind: one linear solve a Newton step, with contacts in it.
std::unique_ptr<Advance> make_implicit_advance(const Model& model, const Recipe& recipe,
                                               std::shared_ptr<ClothSearch> search);

/// By Verlet's rule in substeps, each followed by corrections.
std::unique_ptr<Advance> make_verlet_advance(const Model& model, const Recipe& recipe,
                                             std::shared_ptr<ClothSearch> search);

}  // namespace pleat
