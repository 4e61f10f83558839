// Runs of several variants of a scene, kept in memory, for comparing them.
#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <pleat/io/run_account.hpp>
#include <pleat/io/scene_file.hpp>
#include <pleat/render/film.hpp>

#include "progress_line.hpp"

namespace pleat {

/// A variant that is to be run.
struct TrialPlan {
    std::string label;
    std::filesystem::path scene_file;
    std::vector<std::string> overrides{};  ///< key=value
    std::optional<int> frames{};           ///< instead of the scene's
    int threads = 0;                       ///< 0: all cores
    std::string scene_text{};              ///< instead of what is in the file, which then is only a name
};

/// A variant that was run.
struct Trial {
    std::string label;
    RunAccount account;  ///< also tells if it could not go on
    Model model;
    std::vector<Vec3> middles;            ///< [m] mean of all particles, after each frame
    std::vector<int> kept_frames;         ///< whose positions are kept
    std::vector<std::vector<Vec3>> kept;  ///< [m]
    Snapshot last;                        ///< as it ended
    std::vector<Solid> solids{};
};

/// The scene of a plan. Throws as load_scene() does.
SceneFile load(const TrialPlan& plan);

/// How trials are run.
struct TrialSettings {
    /// Whether the positions of a frame, of so many in all, are kept.
    std::function<bool(int frame, int frames)> keeps;
    /// Called after each frame but the first one, of the plan with that number, if given.
    std::function<void(std::size_t plan, const Simulation& simulation)> watches{};
    Verbosity verbosity = Verbosity::normal;
};

/// Runs all plans in turn, telling how far it is; none if a signal to stop came first. Throws ErrorKind::bad_input
/// before anything runs if a scene cannot be used.
std::optional<std::vector<Trial>> run_trials(std::span<const TrialPlan> plans, const TrialSettings& settings);

/// Pictures of all kept frames of each trial, all seen from one place; none if a signal to stop came first. Film
/// settings name the size.
std::optional<std::vector<std::vector<Picture>>> draw_trials(std::span<const Trial> trials, const FilmSettings& film,
                                                             Verbosity verbosity);

}  // namespace pleat
