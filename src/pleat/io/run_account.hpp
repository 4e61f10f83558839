// What a run has to tell about itself: which scene it computed, how it ended, and the accounts of its frames.
#pragma once
#include <span>
#include <string>
#include <vector>

#include <pleat/sim/frame_stats.hpp>
#include <pleat/sim/simulation.hpp>

namespace pleat {

/// How far a run has come.
enum class RunStatus {
    finished,      ///< all frames that were asked for are there
    interrupted,   ///< it was stopped and can be resumed
    cannot_go_on,  ///< no step was small enough; the frames before are there
};

/// A cloth of the run; cloths follow each other in the mesh that is written.
struct ClothAccount {
    std::string name;
    int particles = 0;
    int triangles = 0;
    ClothColors colors{};
};

/// A solid of the run.
struct SolidAccount {
    std::string name;
    std::string shape;  ///< "sphere", "mesh"
    int positions = 0;
    int triangles = 0;
    bool is_moving = false;
    std::string color{};  ///< as in Solid
};

/// A run and its frames.
struct RunAccount {
    std::string title;       ///< of the scene
    std::string scene_file;  ///< name of the scene's file, without its folder
    std::string method;      ///< preset
    std::string integrator;  ///< how time advanced
    int threads = 0;         ///< really used
    int particles = 0;
    int triangles = 0;
    std::vector<ClothAccount> cloths;
    std::vector<SolidAccount> solids;
    Real frame_rate = 0;  ///< [1/s]
    RunStatus status = RunStatus::finished;
    std::string reason;  ///< why it cannot go on; empty otherwise
    std::vector<FrameStats> frames;
};

/// An account without frames.
RunAccount make_account(const Simulation& simulation, const std::string& title, const std::string& scene_file);

/// The longest edge of all, compared with its rest length, at the end of a frame.
struct WorstStretch {
    Real stretch = 0;                ///< relative
    std::string direction = "none";  ///< "warp", "weft", "bias", or "none" if no edge was ever stretched
    int frame = 0;
};

/// Sums over all frames.
struct RunTotals {
    int frames = 0;
    long long steps = 0;
    long long rejections = 0;
    long long evaluations = 0;
    long long cg_iterations = 0;
    WorstStretch worst_stretch;
    PhaseSeconds seconds;
};

RunTotals sum_frames(std::span<const FrameStats> frames);

}  // namespace pleat
