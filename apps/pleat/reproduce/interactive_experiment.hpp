// The scenes of Fuhrmann, Gross & Luckas 2003: how fast they are, how stretched, and where cloth crosses itself.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reproduce/reproduction.hpp"
#include "trials.hpp"

namespace pleat {

/// A scene of the paper, or one of ours beside it.
struct InteractiveScene {
    const char* id;           ///< for programs
    const char* title;        ///< "tablecloth, dragged by a corner"
    bool has_self_collision;  ///< whether cloth touches cloth
    std::string text;         ///< of the scene, but for the self collision and the fail-safe
    std::vector<Real> shown;  ///< shares of the run at which there are pictures
};
std::vector<InteractiveScene> interactive_scenes(bool is_quick);

/// What a run shows.
struct InteractiveRun {
    Trial trial{};
    Real seconds = 0;           ///< of processor time, a frame, on one thread
    Real worst_stretch = 0;     ///< of any edge in any frame, relative
    Real mean_stretch = 0;      ///< over all edges in the last frame
    int crossings_at_rest = 0;  ///< pairs of triangles of the cloth, in the last frame, counted exactly
    int crossed_frames = 0;     ///< that have any
    int most_crossings = 0;     ///< of a frame
};

/// A scene with the fail-safe, and as the paper has it.
struct InteractiveRuns {
    InteractiveScene scene;
    InteractiveRun safe, plain;
};

/// Runs all scenes; none if a signal to stop came first.
std::optional<std::vector<InteractiveRuns>> run_interactive(const ReproductionSettings& settings);

}  // namespace pleat
