// Owns a model, a scene and a solver, and advances them in time. Start reading here.
#pragma once
#include <functional>
#include <memory>
#include <span>

#include <pleat/core/parallel.hpp>
#include <pleat/model/model.hpp>
#include <pleat/model/scene.hpp>
#include <pleat/model/state.hpp>
#include <pleat/sim/energy_ledger.hpp>
#include <pleat/sim/frame_stats.hpp>
#include <pleat/sim/step_control.hpp>
#include <pleat/solvers/method.hpp>
#include <pleat/solvers/solver.hpp>

namespace pleat {

/// How a model is simulated.
struct SimulationSettings {
    MethodSettings method;
    StepSettings steps;
    Real frame_rate = 30;  ///< [1/s]
    Real settle = 0;       ///< [s] simulated before frame 0, with pins and wind as at time 0
    int threads = 0;       ///< 0: all cores; changes the speed, never the result
    /// Whether to record how far corrections move each particle; takes some time, and never changes the result.
    bool record_moves = false;
};

/// Everything needed to go on with a simulation, to the bit.
struct Snapshot {
    State state;
    FrameStats frame_so_far;        ///< of the frame that was being computed
    FrameStats last_frame;          ///< of the frame that was finished last
    MovedParticles moved_so_far{};  ///< of the frame that was being computed, if it was recorded
};

/// A simulation. Several may live in one process; the library never prints.
class Simulation {
public:
    /// Throws ErrorKind::bad_input if model, scene and settings do not fit together.
    Simulation(Model model, Scene scene, SimulationSettings settings = {});

    /// Computes the next frame; before the first one, settles if the settings ask for it. Between steps, also those
    /// that were thrown away, `should_stop` is asked, if given; when it says so, this returns false and a later call
    /// finishes the frame. Throws ErrorKind::cannot_go_on when no step is small enough; the state is then the last good
    /// one.
    bool advance_frame(const std::function<bool()>& should_stop = {});

    /// Computes one step of at most `longest` seconds, whatever the frame; returns its size [s]. Throws as above.
    Real advance_step(Real longest);

    const Model& model() const { return model_; }
    const Scene& scene() const { return scene_; }
    /// May be changed between steps; pins must stay as many and hold the same particles, the pointer may take hold of
    /// any and let them go.
    Scene& scene() { return scene_; }
    const SimulationSettings& settings() const { return settings_; }
    int thread_count() const { return threads_.count(); }
    const State& state() const { return now_; }

    /// The account of the frame computed last, or of the start.
    const FrameStats& frame_stats() const { return stats_; }
    /// Of the frame that is being computed, with the state as it is now.
    FrameStats frame_so_far() const;
    /// How far corrections and the fail-safe moved each particle in the frame computed last, if the settings ask for
    /// it; zeros for the start, and after `restore` and `take_over`.
    const MovedParticles& frame_moves() const { return moved_; }
    /// [J] Of the state as it is now.
    Energies energies() const;
    /// From the end of the frame computed last, or the start, to the state as it is now.
    EnergyLedger ledger() const;
    /// Force with which each held particle is held, from the last step.
    std::span<const ConstraintForce> constraint_forces() const;

    Snapshot snapshot() const;
    /// Throws ErrorKind::bad_input if the snapshot belongs to another model.
    void restore(Snapshot snapshot);
    /// Goes on, by this method and with this fabric, from where another simulation of as many particles is: at its
    /// time, with its positions, velocities and grips of pins. All else begins anew. Throws as above.
    void take_over(const State& state);

private:
    void check_pointer() const;
    bool try_step(Real remaining);
    bool judge(const StepReport& report);
    void settle();
    void finish_frame();

    Model model_;
    Scene scene_;
    SimulationSettings settings_;
    Threads threads_;
    std::unique_ptr<Solver> solver_;
    StepControl control_;
    State now_;
    State next_;
    FrameStats stats_;              // of the last finished frame
    FrameStats current_;            // of the frame being computed
    MovedParticles moved_;          // in the last finished frame
    MovedParticles current_moved_;  // in the frame being computed
};

}  // namespace pleat
