// The runs of Baraff & Witkin 1998 that need no clothes: a sheet on a cylinder, in four resolutions and five
// stiffnesses, and a sheet held by two corners.
#pragma once
#include <optional>
#include <vector>

#include "reproduce/reproduction.hpp"
#include "trials.hpp"

namespace pleat {

/// What a run took, on one thread.
struct LargeStepsRun {
    Trial trial;
    Real factor = 1;           ///< of the stiffness in bending
    Real seconds = 0;          ///< [s] of processor time a frame
    Real smallest_step = 0;    ///< [s]
    Real largest_step = 0;     ///< [s]
    long long steps = 0;       ///< accepted
    long long rejections = 0;  ///< steps thrown away
    Real iterations = 0;       ///< of CG, a step
    PhaseSeconds phases;       ///< over the whole run

    int particles() const { return trial.model.particle_count(); }
};

/// All of them.
struct LargeStepsExperiment {
    LargeStepsRun cylinder;              ///< figure 1
    LargeStepsRun corners;               ///< figure 2
    std::vector<LargeStepsRun> sizes;    ///< figure 1 with fewer and with more particles
    std::vector<LargeStepsRun> stiffer;  ///< figure 1 with other stiffnesses in bending
    /// Figure 1 in all resolutions or stiffnesses, in order.
    std::vector<const LargeStepsRun*> by_size() const;
    std::vector<const LargeStepsRun*> by_stiffness() const;
};

/// Frames that the paper shows of figures 1 and 2.
std::vector<int> cylinder_frames(bool is_quick);
std::vector<int> corner_frames(bool is_quick);

/// Runs all; none if a signal to stop came first.
std::optional<LargeStepsExperiment> run_large_steps(const ReproductionSettings& settings);

/// The exponent p of the power law n^p that fits the times best.
Real growth_exponent(const std::vector<const LargeStepsRun*>& runs);

}  // namespace pleat
