// The scene `pins`: a level sheet of 1 m x 1 m that is held by two corners and swings down without air, 30 frames a
// second. Cloth passes through itself.
#pragma once
#include <cstdint>
#include <vector>

#include <pleat/pleat.hpp>

namespace pleat::bench {

struct PinsScene {
    Model model;
    Scene scene;
};

/// What to run.
struct PinsSettings {
    int particles = 2601;  ///< about
    int frames = 75;
    int threads = 1;
    Real bend_factor = 1;  ///< times the bend stiffness of cotton
    Real density = 0;      ///< [kg/m^2] 0: that of cotton
    BendModel bend = BendModel::plate;
    TimeIntegrator integrator = TimeIntegrator::backward_euler;
    int steps_a_frame = 2;
};

PinsScene make_pins_scene(const PinsSettings& settings);

/// What one frame took.
struct PinsFrame {
    Real wall = 0;   ///< [s]
    Real cpu = 0;    ///< [s] of all threads, user and system, by getrusage
    Real solve = 0;  ///< [s] wall time of the linear solves
    int steps = 0;
    int cg_iterations = 0;
};

/// A run and what came out of it, so that a time never stands alone.
struct PinsRun {
    PinsSettings settings;
    int particles = 0;
    std::vector<PinsFrame> frames;
    Real stretch_last = 0;    ///< largest of the edges along warp and weft, at the last frame
    Real stretch_mean = 0;    ///< mean over the frames of the largest
    Real peak_rms_speed = 0;  ///< [m/s] largest over the frames, by how far particles come in a frame
    std::uint64_t hash = 0;   ///< of the last state

    /// Over the first `count` frames, or all.
    PinsFrame sum(int count = -1) const;
    int frame_count() const { return static_cast<int>(frames.size()); }
};

PinsRun run_pins(const PinsSettings& settings);

/// [s] that this process and its threads have used.
Real cpu_seconds();

}  // namespace pleat::bench
