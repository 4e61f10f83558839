#include "trials.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/core.h>

#include <pleat/core/error.hpp>

#include "stop_signal.hpp"

namespace pleat {
namespace {

Vec3 mean_of(const std::vector<Vec3>& positions) {
    Vec3 sum = Vec3::Zero();
    for (const Vec3& x : positions) sum += x;
    return sum / static_cast<Real>(positions.size());
}

int frames_of(const TrialPlan& plan, const SceneFile& scene) { return plan.frames.value_or(scene.frames); }

// About so many steps; what progress is measured by.
Real expected_steps(const TrialPlan& plan) {
    const SceneFile scene = load(plan);
    const SimulationSettings& settings = scene.settings;
    const Real a_frame = std::ceil(1 / (settings.frame_rate * settings.steps.max_step) - 1e-6);
    return (frames_of(plan, scene) + settings.settle * settings.frame_rate) * std::max(1.0, a_frame);
}

// Over all trials.
class TrialProgress {
public:
    TrialProgress(std::span<const TrialPlan> plans, Verbosity verbosity) : line_(verbosity) {
        for (const TrialPlan& plan : plans) expected_.push_back(expected_steps(plan));
    }

    void begin(std::size_t trial) { trial_ = trial; }
    void show(int frame, int frames) {
        if (!line_.is_due() && frame < frames) return;
        const auto at = expected_.begin() + static_cast<long>(trial_);
        const Real share = frames > 0 ? static_cast<Real>(frame) / frames : 1;
        const Real done = std::accumulate(expected_.begin(), at, 0.0) + share * *at;
        const Real all = std::accumulate(expected_.begin(), expected_.end(), 0.0);
        const Real left = done > 0 ? line_.elapsed() * (all - done) / done : 0;
        line_.show(fmt::format("variant {}/{}  frame {}/{}  {} elapsed  {} left", trial_ + 1, expected_.size(), frame,
                               frames, format_duration(line_.elapsed()), format_duration(left)));
    }

private:
    ProgressLine line_;
    std::vector<Real> expected_;
    std::size_t trial_ = 0;
};

// A trial without a frame to show stands there as it began; nobody draws it.
Animation animation_of(const Trial& trial) {
    const Real rate = trial.account.frame_rate;
    if (trial.kept.empty()) return {trial.model, rate, {trial.model.positions}};
    std::vector<Real> times;
    for (const int frame : trial.kept_frames) times.push_back(frame / rate);
    std::vector<AnimationSolid> solids;
    for (const Solid& solid : trial.solids) solids.emplace_back(solid, times);
    return {trial.model, rate, trial.kept, std::move(solids)};
}

class TrialRun {
public:
    TrialRun(std::span<const TrialPlan> plans, std::size_t number, const TrialSettings& settings,
             TrialProgress& progress)
        : number_(number), settings_(settings), progress_(progress) {
        const TrialPlan& plan = plans[number];
        SceneFile scene = load(plan);
        frames_ = frames_of(plan, scene);
        trial_.label = plan.label;
        trial_.model = scene.model;
        trial_.solids = scene.scene.solids;
        simulation_.emplace(std::move(scene.model), std::move(scene.scene), scene.settings);
        trial_.account = make_account(*simulation_, scene.title, plan.scene_file.filename().string());
    }

    // False if a signal came first.
    bool run() {
        if (simulation_->state().frame == 0) note_frame();
        try {
            while (simulation_->state().frame < frames_) {
                if (stop_signal() != 0 || !simulation_->advance_frame([] { return stop_signal() != 0; })) return false;
                note_frame();
                if (settings_.watches) settings_.watches(number_, *simulation_);
            }
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::cannot_go_on) throw;
            trial_.account.status = RunStatus::cannot_go_on;
            trial_.account.reason = error.what();
        }
        trial_.last = simulation_->snapshot();
        return true;
    }

    Trial result() && { return std::move(trial_); }

private:
    void note_frame() {
        const FrameStats& stats = simulation_->frame_stats();
        const std::vector<Vec3>& positions = simulation_->state().position;
        trial_.account.frames.push_back(stats);
        trial_.middles.push_back(mean_of(positions));
        if (settings_.keeps(stats.frame, frames_)) {
            trial_.kept_frames.push_back(stats.frame);
            trial_.kept.push_back(positions);
        }
        progress_.show(stats.frame, frames_);
    }

    std::size_t number_;
    const TrialSettings& settings_;
    TrialProgress& progress_;
    int frames_ = 0;
    std::optional<Simulation> simulation_;
    Trial trial_;
};

}  // namespace

SceneFile load(const TrialPlan& plan) {
    SceneFile scene = plan.scene_text.empty() ? load_scene(plan.scene_file, plan.overrides)
                                              : parse_scene(plan.scene_text, plan.scene_file, plan.overrides);
    scene.settings.threads = plan.threads;
    return scene;
}

std::optional<std::vector<Trial>> run_trials(std::span<const TrialPlan> plans, const TrialSettings& settings) {
    TrialProgress progress(plans, settings.verbosity);
    std::vector<Trial> trials;
    for (std::size_t number = 0; number < plans.size(); ++number) {
        progress.begin(number);
        TrialRun run(plans, number, settings, progress);
        if (!run.run()) return std::nullopt;
        trials.push_back(std::move(run).result());
    }
    return trials;
}

std::optional<std::vector<std::vector<Picture>>> draw_trials(std::span<const Trial> trials, const FilmSettings& film,
                                                             Verbosity verbosity) {
    std::vector<Animation> animations;
    std::size_t total = 0;
    for (const Trial& trial : trials) {
        total += trial.kept.size();
        animations.push_back(animation_of(trial));
    }
    const FilmSettings shared = share_view(animations, film);
    ProgressLine line(verbosity);
    std::size_t done = 0;
    std::vector<std::vector<Picture>> pictures(trials.size());
    for (std::size_t i = 0; i < trials.size(); ++i) {
        const Film camera(animations[i], parse_frames("all", animations[i].frame_count()), shared);
        for (std::size_t k = 0; k < trials[i].kept.size(); ++k) {
            if (stop_signal() != 0) return std::nullopt;
            pictures[i].push_back(camera.shoot(static_cast<int>(k)));
            ++done;
            if (!line.is_due() && done < total) continue;
            line.show(fmt::format(
                "drawing: picture {}/{}  {} left", done, total,
                format_duration(line.elapsed() / static_cast<Real>(done) * static_cast<Real>(total - done))));
        }
    }
    return pictures;
}

}  // namespace pleat
