#include "reproduce/directional_experiment.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/core.h>

#include "reproduce/paper_page.hpp"

namespace pleat {
namespace {

constexpr DirectionalScenario kScenarios[] = {
    {"one-corner", "hung from one top corner", R"(
[[pin]]
corner = "top-right"
)",
     0},
    {"two-corners", "hung from two top corners", R"(
[[pin]]
corners = ["top-left", "top-right"]
)",
     0},
    {"top", "hung from all top points", R"(
[[pin]]
group = "top"
)",
     0},
    {"table", "draped on a round table", R"(
place = {translate = [0, 0.02, 0], rotate = [1, 0, 0, -90]}
[[solid]]
name = "table"
cylinder = {radius = 0.3, height = 0.1}
place = {translate = [0, -0.05, 0]}
thickness = 0.008
color = "#7a8c99"
)",
     0},
    {"ball", "hung from all top points and hit by a ball", R"(
[[pin]]
group = "top"
[[solid]]
name = "ball"
sphere = {radius = 0.12}
place = {translate = [0, -0.1, -0.7]}
motion = {keyframes = [[0, 0, 0, 0], [1, 0, 0, 0], [1.6, 0, 0, 0.9], [2, 0, 0, 0.9], [3, 0, 0, 0]], interpolation = "linear"}
thickness = 0.02
color = "#4f5d6b"
)",
     1.8},
};

// Of all edges of the mesh.
Real worst_stretch(const FrameStats& frame) {
    return std::max({frame.warp.max_stretch, frame.weft.max_stretch, frame.bias.max_stretch});
}

// A cloth that is longer than this many times itself is none.
constexpr Real kTorn = 50;

// Means over the second up to a frame.
void judge(std::span<const FrameStats> frames, std::size_t last, Real frame_rate, DirectionalRun& run) {
    const auto count = std::min(last, static_cast<std::size_t>(frame_rate));
    for (std::size_t i = last - count + 1; i <= last; ++i) {
        run.worst += worst_stretch(frames[i]) / static_cast<Real>(count);
        run.mean += mean_stretch(frames[i]) / static_cast<Real>(count);
    }
}

// [s] a frame, by the clock: the mean of the fastest quarter of the frames. Others may use the machine, and what they
// take falls on a few corrections only.
Real correction_seconds(std::span<const FrameStats> frames) {
    std::vector<Real> seconds;
    for (const FrameStats& frame : frames) seconds.push_back(frame.seconds.corrections);
    std::sort(seconds.begin(), seconds.end());
    seconds.resize(std::max(seconds.size() / 4, std::size_t{1}));
    return std::accumulate(seconds.begin(), seconds.end(), 0.0) / static_cast<Real>(seconds.size());
}

DirectionalRun read_off(const DirectionalScenario& scenario, Trial trial) {
    DirectionalRun run;
    const std::vector<FrameStats>& frames = trial.account.frames;
    const Real rate = trial.account.frame_rate;
    const std::size_t last = frames.size() - 1;
    const auto judged =
        scenario.judged_at > 0 ? static_cast<std::size_t>(std::lround(rate * scenario.judged_at)) : last;
    run.is_torn = trial.account.status != RunStatus::finished;
    if (!run.is_torn) judge(frames, judged, rate, run);
    // Without the first frame, which makes tables.
    if (last > 1) run.seconds = correction_seconds(std::span(frames).subspan(2));
    const auto second = std::min(last, static_cast<std::size_t>(rate));
    for (std::size_t i = 1; i <= last; ++i) {
        const FrameStats& frame = frames[i];
        run.worst_in_motion = std::max(run.worst_in_motion, worst_stretch(frame));
        if (i + second > last) run.shake += frame.rms_speed * frame.rms_speed / static_cast<Real>(second);
    }
    run.shake = std::sqrt(run.shake);
    run.is_torn = run.is_torn || !(run.worst_in_motion < kTorn);
    run.trial = std::move(trial);
    return run;
}

}  // namespace

std::span<const DirectionalScenario> directional_scenarios() { return kScenarios; }

std::string LengthMethod::name() const {
    if (visit_limit > 0) return fmt::format("directional pass, limit {}", visit_limit);
    return fmt::format("{} {} without an order", sweeps, sweeps == 1 ? "sweep" : "sweeps");
}

std::vector<std::string> LengthMethod::overrides() const {
    if (visit_limit > 0) return {fmt::format("method.visit_limit={}", visit_limit)};
    return {"method.lengths=unordered", fmt::format("method.sweeps={}", sweeps)};
}

DirectionalSizes directional_sizes(bool is_quick) {
    if (is_quick) return {16, 3, 1.0 / 120};
    return {40, 8, 1.0 / 240};
}

std::string directional_scene(const DirectionalScenario& scenario, const DirectionalSizes& sizes) {
    return fmt::format(R"(
title = "Cloth {}"
[time]
duration = {}
[method]
preset = "directional"
substep = {}
cloth_contact = false
fail_safe = false
[[cloth]]
name = "cloth"
grid = {{size = [1, 1], cells = [{}, {}]}}
{})",
                       scenario.title, sizes.duration, sizes.substep, sizes.cells, sizes.cells, scenario.text);
}

std::optional<std::vector<DirectionalRun>> run_directional(const ReproductionSettings& settings,
                                                           std::span<const DirectionalPlan> wanted) {
    const DirectionalSizes sizes = directional_sizes(settings.is_quick);
    std::vector<TrialPlan> plans;
    for (const DirectionalPlan& one : wanted) {
        const DirectionalScenario& scenario = kScenarios[one.scenario];
        TrialPlan& plan = plans.emplace_back(TrialPlan{one.label, std::string(scenario.id) + ".toml"});
        plan.scene_text = directional_scene(scenario, sizes);
        plan.overrides = one.overrides;
        plan.threads = 1;
    }
    const auto keeps = [](int frame, int frames) {
        return frame == frames || std::any_of(std::begin(kScenarios), std::end(kScenarios), [&](const auto& scenario) {
                   return frame == std::lround(30 * scenario.judged_at);
               });
    };
    auto trials = run_trials(plans, {keeps, {}, settings.verbosity});
    if (!trials) return std::nullopt;
    std::vector<DirectionalRun> runs;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        runs.push_back(read_off(kScenarios[wanted[i].scenario], std::move((*trials)[i])));
    }
    return runs;
}

}  // namespace pleat
