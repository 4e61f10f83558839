// pleat run SCENE
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <pleat/core/error.hpp>
#include <pleat/core/hash.hpp>
#include <pleat/core/parallel.hpp>
#include <pleat/io/run_folder.hpp>
#include <pleat/io/scene_file.hpp>
#include <pleat/render/video.hpp>

#include "commands.hpp"
#include "exit_status.hpp"
#include "export_files.hpp"
#include "pictures.hpp"
#include "progress.hpp"
#include "run_options.hpp"
#include "scene_folder.hpp"
#include "shell_word.hpp"
#include "stop_signal.hpp"

namespace pleat {
namespace {

namespace fs = std::filesystem;

// A run, read and ready to begin.
struct Run {
    const RunOptions& options;
    fs::path scene_file;
    fs::path folder;
    int frames;
    std::vector<const ExportFormat*> exports;
    Simulation simulation;
    RunFolderSettings output;
    RunAccount account;
};

// The point cache is what a run writes anyway.
std::vector<const ExportFormat*> find_exports(const RunOptions& options) {
    if (options.exports.empty()) return {};
    std::vector<const ExportFormat*> formats = parse_formats(options.exports);
    std::erase_if(formats, [](const ExportFormat* format) { return std::string_view(format->name) == "pc2"; });
    return formats;
}

Run prepare(const RunOptions& options) {
    const fs::path scene_file = find_scene(options.scene);
    SceneFile scene = load_scene(scene_file, options.overrides);
    if (options.threads) scene.settings.threads = *options.threads;
    scene.settings.record_moves = options.moves;
    const fs::path folder = options.folder(scene_file);
    Simulation simulation(std::move(scene.model), std::move(scene.scene), scene.settings);
    const std::string title = scene.title.empty() ? scene_file.stem().string() : scene.title;
    RunAccount account = make_account(simulation, title, scene_file.filename().string());
    return {options,
            scene_file,
            folder,
            options.frames.value_or(scene.frames),
            find_exports(options),
            std::move(simulation),
            {folder, scene.output, scene.fingerprint, options.checkpoint_interval, options.energy_steps},
            std::move(account)};
}

RunFolder open_folder(Run& run) {
    if (run.options.resume) return RunFolder::resume(run.output, run.simulation, run.account);
    if (!run.options.overwrite && look_into({run.folder}) == RunFolderContents::unfinished) {
        throw Error(ErrorKind::bad_input, run.folder.string() +
                                              ": holds an unfinished run; go on with it with --resume, replace it "
                                              "with --overwrite, or choose another folder with --out");
    }
    return RunFolder::begin(run.output, run.simulation, run.account);
}

// What is left of a bad start: cloth inside solids, or through itself.
void print_bad_start(const FrameStats& last) {
    if (last.inside > 0) {
        fmt::print("{} still inside solids: let the run go on, or start the cloth outside.\n",
                   last.inside == 1 ? "1 particle is" : fmt::format("{} particles are", last.inside));
    }
    if (last.crossings > 0) {
        fmt::print("The cloth still crosses itself in {}: let the run go on, or start it without crossings.\n",
                   last.crossings == 1 ? "1 place" : fmt::format("{} places", last.crossings));
    }
}

void print_summary(const Run& run, const RunAccount& account, Real elapsed) {
    if (run.options.verbosity() == Verbosity::quiet) return;
    const RunTotals totals = sum_frames(account.frames);
    const PhaseSeconds& s = totals.seconds;
    fmt::print("{} frames of \"{}\" are in {}\n", totals.frames, account.title, run.folder.string());
    const WorstStretch& worst = totals.worst_stretch;
    fmt::print("worst stretch  {:.2f} % ({}, frame {})\n", 100 * worst.stretch, worst.direction, worst.frame);
    fmt::print("steps          {}, {} rejected, {} cg iterations\n", totals.steps, totals.rejections,
               totals.cg_iterations);
    fmt::print(
        "time           {} now, {:.4g} s a frame: eval {:.3g}, solve {:.3g}, cloth-cloth {:.3g}, cloth-solid "
        "{:.3g}, corrections {:.3g}, output {:.3g} s\n",
        format_duration(elapsed), s.total / std::max(1, totals.frames), s.eval, s.solve, s.cloth_cloth, s.cloth_solid,
        s.corrections, s.output);
    if (account.frames.empty()) return;
    fmt::print("hash           {}\n", to_hex(account.frames.back().hash));
    print_bad_start(account.frames.back());
}

// Computes the frames that are missing; false if a signal came first. What is computed is in `folder`.
bool compute_frames(Run& run, RunFolder& folder, Progress& progress) {
    const auto should_stop = [&] {
        folder.add_step(run.simulation);
        return stop_signal() != 0;
    };
    while (run.simulation.state().frame < run.frames) {
        if (stop_signal() != 0 || !run.simulation.advance_frame(should_stop)) return false;
        folder.add_frame(run.simulation);
        progress.show(folder.account().frames.back());
    }
    return true;
}

int finish_interrupted(const Run& run, RunFolder& folder) {
    folder.publish(run.simulation, RunStatus::interrupted);
    fmt::print(stderr, "pleat: stopped after frame {} of {}; to go on: {}\n", run.simulation.state().frame, run.frames,
               run.options.resume_command(run.folder));
    return kSignal + stop_signal();
}

[[noreturn]] void explain_failure(const Run& run, RunFolder& folder, const Error& error) {
    if (error.kind() == ErrorKind::cannot_go_on) {
        folder.publish(run.simulation, RunStatus::cannot_go_on, error.what());
        throw Error(error.kind(), fmt::format("the simulation cannot go on: {}; the frames before are in {}",
                                              error.what(), run.folder.string()));
    }
    const bool can_resume = look_into({run.folder}) != RunFolderContents::nothing;
    throw Error(error.kind(), can_resume ? fmt::format("{}; when that is put right: {}", error.what(),
                                                       run.options.resume_command(run.folder))
                                         : std::string(error.what()));
}

fs::path sheet_file(const Run& run) {
    return run.options.sheet->empty() ? run.folder / "sheet.png" : fs::path(*run.options.sheet);
}

fs::path video_file(const Run& run) {
    return run.options.video->empty() ? run.folder / "video.mp4" : fs::path(*run.options.video);
}

// Before anything is computed that could not be shown.
void check_results(const Run& run) {
    if (run.options.sheet) check_sheet(sheet_file(run));
    if (run.options.video) check_video(video_file(run));
    if (run.output.output.pc2) return;
    if (run.options.video || run.options.sheet) {
        throw Error(ErrorKind::bad_input, "pictures are drawn from the point cache; add \"pc2\" to output.formats");
    }
    if (!run.options.exports.empty()) {
        throw Error(ErrorKind::bad_input, "--export reads the point cache; add \"pc2\" to output.formats");
    }
}

// Draws what was asked for; false if a signal came first.
bool draw_pictures(const Run& run) {
    if (!run.options.sheet && !run.options.video) return true;
    const Animation animation(run.folder);
    Drawing drawing{animation, parse_frames("all", animation.frame_count()), {}, run.options.verbosity()};
    const bool is_quiet = run.options.verbosity() == Verbosity::quiet;
    if (run.options.sheet) {
        Drawing sheet = drawing;
        sheet.frames = spread_frames(drawing.frames, 12);
        if (!draw_sheet(sheet, sheet_file(run))) return false;
        if (!is_quiet) fmt::print("contact sheet  {}\n", sheet_file(run).string());
    }
    if (run.options.video) {
        drawing.film.render = {{854, 480}, 6};
        if (!draw_video(drawing, video_file(run))) return false;
        if (!is_quiet) fmt::print("video          {}\n", video_file(run).string());
    }
    return true;
}

// Writes the formats that were asked for; false if a signal came first.
bool export_run(const Run& run) {
    if (run.exports.empty()) return true;
    const Animation animation(run.folder);
    const bool is_quiet = run.options.verbosity() == Verbosity::quiet;
    return write_exports(animation, parse_frames("all", animation.frame_count()),
                         export_targets(run.exports, run.folder, "cloth"), [&](const fs::path& path) {
                             if (!is_quiet) fmt::print("export         {}\n", path.string());
                         });
}

int run_scene(const RunOptions& options) {
    Run run = prepare(options);
    check_results(run);
    watch_for_stop_signals();
    const bool was_finished = options.resume && look_into({run.folder}) == RunFolderContents::finished;
    RunFolder folder = open_folder(run);
    Progress progress(options.verbosity(), static_cast<int>(folder.account().frames.size()), run.frames);
    const bool is_nothing_left = run.simulation.state().frame >= run.frames;
    try {
        const bool is_finished = compute_frames(run, folder, progress);
        progress.clear();
        if (!is_finished) return finish_interrupted(run, folder);
        folder.publish(run.simulation, RunStatus::finished);
    } catch (const Error& error) {
        progress.clear();
        explain_failure(run, folder, error);
    }
    if (was_finished && is_nothing_left && options.verbosity() != Verbosity::quiet) {
        fmt::print("Nothing was left to do: frame {} was there already.\n", run.frames);
    }
    print_summary(run, folder.account(), progress.elapsed());
    if (!export_run(run)) {
        fmt::print(
            stderr,
            "pleat: stopped while exporting; the run itself is finished, and pleat convert {} --to {} does that\n",
            shell_word(run.folder.string()), shell_word(options.exports));
        return kSignal + stop_signal();
    }
    bool is_drawn = false;
    Threads(options.threads.value_or(0)).run([&] { is_drawn = draw_pictures(run); });
    if (is_drawn) return kDone;
    fmt::print(stderr, "pleat: stopped while drawing; the run itself is finished, and pleat render {} draws it\n",
               run.folder.string());
    return kSignal + stop_signal();
}

}  // namespace

Action define_run(CLI::App& command) {
    const auto options = std::make_shared<RunOptions>();
    add_options(command, *options);
    return [options] { return run_scene(*options); };
}

}  // namespace pleat
