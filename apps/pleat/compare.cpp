// pleat compare SCENE --vary KEY=A,B
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/core.h>

#include <pleat/core/error.hpp>
#include <pleat/core/parallel.hpp>
#include <pleat/io/file.hpp>
#include <pleat/io/scene_variants.hpp>

#include "commands.hpp"
#include "comparison.hpp"
#include "exit_status.hpp"
#include "pictures.hpp"
#include "print_table.hpp"
#include "scene_folder.hpp"
#include "shell_word.hpp"
#include "stop_signal.hpp"

namespace pleat {
namespace {

namespace fs = std::filesystem;

struct CompareOptions {
    std::string scene;
    std::vector<std::string> variations;
    std::vector<std::string> overrides;
    std::optional<int> frames;
    int pictures = 3;
    int threads = 0;
    std::string out;
    bool quiet = false;

    Verbosity verbosity() const { return quiet ? Verbosity::quiet : Verbosity::normal; }
    // What was typed, as far as it decides the result.
    std::string command() const {
        std::string text = "pleat compare " + shell_word(scene);
        for (const std::string& variation : variations) text += " --vary " + shell_word(variation);
        for (const std::string& assignment : overrides) text += " --set " + shell_word(assignment);
        if (frames) text += fmt::format(" --frames {}", *frames);
        return text;
    }
};

fs::path page_file(const CompareOptions& options, const fs::path& scene_file) {
    if (options.out.empty()) return fs::path("out") / (scene_file.stem().string() + "-compare.html");
    fs::path file = options.out;
    if (file.extension() == ".html") return file;
    throw Error(ErrorKind::bad_input, file.string() + ": unknown kind of page; must end in .html");
}

// Errors of values that were varied name --vary, not --set.
[[noreturn]] void rethrow_for(const Variant& variant, const Error& error) {
    std::string message = error.what();
    for (const std::string& assignment : variant.overrides) {
        const std::string origin = "--set " + assignment + ":";
        if (message.starts_with(origin)) message.replace(0, 5, "--vary");
    }
    throw Error(error.kind(), message);
}

std::vector<TrialPlan> make_plans(const CompareOptions& options, const fs::path& scene_file) {
    std::vector<Variation> variations;
    for (const std::string& text : options.variations) variations.push_back(parse_variation(text));
    std::vector<TrialPlan> plans;
    for (const Variant& variant : combine(variations)) {
        TrialPlan& plan = plans.emplace_back(
            TrialPlan{variant.label, scene_file, options.overrides, options.frames, options.threads});
        plan.overrides.insert(plan.overrides.end(), variant.overrides.begin(), variant.overrides.end());
        try {
            SceneFile scene = load(plan);
            const Simulation simulation(std::move(scene.model), std::move(scene.scene), scene.settings);
        } catch (const Error& error) {
            rethrow_for(variant, error);
        }
    }
    return plans;
}

// Pictures of one moment beside each other.
PictureFigure beside_each_other(std::span<const Trial> trials, const std::vector<std::vector<Picture>>& pictures,
                                std::size_t moment) {
    PictureFigure figure{fmt::format("frames-{}", moment + 1), "", {}};
    for (std::size_t i = 0; i < trials.size(); ++i) {
        if (moment >= pictures[i].size()) continue;
        const Real time = trials[i].kept_frames[moment] / trials[i].account.frame_rate;
        figure.pictures.push_back({fmt::format("{}, {:.2f} s", trials[i].label, time), pictures[i][moment]});
    }
    return figure;
}

Document make_page(const CompareOptions& options, std::span<const Trial> trials,
                   const std::vector<std::vector<Picture>>& pictures) {
    const RunAccount& first = trials.front().account;
    Document page{"Compared: " + (first.title.empty() ? first.scene_file : first.title), {}};
    page.blocks = {
        CommandLine{options.command()},
        comparison_table(trials),
        Paragraph{
            "Energy decay: the rate of the exponential that fits the energy above the lowest of all variants, from "
            "where it is highest on. Numerical loss: what the integrator took, or gave if negative; work of pins, "
            "wind and damping is accounted for by itself."},
        PlotFigure{"energy", "Total energy over time.", energy_plot(trials)},
        PlotFigure{"loss", "Energy that the integrator has taken so far.", loss_plot(trials)},
        PlotFigure{"stretch", "Longest edge of each frame, compared with its length at rest.", stretch_plot(trials)}};
    for (int moment = 0; moment < options.pictures; ++moment) {
        PictureFigure figure = beside_each_other(trials, pictures, static_cast<std::size_t>(moment));
        if (!figure.pictures.empty()) page.blocks.emplace_back(std::move(figure));
    }
    return page;
}

int stopped(const fs::path& file) {
    fmt::print(stderr, "pleat: stopped; {} was not written\n", file.string());
    return kSignal + stop_signal();
}

int compare(const CompareOptions& options) {
    const fs::path scene_file = find_scene(options.scene);
    const fs::path file = page_file(options, scene_file);
    const std::vector<TrialPlan> plans = make_plans(options, scene_file);
    watch_for_stop_signals();
    // Evenly spread moments, the last frame among them; at the start all variants look alike.
    const auto keeps = [&](int frame, int frames) {
        for (int i = 1; i <= options.pictures; ++i) {
            if (frame > 0 && frame == frames * i / options.pictures) return true;
        }
        return false;
    };
    const auto trials = run_trials(plans, {.keeps = keeps, .verbosity = options.verbosity()});
    if (!trials) return stopped(file);
    std::optional<std::vector<std::vector<Picture>>> pictures;
    FilmSettings film;
    film.render = {{480, 270}, 16};
    Threads(options.threads).run([&] { pictures = draw_trials(*trials, film, options.verbosity()); });
    if (!pictures) return stopped(file);
    make_folder(file.parent_path());
    write_file(file, format_html(make_page(options, *trials, *pictures)));
    if (!options.quiet) {
        print_table(comparison_table(*trials));
        fmt::print("{}\n", file.string());
    }
    const auto has_failed = [](const Trial& trial) { return trial.account.status == RunStatus::cannot_go_on; };
    const auto failed = std::find_if(trials->begin(), trials->end(), has_failed);
    if (failed == trials->end()) return kDone;
    throw Error(ErrorKind::cannot_go_on, failed->label + ": the simulation cannot go on: " + failed->account.reason);
}

}  // namespace

Action define_compare(CLI::App& command) {
    const auto options = std::make_shared<CompareOptions>();
    command.add_option("SCENE", options->scene, "A scene file, or the name of a scene that comes with Pleat")
        ->required();
    command
        .add_option(
            "--vary", options->variations,
            "Values that a key has in turn, as in steps.max=0.005,0.01 or method=large-steps,generalized-alpha; "
            "may be repeated: all combinations are run")
        ->type_name("KEY=A,B,...")
        ->allow_extra_args(false)
        ->required();
    command.add_option("--set", options->overrides, "Change a value of the scene in all variants; may be repeated")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    command.add_option("--frames", options->frames, "Frames to compute after frame 0, instead of the scene's number")
        ->check(CLI::Range(0, 10'000'000))
        ->type_name("N");
    command.add_option("--pictures", options->pictures, "Moments to draw; 3 if not given")
        ->check(CLI::Range(0, 100))
        ->type_name("N");
    command.add_option("--out", options->out, "The page; out/NAME-compare.html if not given")->type_name("FILE.html");
    command.add_option("--threads", options->threads, "Threads to use; 0, or not given: all cores")
        ->check(CLI::Range(0, 1024))
        ->type_name("N");
    command.add_flag("--quiet", options->quiet, "Tell nothing but errors");
    return [options] { return compare(*options); };
}

}  // namespace pleat
