// The folder of a run: its frames, its account and its checkpoint (docs/command.md lists the files).
//
// At every moment, whatever ends the program, the folder holds whole files only, and if it holds a checkpoint then all
// frames up to it: frames reach the disk before the checkpoint that counts on them.
#pragma once
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <pleat/io/folder_lock.hpp>
#include <pleat/io/moved_csv.hpp>
#include <pleat/io/pc2.hpp>
#include <pleat/io/run_account.hpp>
#include <pleat/io/scene_file.hpp>
#include <pleat/io/solid_files.hpp>
#include <pleat/io/step_csv.hpp>
#include <pleat/sim/simulation.hpp>
#include <pleat/sim/step_ledger.hpp>

namespace pleat {

/// Names of the files in a run's folder.
struct RunFiles {
    std::filesystem::path folder{};

    std::filesystem::path mesh() const { return folder / "cloth.obj"; }   ///< topology, and frame 0
    std::filesystem::path cache() const { return folder / "cloth.pc2"; }  ///< frames 0, 1, ...
    std::filesystem::path unfinished_cache() const { return folder / "cloth.pc2.part"; }
    std::filesystem::path stats() const { return folder / "stats.json"; }
    std::filesystem::path energy() const { return folder / "energy.csv"; }
    std::filesystem::path energy_steps() const { return folder / "energy-steps.csv"; }
    std::filesystem::path unfinished_energy_steps() const { return folder / "energy-steps.csv.part"; }
    std::filesystem::path checkpoint() const { return folder / "state.pleat"; }
    MovedFileNames moved() const { return {folder / "moved"}; }
    SolidFileNames solids() const { return {folder / "solids"}; }
    std::filesystem::path obj(int frame) const;  ///< obj/cloth_0000.obj
    std::filesystem::path ply(int frame) const;  ///< ply/cloth_0000.ply
};

/// What a folder holds of a run.
enum class RunFolderContents {
    nothing,     ///< no checkpoint
    unfinished,  ///< a run that can be resumed and has not come to its end
    finished,    ///< a run that came to its end, also if it could not go on
};

RunFolderContents look_into(const RunFiles& files);

/// Where and what a run writes.
struct RunFolderSettings {
    std::filesystem::path folder{};
    OutputSettings output{};
    std::uint64_t fingerprint = 0;  ///< of the scene
    Real checkpoint_interval = 1;   ///< [s] of wall time, at least, between checkpoints; 0: one after every frame
    bool energy_steps = false;      ///< the ledger of every step too
};

/// Writes a run, with what corrections moved if the simulation records it. Every function throws ErrorKind::io if the
/// disk refuses.
class RunFolder {
public:
    /// Begins anew, replacing all files of a run that is there. Writes frame 0 if the simulation has it already.
    static RunFolder begin(const RunFolderSettings& settings, const Simulation& simulation, RunAccount account);

    /// Goes on with the run in the folder: brings `simulation` to its checkpoint and `account` to its frames. Throws
    /// ErrorKind::bad_input, changing nothing, if there is no checkpoint of this scene.
    static RunFolder resume(const RunFolderSettings& settings, Simulation& simulation, RunAccount account);

    /// Takes note of a step; to be called after each one but the last of a frame.
    void add_step(const Simulation& simulation);

    /// Writes the frame that the simulation has just computed, and now and then a checkpoint.
    void add_frame(const Simulation& simulation);

    /// Writes checkpoint, cache and account. The run can be resumed later, but this object is of no use any more.
    void publish(const Simulation& simulation, RunStatus status, const std::string& reason = "");

    /// With the frames so far.
    const RunAccount& account() const { return account_; }

private:
    using Clock = std::chrono::steady_clock;

    RunFolder(const RunFolderSettings& settings, RunAccount account);
    void write_frame(const Simulation& simulation);
    void write_checkpoint(const Simulation& simulation);
    bool is_checkpoint_due() const;

    RunFolderSettings settings_;
    RunFiles files_;
    RunAccount account_;
    FolderLock lock_;
    std::optional<Pc2Writer> cache_;
    SolidFiles solids_;
    std::optional<StepCsvWriter> steps_;
    std::optional<StepLedger> step_ledger_;
    std::optional<MovedCsvWriter> moved_;
    std::optional<Clock::time_point> last_checkpoint_;  // when it was finished
    Real checkpoint_seconds_ = 0;                       // that the last one took
};

}  // namespace pleat
