#include "run_options.hpp"

#include <fmt/core.h>

#include "export_files.hpp"
#include "shell_word.hpp"

namespace pleat {

Verbosity RunOptions::verbosity() const {
    if (quiet) return Verbosity::quiet;
    return verbose ? Verbosity::verbose : Verbosity::normal;
}

std::filesystem::path RunOptions::folder(const std::filesystem::path& scene_file) const {
    return out.empty() ? std::filesystem::path("out") / scene_file.stem() : std::filesystem::path(out);
}

std::string RunOptions::resume_command(const std::filesystem::path& folder) const {
    std::string command = fmt::format("pleat run {} --out {}", shell_word(scene), shell_word(folder.string()));
    if (frames) command += fmt::format(" --frames {}", *frames);
    if (threads) command += fmt::format(" --threads {}", *threads);
    for (const std::string& assignment : overrides) command += " --set " + shell_word(assignment);
    if (sheet) command += " --sheet" + (sheet->empty() ? "" : " " + shell_word(*sheet));
    if (video) command += " --video" + (video->empty() ? "" : " " + shell_word(*video));
    if (!exports.empty()) command += " --export " + shell_word(exports);
    if (energy_steps) command += " --energy-steps";
    if (moves) command += " --moves";
    return command + " --resume";
}

void add_options(CLI::App& command, RunOptions& options) {
    command.add_option("SCENE", options.scene, "A scene file, or the name of a scene that comes with Pleat")
        ->required();
    command.add_option("--out", options.out, "Folder for the files; out/NAME if not given")->type_name("DIR");
    command.add_option("--frames", options.frames, "Frames to compute after frame 0, instead of the scene's number")
        ->check(CLI::Range(0, 10'000'000))
        ->type_name("N");
    command.add_option("--threads", options.threads, "Threads to use; 0, or not given: all cores")
        ->check(CLI::Range(0, 1024))
        ->type_name("N");
    command
        .add_option("--set", options.overrides, "Change a value of the scene, as in time.frames=10; may be repeated")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    command
        .add_option("--checkpoint-every", options.checkpoint_interval,
                    "Seconds, at least, between checkpoints; 0: after every frame; 1 if not given")
        ->check(CLI::Range(0.0, 1e9))
        ->type_name("SECONDS");
    command
        .add_option("--sheet", options.sheet, "When done, draw 12 frames in one picture; DIR/sheet.png if not given")
        ->expected(0, 1)
        ->default_str("")
        ->type_name("[FILE.png]");
    command
        .add_option("--video", options.video,
                    "When done, draw a video (.mp4, .webm or .gif; needs ffmpeg); DIR/video.mp4 if not given")
        ->expected(0, 1)
        ->default_str("")
        ->type_name("[FILE]");
    command
        .add_option(
            "--export", options.exports,
            "When done, write DIR/cloth.abc and the like, in formats with commas between them: " + list_formats())
        ->type_name("FORMAT,...");
    command.add_flag("--energy-steps", options.energy_steps,
                     "Also write the energy ledger of every step: DIR/energy-steps.csv");
    command.add_flag("--moves", options.moves,
                     "Also write how far corrections move each particle, to be drawn: DIR/moved/limits.csv, ...");
    auto* resume = command.add_flag("--resume", options.resume, "Go on with the run in the folder");
    command.add_flag("--overwrite", options.overwrite, "Replace an unfinished run in the folder")->excludes(resume);
    auto* quiet = command.add_flag("--quiet", options.quiet, "Tell nothing but errors");
    command.add_flag("--verbose", options.verbose, "Tell the figures of each frame")->excludes(quiet);
}

}  // namespace pleat
