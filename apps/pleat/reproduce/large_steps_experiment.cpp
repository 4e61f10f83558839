#include "reproduce/large_steps_experiment.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "reproduce/paper_page.hpp"
#include "scene_folder.hpp"

namespace pleat {
namespace {

constexpr Real kCottonBend = 1.16e-5;  // [N m] of the fabric that the scenes have, as `pleat fabrics cotton` tells

// Cells along u and v that give about the paper's 500, 899 and 7,359 particles.
constexpr std::array<std::array<int, 2>, 3> kCells = {{{19, 24}, {28, 30}, {85, 85}}};
constexpr std::array<std::array<int, 2>, 3> kQuickCells = {{{6, 6}, {8, 8}, {14, 14}}};

TrialPlan plan_for(const ReproductionSettings& settings, const char* scene, const std::string& label) {
    TrialPlan plan{label, find_scene(scene)};
    // The paper's steps are as long as a frame, but for a few.
    plan.overrides = {"steps.max=0.033333333333333333"};
    plan.threads = 1;
    if (settings.is_quick) {
        plan.frames = 9;
        plan.overrides.push_back("cloth.0.grid.cells=[10, 10]");
    }
    return plan;
}

TrialPlan with_bend(TrialPlan plan, Real factor) {
    plan.label = fmt::format("bending {:g}", factor);
    const auto set = [&](const char* key, Real value) {
        plan.overrides.push_back(fmt::format("fabric.sheet.{}={:.9g}", key, value));
    };
    plan.overrides.push_back("cloth.0.fabric=sheet");
    plan.overrides.push_back("fabric.sheet.base=cotton");
    set("bend.warp", factor * kCottonBend);
    set("bend.weft", factor * kCottonBend);
    return plan;
}

// Processor time of frames, while trials run one after the other.
class Stopwatch {
public:
    explicit Stopwatch(std::size_t count) : seconds_(count) {}

    void look(std::size_t plan) {
        // The first frame also has the making of tables.
        if (is_begun_ && plan == plan_) seconds_[plan] += processor_seconds() - began_;
        is_begun_ = true;
        plan_ = plan;
        began_ = processor_seconds();
    }
    Real seconds(std::size_t plan) const { return seconds_[plan]; }

private:
    std::vector<Real> seconds_;
    std::size_t plan_ = 0;
    bool is_begun_ = false;
    Real began_ = 0;  // [s]
};

LargeStepsRun result(Trial trial, Real seconds, Real factor = 1) {
    LargeStepsRun run;
    const auto& frames = trial.account.frames;
    const RunTotals totals = sum_frames(frames);
    run.factor = factor;
    run.seconds = seconds / std::max<Real>(1, static_cast<Real>(frames.size()) - 2);
    run.smallest_step = run.largest_step = frames.back().largest_step;
    for (const FrameStats& frame : frames) {
        if (frame.steps == 0) continue;
        run.smallest_step = std::min(run.smallest_step, frame.smallest_step);
        run.largest_step = std::max(run.largest_step, frame.largest_step);
    }
    run.steps = totals.steps;
    run.rejections = totals.rejections;
    run.iterations =
        static_cast<Real>(totals.cg_iterations) / static_cast<Real>(std::max(1LL, totals.steps + totals.rejections));
    run.phases = totals.seconds;
    run.trial = std::move(trial);
    return run;
}

}  // namespace

std::vector<int> cylinder_frames(bool is_quick) {
    return is_quick ? std::vector<int>{3, 6, 9} : std::vector<int>{8, 13, 35};
}

std::vector<int> corner_frames(bool is_quick) {
    return is_quick ? std::vector<int>{3, 6, 9} : std::vector<int>{10, 29, 67};
}

std::optional<LargeStepsExperiment> run_large_steps(const ReproductionSettings& settings) {
    std::vector<TrialPlan> plans{plan_for(settings, "cylinder", "figure 1"),
                                 plan_for(settings, "two-corners", "figure 2")};
    for (const auto& [u, v] : settings.is_quick ? kQuickCells : kCells) {
        TrialPlan& plan = plans.emplace_back(plan_for(settings, "cylinder", fmt::format("{} by {} cells", u, v)));
        plan.overrides.push_back(fmt::format("cloth.0.grid.cells=[{}, {}]", u, v));
        plan.overrides.push_back("cloth.0.grid.middle_particle=false");
    }
    constexpr std::array<Real, 4> kFactors = {0.1, 10, 100, 1000};
    for (const Real factor : kFactors) plans.push_back(with_bend(plan_for(settings, "cylinder", ""), factor));

    const auto shown = cylinder_frames(settings.is_quick), hanging = corner_frames(settings.is_quick);
    const auto keeps = [&](int frame, int) {
        return std::find(shown.begin(), shown.end(), frame) != shown.end() ||
               std::find(hanging.begin(), hanging.end(), frame) != hanging.end();
    };
    Stopwatch watch(plans.size());
    const auto watches = [&](std::size_t plan, const Simulation&) { watch.look(plan); };
    auto trials = run_trials(plans, {keeps, watches, settings.verbosity});
    if (!trials) return std::nullopt;
    expect_all_finished(*trials);
    const auto take = [&](std::size_t i, Real factor = 1) {
        return result(std::move((*trials)[i]), watch.seconds(i), factor);
    };
    LargeStepsExperiment experiment{take(0), take(1), {}, {}};
    for (std::size_t i = 2; i < 5; ++i) experiment.sizes.push_back(take(i));
    for (std::size_t i = 5; i < plans.size(); ++i) experiment.stiffer.push_back(take(i, kFactors[i - 5]));
    return experiment;
}

std::vector<const LargeStepsRun*> LargeStepsExperiment::by_size() const {
    std::vector<const LargeStepsRun*> runs{&cylinder};
    for (const LargeStepsRun& run : sizes) runs.push_back(&run);
    std::sort(runs.begin(), runs.end(), [](auto* a, auto* b) { return a->particles() < b->particles(); });
    return runs;
}

std::vector<const LargeStepsRun*> LargeStepsExperiment::by_stiffness() const {
    std::vector<const LargeStepsRun*> runs{&cylinder};
    for (const LargeStepsRun& run : stiffer) runs.push_back(&run);
    std::sort(runs.begin(), runs.end(), [](auto* a, auto* b) { return a->factor < b->factor; });
    return runs;
}

Real growth_exponent(const std::vector<const LargeStepsRun*>& runs) {
    // Least squares of logarithms.
    const auto count = static_cast<Real>(runs.size());
    Real x = 0, y = 0, xx = 0, xy = 0;
    for (const LargeStepsRun* run : runs) {
        const Real size = std::log(run->particles()), cost = std::log(run->seconds);
        x += size;
        y += cost;
        xx += size * size;
        xy += size * cost;
    }
    return (count * xy - x * y) / (count * xx - x * x);
}

}  // namespace pleat
