#include "reproduce/flag_experiment.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include <fmt/core.h>

#include <pleat/report/oscillation.hpp>

#include "reproduce/paper_page.hpp"
#include "reproduce/step_work.hpp"
#include "scene_folder.hpp"
#include "stop_signal.hpp"

namespace pleat {
namespace {

constexpr std::size_t kPaperRunCount = 4;
constexpr int kRepetitions = 4;   // of the paper's runs, besides themselves: an odd number in all has a median
constexpr Real kLongStep = 0.03;  // [s] also the length of a frame
constexpr Real kAtRest = 5e-4;    // [m/s] whose energy is a thousandth of what the fit still looks at
constexpr Real kStill = 0.01;     // [m] a swing smaller than this, 0.8 % of the flag, is none

// The paper's runs first, then what it leaves open.
std::vector<FlagRun> planned_runs(FlagRuns wanted, bool is_quick) {
    std::vector<FlagRun> runs;
    for (const Real step : {0.005, kLongStep}) {
        runs.push_back({step, TimeIntegrator::backward_euler});
        runs.push_back({step, TimeIntegrator::generalized_alpha});
    }
    if (wanted == FlagRuns::paper) return runs;
    for (const Real step : {0.005, kLongStep}) {
        for (const Real rho : {0.2, 0.5, 0.8, 1.0}) {
            if (is_quick && (step < kLongStep || rho < 1)) continue;
            runs.push_back({step, TimeIntegrator::generalized_alpha, rho});
        }
    }
    return runs;
}

TrialPlan plan_for(const FlagRun& run, const FlagExperiment& experiment, int threads) {
    TrialPlan plan{run.name(), find_scene("driven-flag"), {}, {}, threads};
    plan.overrides = {fmt::format("steps.max={}", run.step), fmt::format("time.duration={}", experiment.end)};
    for (const int pin : {0, 1}) plan.overrides.push_back(fmt::format("pin.{}.motion.until={}", pin, experiment.stop));
    if (run.integrator == TimeIntegrator::backward_euler) {
        plan.overrides.emplace_back("method.preset=large-steps");
    } else {
        plan.overrides.push_back(fmt::format("method.rho={}", run.rho));
    }
    return plan;
}

// [J] Where a run comes to rest: backward Euler with long steps takes the energy that is left. None if a signal came.
std::optional<Real> rest_energy(TrialPlan plan, const Trial& trial) {
    plan.overrides.emplace_back("method={preset=\"large-steps\", bend=\"hinge\"}");
    plan.overrides.push_back(fmt::format("steps.max={}", kLongStep));
    SceneFile scene = load(plan);
    Simulation simulation(std::move(scene.model), std::move(scene.scene), scene.settings);
    Snapshot start = trial.last;
    start.state.history.forget();
    simulation.restore(std::move(start));
    constexpr int kMostFrames = 20000;
    for (int i = 0; i < kMostFrames; ++i) {
        if (stop_signal() != 0) return std::nullopt;
        simulation.advance_frame();
        if (simulation.frame_stats().max_speed < kAtRest) break;
    }
    return simulation.frame_stats().energy.total();
}

// For the paper's runs.
std::vector<StepWork> prepare_work(const std::vector<TrialPlan>& plans, const FlagExperiment& experiment) {
    std::vector<StepWork> work;
    for (std::size_t i = 0; i < kPaperRunCount; ++i) {
        const SceneFile scene = load(plans[i]);
        work.emplace_back(scene.model, scene.settings.method, experiment.runs[i].step);
    }
    return work;
}

Real iterations_a_step(const Trial& trial, Real until) {
    Real iterations = 0, steps = 0;
    for (const FrameStats& frame : trial.account.frames) {
        if (frame.time > until + 1e-6) break;
        iterations += frame.cg_iterations;
        steps += frame.steps;
    }
    return iterations / std::max(1.0, steps);
}

std::optional<Real> decay_after_stop(const Trial& trial, const FlagExperiment& experiment, Real equilibrium) {
    std::vector<Vec2> after;
    for (const FrameStats& frame : trial.account.frames) {
        if (frame.time > experiment.stop + 1e-6) after.emplace_back(frame.time, frame.energy.total() - equilibrium);
    }
    return decay_rate(after);
}

void read_off(FlagRun& run, const FlagExperiment& experiment, Real equilibrium) {
    const auto& frames = run.trial.account.frames;
    std::vector<Vec2> swing;
    for (std::size_t i = 0; i < frames.size(); ++i) {
        const Real time = frames[i].time;
        run.energy.emplace_back(time, frames[i].energy.total() - equilibrium);
        // The last sixth of a run: 50 to 60 s of the paper's.
        if (time > experiment.end * 5 / 6) swing.emplace_back(time, run.trial.middles[i].z());
    }
    const RunTotals totals = sum_frames(frames);
    const Real steps = std::max<Real>(1, static_cast<Real>(totals.steps));
    run.decay = decay_after_stop(run.trial, experiment, equilibrium);
    if (run.decay) run.decays.push_back(*run.decay);
    run.half_period = half_period(swing, kStill);
    run.driven_iterations = iterations_a_step(run.trial, experiment.stop);
    run.all_iterations = iterations_a_step(run.trial, experiment.end);
    run.evaluations = static_cast<Real>(totals.evaluations) / steps;
}

// Runs the paper's runs again with tolerances of the linear solve that are a percent apart. What changes then is
// chance, so the median counts. False if a signal came.
bool repeat_runs(FlagExperiment& experiment, std::span<const TrialPlan> plans, Real equilibrium, Verbosity verbosity) {
    std::vector<TrialPlan> again;
    for (std::size_t i = 0; i < kPaperRunCount; ++i) {
        const Real tolerance = load(plans[i]).settings.method.tolerance;
        for (int k = 1; k <= kRepetitions; ++k) {
            again.push_back(plans[i]);
            again.back().overrides.push_back(fmt::format("method.tolerance={}", (1 + 0.01 * k) * tolerance));
        }
    }
    const auto trials = run_trials(again, {.keeps = [](int, int) { return false; }, .verbosity = verbosity});
    if (!trials) return false;
    for (std::size_t i = 0; i < trials->size(); ++i) {
        const auto decay = decay_after_stop((*trials)[i], experiment, equilibrium);
        if (decay) experiment.runs[i / kRepetitions].decays.push_back(*decay);
    }
    for (FlagRun& run : experiment.runs) {
        std::sort(run.decays.begin(), run.decays.end());
        if (!run.decays.empty()) run.decay = run.decays[run.decays.size() / 2];
    }
    return true;
}

}  // namespace

std::string FlagRun::name() const {
    if (integrator == TimeIntegrator::backward_euler) return fmt::format("backward Euler, h = {} s", step);
    return fmt::format("generalized-α, ρ∞ = {}, h = {} s", rho, step);
}

const FlagRun& FlagExperiment::run(TimeIntegrator integrator, Real step, Real rho) const {
    const auto found = std::find_if(runs.begin(), runs.end(), [&](const FlagRun& run) {
        return run.integrator == integrator && run.step == step && run.rho == rho;
    });
    assert(found != runs.end());
    return *found;
}

std::optional<Real> FlagExperiment::decay_ratio(Real step) const {
    const auto euler = run(TimeIntegrator::backward_euler, step).decay,
               alpha = run(TimeIntegrator::generalized_alpha, step).decay;
    if (!euler || !alpha) return std::nullopt;
    return *euler / *alpha;
}

Real FlagExperiment::work_ratio(Real step, Real FlagRun::*figure) const {
    return run(TimeIntegrator::generalized_alpha, step).*figure / run(TimeIntegrator::backward_euler, step).*figure;
}

Real FlagExperiment::same_states_ratio(Real step) const {
    const FlagRun &euler = run(TimeIntegrator::backward_euler, step),
                  &alpha = run(TimeIntegrator::generalized_alpha, step);
    return (euler.alpha_iterations + alpha.alpha_iterations) / (euler.euler_iterations + alpha.euler_iterations);
}

std::optional<FlagExperiment> run_flag_experiment(const ReproductionSettings& settings, FlagRuns runs,
                                                  const std::vector<std::string>& overrides) {
    FlagExperiment experiment;
    if (settings.is_quick) {
        experiment.stop = 12;
        experiment.end = 24;
    }
    experiment.runs = planned_runs(runs, settings.is_quick);
    std::vector<TrialPlan> plans;
    for (const FlagRun& run : experiment.runs) {
        TrialPlan& plan = plans.emplace_back(plan_for(run, experiment, settings.threads));
        plan.overrides.insert(plan.overrides.begin(), overrides.begin(), overrides.end());
    }
    // The swing that is shown is in the last tenth.
    const auto keeps = [](int frame, int frames) { return 10 * frame >= 9 * frames; };
    std::vector<StepWork> work = prepare_work(plans, experiment);
    const auto watches = [&](std::size_t plan, const Simulation& simulation) {
        if (plan < work.size()) work[plan].add(simulation);
    };
    auto trials = run_trials(plans, {keeps, watches, settings.verbosity});
    if (!trials) return std::nullopt;
    for (std::size_t i = 0; i < work.size(); ++i) {
        experiment.runs[i].euler_iterations = work[i].euler_iterations();
        experiment.runs[i].alpha_iterations = work[i].alpha_iterations();
    }
    expect_all_finished(*trials);
    // Folds can stay in a cloth at rest: the lowest of the energies that the paper's four runs come to is the lowest.
    Real equilibrium = std::numeric_limits<Real>::infinity();
    for (std::size_t i = 0; i < kPaperRunCount; ++i) {
        const auto energy = rest_energy(plans[i], (*trials)[i]);
        if (!energy) return std::nullopt;
        equilibrium = std::min(equilibrium, *energy);
    }
    for (std::size_t i = 0; i < plans.size(); ++i) {
        experiment.runs[i].trial = std::move((*trials)[i]);
        read_off(experiment.runs[i], experiment, equilibrium);
    }
    const bool repeats = runs == FlagRuns::all && !settings.is_quick;
    if (repeats && !repeat_runs(experiment, plans, equilibrium, settings.verbosity)) return std::nullopt;
    return experiment;
}

}  // namespace pleat
