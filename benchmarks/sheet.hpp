// The two scenes of the race: a level sheet of 1 m x 1 m, 30 frames a second. In `pins` it is held by two corners and
// swings down without air, and passes through itself. In `cylinder` it falls on a cylinder and folds.
#pragma once
#include <cstdint>
#include <vector>

#include <pleat/pleat.hpp>

namespace pleat::bench {

enum class Race { pins, cylinder };

struct SheetScene {
    Model model;
    Scene scene;
};

/// What to run.
struct SheetSettings {
    Race race = Race::pins;
    int particles = 2601;  ///< about
    int frames = 75;
    int threads = 1;
    Real bend_factor = 1;  ///< times the bend stiffness of cotton
    Real density = 0;      ///< [kg/m^2] 0: that of cotton
    BendModel bend = BendModel::plate;
    TimeIntegrator integrator = TimeIntegrator::backward_euler;
    int steps_a_frame = 2;
    bool cloth_contact = true;  ///< in `cylinder`
};

SheetScene make_sheet_scene(const SheetSettings& settings);

/// What one frame took.
struct SheetFrame {
    Real wall = 0;         ///< [s]
    Real cpu = 0;          ///< [s] of all threads, user and system, by getrusage
    PhaseSeconds seconds;  ///< [s] wall time of its parts
    int steps = 0;
    int cg_iterations = 0;
};

/// A run and what came out of it, so that a time never stands alone.
struct SheetRun {
    SheetSettings settings;
    int particles = 0;
    std::vector<SheetFrame> frames;
    Real stretch_last = 0;    ///< largest of the edges along warp and weft, at the last frame
    Real stretch_mean = 0;    ///< mean over the frames of the largest
    Real peak_rms_speed = 0;  ///< [m/s] largest over the frames, by how far particles come in a frame
    int crossings = 0;        ///< of cloth with cloth and with the cylinder, in all frames, by the exact audit
    std::uint64_t hash = 0;   ///< of the last state

    /// Over the first `count` frames, or all.
    SheetFrame sum(int count = -1) const;
    int frame_count() const { return static_cast<int>(frames.size()); }
};

SheetRun run_sheet(const SheetSettings& settings);

/// [s] that this process and its threads have used.
Real cpu_seconds();

}  // namespace pleat::bench
