#include "reproduce/interactive_experiment.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include <fmt/core.h>

#include <pleat/audit/state_audit.hpp>

#include "reproduce/paper_page.hpp"

namespace pleat {
namespace {

// As the paper has it: four sweeps in each of four steps a frame. Finer cloth takes more sweeps.
constexpr const char* kMethod = R"(
[time]
duration = {}
[method]
preset = "interactive"
substep = 0.00833334
sweeps = {}
{}
[[cloth]]
name = "cloth"
{}
)";

std::string scene_text(Real duration, int sweeps, const std::string& method, const std::string& rest) {
    return fmt::format(fmt::runtime(kMethod), duration, sweeps, method, rest);
}

// The path of a pointer that drags cloth up, to and fro, and around.
constexpr const char* kPath =
    "motion = {keyframes = [[0, 0, 0, 0], [0.5, 0, 0.3, 0], [1.5, 0.8, 0.4, 0.2], [2.5, -0.4, 0.5, 0.5], "
    "[3.5, 0.2, 0.2, -0.3], [4.2, 0, 0.4, 0]]}\n";

InteractiveScene dragged(const char* id, const char* title, bool is_quick, const std::string& pins) {
    const int cells = is_quick ? 11 : 31;
    const std::string cloth =
        fmt::format("grid = {{size = [1, 1], cells = [{}, {}], facing = \"level\"}}\n", cells, cells);
    return {id, title, true, scene_text(is_quick ? 2 : 6, 4, "", cloth + pins), {0.1, 0.35, 0.6, 1}};
}

InteractiveScene on_sphere(const char* id, const char* title, bool is_quick, Real bend_limit) {
    const int cells = is_quick ? 11 : 39;
    return {id,
            title,
            true,
            scene_text(is_quick ? 2 : 5, 8, fmt::format("bend_limit = {}", bend_limit),
                       fmt::format("grid = {{size = [1, 1], cells = [{}, {}], facing = \"level\"}}\n", cells, cells) +
                           "place = {translate = [0, 0.02, 0]}\n"
                           "[[solid]]\nname = \"sphere\"\nsphere = {radius = 0.25}\n"
                           "place = {translate = [0, -0.25, 0]}\nthickness = 0.008\ncolor = \"#7a8c99\"\n"),
            {1}};
}

InteractiveScene held_disc(const char* id, const char* title, bool is_quick, bool has_self_collision) {
    const int rings = is_quick ? 8 : 20;
    return {id,
            title,
            has_self_collision,
            scene_text(is_quick ? 2 : 6, 8, "",
                       fmt::format("disc = {{radius = 0.5, rings = {}, facing = \"level\"}}\n", rings) +
                           "[[pin]]\nbox = {min = [0.47, -1, -0.1], max = [1, 1, 0.1]}\n"),
            {0.2, 1}};
}

TrialPlan plan_for(const InteractiveScene& scene, bool is_safe) {
    TrialPlan plan{fmt::format("{}, {}", scene.title, is_safe ? "fail-safe" : "as in the paper"),
                   std::string(scene.id) + ".toml"};
    plan.scene_text = scene.text;
    plan.overrides = {fmt::format("method.fail_safe={}", is_safe),
                      fmt::format("method.cloth_contact={}", scene.has_self_collision)};
    plan.threads = 1;
    return plan;
}

// What is found frame by frame, while trials run one after the other.
class Watch {
public:
    explicit Watch(std::size_t count) : runs_(count) {}

    void look(std::size_t plan, const Simulation& simulation) {
        InteractiveRun& run = runs_[plan];
        if (plan != plan_ || !audit_) {
            plan_ = plan;
            audit_ = std::make_unique<StateAudit>(simulation.model(), simulation.scene());
        } else {  // the first frame also has the making of tables
            run.seconds += processor_seconds() - began_;
        }
        run.crossings_at_rest = audit_->cloth_crossings(simulation.state());
        run.crossed_frames += run.crossings_at_rest > 0 ? 1 : 0;
        run.most_crossings = std::max(run.most_crossings, run.crossings_at_rest);
        began_ = processor_seconds();
    }

    InteractiveRun result(std::size_t plan, Trial trial) {
        InteractiveRun& run = runs_[plan];
        run.seconds /= std::max<Real>(1, static_cast<Real>(trial.account.frames.size()) - 2);
        run.worst_stretch = sum_frames(trial.account.frames).worst_stretch.stretch;
        run.mean_stretch = mean_stretch(trial.account.frames.back());
        run.trial = std::move(trial);
        return std::move(run);
    }

private:
    std::vector<InteractiveRun> runs_;
    std::size_t plan_ = 0;
    std::unique_ptr<StateAudit> audit_;
    Real began_ = 0;  // [s]
};

}  // namespace

std::vector<InteractiveScene> interactive_scenes(bool is_quick) {
    const std::string corner = std::string("[[pin]]\ncorner = \"top-right\"\n") + kPath;
    const std::string side = std::string("[[pin]]\nnearest = [0, 0, -0.5]\n") + kPath;
    const std::string other = std::string("[[pin]]\ncorner = \"top-left\"\n") + kPath;
    return {dragged("corner", "tablecloth, dragged by a corner", is_quick, corner),
            dragged("three", "tablecloth, dragged by three particles", is_quick, corner + side + other),
            on_sphere("sphere-0.89", "on a sphere, bend 0.89", is_quick, 0.89),
            on_sphere("sphere-0.99", "on a sphere, bend 0.99", is_quick, 0.99),
            held_disc("round", "round tablecloth, held at one end", is_quick, true),
            held_disc("round-through", "the same, passing through itself", is_quick, false)};
}

std::optional<std::vector<InteractiveRuns>> run_interactive(const ReproductionSettings& settings) {
    const std::vector<InteractiveScene> scenes = interactive_scenes(settings.is_quick);
    std::vector<TrialPlan> plans;
    for (const InteractiveScene& scene : scenes) {
        for (const bool is_safe : {true, false}) plans.push_back(plan_for(scene, is_safe));
    }
    const auto keeps = [&](int frame, int frames) {
        return std::any_of(scenes.begin(), scenes.end(), [&](const InteractiveScene& scene) {
            return std::any_of(scene.shown.begin(), scene.shown.end(),
                               [&](Real share) { return frame == std::lround(share * frames); });
        });
    };
    Watch watch(plans.size());
    const auto watches = [&](std::size_t plan, const Simulation& simulation) { watch.look(plan, simulation); };
    auto trials = run_trials(plans, {keeps, watches, settings.verbosity});
    if (!trials) return std::nullopt;
    expect_all_finished(*trials);
    std::vector<InteractiveRuns> runs;
    for (std::size_t i = 0; i < scenes.size(); ++i) {
        runs.push_back({scenes[i], watch.result(2 * i, std::move((*trials)[2 * i])),
                        watch.result(2 * i + 1, std::move((*trials)[2 * i + 1]))});
    }
    return runs;
}

}  // namespace pleat
