#include <algorithm>
#include <cctype>
#include <cstdio>
#include <system_error>
#include <utility>

#include <pleat/core/error.hpp>
#include <pleat/io/energy_csv.hpp>
#include <pleat/io/file.hpp>
#include <pleat/io/obj_writer.hpp>
#include <pleat/io/open_file.hpp>
#include <pleat/io/ply_writer.hpp>
#include <pleat/io/run_folder.hpp>
#include <pleat/io/stats_json.hpp>
#include <pleat/sim/checkpoint.hpp>

namespace pleat {
namespace {

namespace fs = std::filesystem;

std::string numbered(int frame, const char* extension) {
    char name[32];
    std::snprintf(name, sizeof name, "cloth_%04d.%s", frame, extension);
    return name;
}

bool is_numbered_frame(const std::string& name) {
    constexpr std::string_view kPrefix = "cloth_";
    if (!name.starts_with(kPrefix) || !(name.ends_with(".obj") || name.ends_with(".ply"))) return false;
    const std::string number = name.substr(kPrefix.size(), name.size() - kPrefix.size() - 4);
    return number.size() >= 4 &&
           std::all_of(number.begin(), number.end(), [](unsigned char c) { return std::isdigit(c); });
}

// What write_file leaves behind when the program is killed within it.
bool is_left_over(const std::string& name) {
    if (!name.ends_with(".tmp")) return false;
    return name.starts_with(".cloth") || name.starts_with(".stats.json.") || name.starts_with(".energy.csv.") ||
           name.starts_with(".state.pleat.");
}

template <class Predicate>
void remove_files(const fs::path& folder, Predicate&& is_meant) {
    std::error_code none;
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(folder, none)) {
        if (is_meant(entry.path().filename().string())) found.push_back(entry.path());
    }
    for (const fs::path& file : found) remove_file(file);
}

bool is_left_over_solid(const std::string& name) {
    return name.starts_with(".") && name.find(".obj.") != name.npos && name.ends_with(".tmp");
}

void remove_left_overs(const RunFiles& files) {
    for (const fs::path& folder : {files.folder, files.folder / "obj", files.folder / "ply"}) {
        remove_files(folder, is_left_over);
    }
    remove_files(files.solids().folder, is_left_over_solid);
}

// Those that the run in the folder tells of, and those of the one that begins: other files there are not ours.
std::vector<std::string> names_of_solids(const RunFiles& files, const Scene& scene) {
    std::vector<std::string> names;
    for (const Solid& solid : scene.solids) names.push_back(solid.name);
    try {
        const StatsHead head = parse_stats_head(read_file(files.stats()), files.stats().string());
        for (const SolidAccount& solid : head.account.solids) names.push_back(solid.name);
    } catch (const Error&) {
        // No account, or none of ours.
    }
    return names;
}

// The checkpoint goes first: without it, what remains if this is interrupted is no run.
void remove_old_run(const RunFiles& files, const Scene& scene) {
    remove_file(files.checkpoint());
    files.solids().remove(names_of_solids(files, scene));
    files.moved().remove();
    for (const fs::path& file : {files.stats(), files.energy(), files.unfinished_energy_steps(), files.energy_steps(),
                                 files.unfinished_cache(), files.cache(), files.mesh()}) {
        remove_file(file);
    }
    for (const char* folder : {"obj", "ply"}) {
        remove_files(files.folder / folder, is_numbered_frame);
        std::error_code not_empty;
        fs::remove(files.folder / folder, not_empty);
    }
}

Real seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<Real>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

fs::path RunFiles::obj(int frame) const { return folder / "obj" / numbered(frame, "obj"); }
fs::path RunFiles::ply(int frame) const { return folder / "ply" / numbered(frame, "ply"); }

RunFolderContents look_into(const RunFiles& files) {
    if (!is_there(files.checkpoint())) return RunFolderContents::nothing;
    if (is_there(files.unfinished_cache()) || !is_there(files.stats())) return RunFolderContents::unfinished;
    try {
        const StatsHead head = parse_stats_head(read_file(files.stats()), files.stats().string());
        if (head.account.status != RunStatus::interrupted) return RunFolderContents::finished;
    } catch (const Error&) {
        // Not ours: rather keep the run than replace it.
    }
    return RunFolderContents::unfinished;
}

RunFolder::RunFolder(const RunFolderSettings& settings, RunAccount account)
    : settings_(settings), files_{settings.folder}, account_(std::move(account)), lock_(settings.folder) {}

RunFolder RunFolder::begin(const RunFolderSettings& settings, const Simulation& simulation, RunAccount account) {
    make_folder(settings.folder);
    RunFolder run(settings, std::move(account));
    remove_old_run(run.files_, simulation.scene());
    remove_left_overs(run.files_);
    if (settings.output.obj) make_folder(run.files_.folder / "obj");
    if (settings.output.ply) make_folder(run.files_.folder / "ply");
    if (settings.output.pc2) run.cache_.emplace(run.files_.cache(), simulation.model().particle_count(), 0.0f);
    run.solids_ = SolidFiles::begin(run.files_.solids(), simulation.scene().solids);
    if (settings.energy_steps) run.steps_.emplace(run.files_.energy_steps());
    if (simulation.settings().record_moves) {
        run.moved_ = MovedCsvWriter::begin(run.files_.moved(), simulation.frame_moves());
    }
    if (simulation.state().frame == 0) run.add_frame(simulation);
    if (settings.energy_steps) run.step_ledger_.emplace(simulation);
    return run;
}

RunFolder RunFolder::resume(const RunFolderSettings& settings, Simulation& simulation, RunAccount account) {
    const RunFiles files{settings.folder};
    const std::string name = files.checkpoint().string();
    if (!is_there(files.checkpoint())) {
        throw Error(ErrorKind::bad_input, name + ": there is no checkpoint to resume; start without --resume");
    }
    RunFolder run(settings, std::move(account));
    Checkpoint checkpoint = parse_checkpoint(read_file(files.checkpoint()), name, settings.fingerprint);
    const int frames = checkpoint.snapshot.state.frame + 1;
    if (static_cast<int>(checkpoint.frames.size()) != frames) {
        throw Error(ErrorKind::bad_input, name + ": is damaged; start again without --resume");
    }
    simulation.restore(std::move(checkpoint.snapshot));
    run.account_.frames = std::move(checkpoint.frames);
    if (settings.energy_steps) {
        run.steps_ =
            StepCsvWriter::resume(files.energy_steps(), simulation.state().time, -simulation.settings().settle);
        run.step_ledger_.emplace(simulation);
    }
    if (simulation.settings().record_moves) {
        run.moved_ = MovedCsvWriter::resume(files.moved(), simulation.frame_moves(), frames);
    }
    if (settings.output.pc2) {
        run.cache_ = Pc2Writer::resume(files.cache(), simulation.model().particle_count(), frames);
    }
    run.solids_ = SolidFiles::resume(files.solids(), simulation.scene().solids, frames);
    if (settings.output.obj) make_folder(files.folder / "obj");
    if (settings.output.ply) make_folder(files.folder / "ply");
    // From here on the accounts are out of date.
    remove_file(files.stats());
    remove_file(files.energy());
    if (!settings.energy_steps) {
        remove_file(files.energy_steps());
        remove_file(files.unfinished_energy_steps());
    }
    if (!run.moved_) files.moved().remove();
    remove_left_overs(files);
    return run;
}

void RunFolder::add_step(const Simulation& simulation) {
    if (step_ledger_) steps_->append(step_ledger_->after_step(simulation));
}

void RunFolder::add_frame(const Simulation& simulation) {
    add_step(simulation);
    account_.frames.push_back(simulation.frame_stats());
    PhaseSeconds& seconds = account_.frames.back().seconds;
    const Clock::time_point start = Clock::now();
    write_frame(simulation);
    seconds.output = seconds_since(start);
    seconds.total += seconds.output;
    if (!is_checkpoint_due()) return;
    write_checkpoint(simulation);
    // The checkpoint itself could not know how long it takes; the next one does.
    seconds.output += checkpoint_seconds_;
    seconds.total += checkpoint_seconds_;
}

void RunFolder::publish(const Simulation& simulation, RunStatus status, const std::string& reason) {
    write_checkpoint(simulation);
    solids_.finish();
    if (cache_) cache_->finish();
    if (steps_) steps_->finish();
    if (moved_) moved_->finish();
    account_.status = status;
    account_.reason = reason;
    write_file(files_.energy(), format_energy_csv(account_.frames));
    write_file(files_.stats(), format_stats_json(account_));
}

void RunFolder::write_frame(const Simulation& simulation) {
    const Model& model = simulation.model();
    const State& state = simulation.state();
    if (state.frame == 0) write_file(files_.mesh(), format_obj(model, state.position));
    if (cache_) cache_->append(state.position);
    if (moved_) moved_->append(simulation.frame_moves());
    solids_.add_frame(simulation.scene().solids, state.time);
    if (settings_.output.obj) write_file(files_.obj(state.frame), format_obj(model, state.position));
    if (settings_.output.ply) write_file(files_.ply(state.frame), format_ply(model, state.position));
}

void RunFolder::write_checkpoint(const Simulation& simulation) {
    const Clock::time_point start = Clock::now();
    if (cache_) cache_->flush();
    solids_.flush();
    if (steps_) steps_->flush();
    if (moved_) moved_->flush();
    const Checkpoint checkpoint{settings_.fingerprint, simulation.snapshot(), account_.frames};
    write_file(files_.checkpoint(), format_checkpoint(checkpoint));
    checkpoint_seconds_ = seconds_since(start);
    last_checkpoint_ = Clock::now();
}

// Large models take a while to save: at most a twentieth of the time goes there.
bool RunFolder::is_checkpoint_due() const {
    if (!last_checkpoint_ || settings_.checkpoint_interval == 0) return true;
    return seconds_since(*last_checkpoint_) >= std::max(settings_.checkpoint_interval, 20 * checkpoint_seconds_);
}

}  // namespace pleat
