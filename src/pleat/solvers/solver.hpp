// The interface of a method: one state in, the next state out.
#pragma once
#include <memory>
#include <span>
#include <string>

#include <pleat/core/parallel.hpp>
#include <pleat/core/timer.hpp>
#include <pleat/corrections/moved_particles.hpp>
#include <pleat/model/model.hpp>
#include <pleat/model/scene.hpp>
#include <pleat/model/state.hpp>
#include <pleat/sim/frame_stats.hpp>
#include <pleat/solvers/method.hpp>

namespace pleat {

/// Force with which a particle is held.
struct ConstraintForce {
    int particle;
    Vec3 force;  ///< [N] on the particle, along its held directions
    Vec3 error;  ///< [N] that the solve left over along the others
};

/// What a step has to say about itself.
struct StepReport {
    bool is_usable = true;  ///< finite, and the linear solve converged
    std::string reason;     ///< why not, in words; empty if usable
    int evaluations = 0;    ///< of the forces
    int cg_iterations = 0;
    int fail_safe_moves = 0;        ///< particles that would have crossed something
    Real max_stretch_change = 0;    ///< largest change of |w_u| or |w_v| of a triangle
    int worst_triangle = -1;        ///< where that was
    Largest longest_thread;         ///< of methods that limit strain: of an edge along a thread, at the end; and which
    Real max_constraint_error = 0;  ///< [m]
    EnergyFlows flows;              ///< [J] during the step
    CorrectionAmounts corrections;
    PhaseSeconds seconds;
    MoveRecorder* moves = nullptr;  ///< the solver's, of this step; none: nobody asked
};

/// A method. Holds tables made from the model and work space, but nothing that changes the next result.
class Solver {
public:
    virtual ~Solver() = default;

    /// Prepares the state that a simulation starts from: finds what is wrong with it and has to be mended by steps.
    virtual void begin(const Scene& scene, State& start) = 0;

    /// Writes the state after `dt` [s] to `next`; `now` is not changed, and `next` may hold anything before.
    virtual StepReport step(const Model& model, const Scene& scene, const State& now, Real dt, State& next) = 0;

    /// From now on records how far corrections and the fail-safe move each particle. Returns the same of no step:
    /// zeros.
    virtual MovedParticles record_moves() = 0;

    /// Adds the potential energies of `state`.
    virtual void add_energies(const Model& model, const Scene& scene, const State& state, Energies& energies) const = 0;

    /// Of the last step.
    virtual std::span<const ConstraintForce> constraint_forces() const = 0;
};

/// Throws ErrorKind::bad_input with the nearest known name if there is no such preset.
std::unique_ptr<Solver> make_solver(const Model& model, const MethodSettings& settings);

}  // namespace pleat
