// The driven flag of Parks & Forsyth 2002: its runs, and what is read off them.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "reproduce/reproduction.hpp"
#include "trials.hpp"

namespace pleat {

/// One run of the flag.
struct FlagRun {
    Real step = 0;                ///< [s]
    TimeIntegrator integrator{};  ///< backward Euler or generalized-alpha
    Real rho = 0;                 ///< of the latter
    Trial trial{};
    std::vector<Vec2> energy{};         ///< [s, J] above static equilibrium, a point a frame
    std::optional<Real> decay{};        ///< [1/s] of that, after the corners have stopped: the median of `decays`
    std::vector<Real> decays{};         ///< of this run and its repetitions, increasing
    std::optional<Real> half_period{};  ///< [s] of the swing at the end; none: it has stopped
    Real driven_iterations = 0;         ///< of the linear solve, a step, while the corners are driven
    Real all_iterations = 0;            ///< a step, in the whole run
    Real evaluations = 0;               ///< of the forces, a step
    /// Of a step of either integrator, tried from each frame of this run, in all; only of the paper's runs.
    Real euler_iterations = 0, alpha_iterations = 0;

    std::string name() const;
};

/// All runs.
struct FlagExperiment {
    Real stop = 30;  ///< [s] when the corners stop
    Real end = 60;   ///< [s]
    std::vector<FlagRun> runs;

    /// The run with these settings, which must be there.
    const FlagRun& run(TimeIntegrator integrator, Real step, Real rho = 0) const;
    /// Decay of backward Euler divided by that of generalized-alpha with rho = 0; none if one of them is none.
    std::optional<Real> decay_ratio(Real step) const;
    /// A figure of generalized-alpha with rho = 0 divided by that of backward Euler.
    Real work_ratio(Real step, Real FlagRun::*figure) const;
    /// CG iterations of a step of generalized-alpha with rho = 0 divided by those of one of backward Euler, from the
    /// same states: those of both runs.
    Real same_states_ratio(Real step) const;
};

/// Which runs are made.
enum class FlagRuns {
    paper,  ///< the paper's four
    all,    ///< and other values of rho; the paper's several times, if it need not be quick
};

/// Simulates a flag that differs from the scene's by `overrides` ("key=value"); none if a signal to stop came first.
std::optional<FlagExperiment> run_flag_experiment(const ReproductionSettings& settings, FlagRuns runs,
                                                  const std::vector<std::string>& overrides = {});

}  // namespace pleat
