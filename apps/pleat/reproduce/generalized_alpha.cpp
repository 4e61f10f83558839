// Parks & Forsyth 2002, Improved Integration for Cloth Simulation: figures 1 to 6, and the choice of rho.
#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include <pleat/core/parallel.hpp>
#include <pleat/report/amplification.hpp>
#include <pleat/report/markup.hpp>

#include "reproduce/flag_experiment.hpp"
#include "reproduce/reproduction.hpp"

namespace pleat {
namespace {

constexpr TimeIntegrator kEuler = TimeIntegrator::backward_euler, kAlpha = TimeIntegrator::generalized_alpha;
constexpr Real kRhos[] = {0, 0.2, 0.5, 0.8, 1};

// What the paper prints of a run, and the figure that shows it.
struct PaperRun {
    const char* id;
    const char* name;
    TimeIntegrator integrator;
    Real step;                        // [s]
    Real decay;                       // [1/s]
    std::optional<Real> half_period;  // [s]
    int figure;
};
constexpr PaperRun kPaperRuns[] = {
    {"backward-euler-0.005", "Backward Euler, h = 0.005 s", kEuler, 0.005, 0.069, 1.1, 3},
    {"generalized-alpha-0.005", "Generalized-α, h = 0.005 s", kAlpha, 0.005, 0.008, 0.7, 4},
    {"backward-euler-0.03", "Backward Euler, h = 0.03 s", kEuler, 0.03, 0.358, {}, 5},
    {"generalized-alpha-0.03", "Generalized-α, h = 0.03 s", kAlpha, 0.03, 0.08, 0.9, 6},
};

// The claims and the page as they grow.
struct Writing {
    const ReproductionSettings& settings;
    const FlagExperiment& experiment;
    Reproduction result{};

    void claim(Claim claim) {
        claim.command = settings.command;
        result.claims.push_back(std::move(claim));
    }
    void add(Block block) { result.page.blocks.push_back(std::move(block)); }
};

Series radius_curve(const std::string& name, const MethodSettings& method, Stroke stroke) {
    Series series{name, {}, stroke};
    for (Real exponent = -2; exponent < 3.01; exponent += 0.05) {
        const Real wh = std::pow(10.0, exponent);
        series.points.emplace_back(wh, spectral_radius(exact_eigenvalues(method, wh)));
    }
    return series;
}

// Dots of what the code does on a curve of what it should do; returns the largest distance.
Real add_measured(const MethodSettings& method, int color, Plot& plot) {
    Series dots{"", {}, Stroke::dots, color};
    Real worst = 0;
    for (Real exponent = -2; exponent < 3.01; exponent += 0.5) {
        const Real wh = std::pow(10.0, exponent), ours = spectral_radius(measured_eigenvalues(method, wh));
        worst = std::max(worst, std::abs(ours - spectral_radius(exact_eigenvalues(method, wh))));
        dots.points.emplace_back(wh, ours);
    }
    plot.series.push_back(dots);
    return worst;
}

void report_amplification(Writing& writing) {
    const MethodSettings euler = with_integrator(kEuler), alpha = with_integrator(kAlpha);
    Plot plot{{"ωh", Scale::logarithmic}, {"|λ|"}, {}};
    plot.series = {radius_curve("backward Euler", euler, Stroke::dashes),
                   radius_curve("generalized-α, ρ∞ = 0", alpha, Stroke::line)};
    Real largest_ratio = 0;
    for (std::size_t i = 0; i < plot.series[0].points.size(); ++i) {
        largest_ratio = std::max(largest_ratio, plot.series[1].points[i].y() / plot.series[0].points[i].y());
    }
    Real worst = std::max(add_measured(euler, 0, plot), add_measured(alpha, 1, plot));
    writing.add(Heading{"Figure 1: what a step leaves of an oscillation"});
    writing.add(PlotFigure{"amplification",
                           "Largest eigenvalue of a step on x″ + ω²x = 0: curves by formula, dots measured with the "
                           "code on a spring between two particles.",
                           plot});
    Plot rhos{plot.x, plot.y, {}};
    for (const Real rho : kRhos) {
        rhos.series.push_back(radius_curve("ρ∞ = " + significant(rho), with_integrator(kAlpha, rho), Stroke::line));
    }
    for (std::size_t i = 0; i < std::size(kRhos); ++i) {
        worst = std::max(worst, add_measured(with_integrator(kAlpha, kRhos[i]), static_cast<int>(i), rhos));
    }
    writing.add(PlotFigure{"amplification-rho", "The same for other ρ∞, which the paper does not show.", rhos});
    writing.claim({"figure-1-formula",
                   "Figure 1: the code's |λ| is the formula's (largest difference)",
                   0,
                   worst,
                   "",
                   {Wanted::Kind::at_most, 1e-9}});
    writing.claim({"figure-1-factor",
                   "Figure 1: generalized-α keeps up to so many times what backward Euler keeps",
                   4,
                   largest_ratio,
                   "",
                   {Wanted::Kind::at_least, 4}});
}

Plot energy_plot(std::span<const FlagRun* const> runs) {
    Plot plot{{"time [s]"}, {"energy above equilibrium [J]", Scale::logarithmic}, {}, PlotLegend::below};
    for (const FlagRun* run : runs) {
        Series series{run->name(), {}};
        // Below this the curves only show how well the equilibrium is known.
        constexpr Real kFloor = 1e-5;
        const std::size_t stride = 1 + run->energy.size() / 1000;
        for (std::size_t i = 0; i < run->energy.size(); i += stride) {
            if (run->energy[i].y() > kFloor) series.points.push_back(run->energy[i]);
        }
        plot.series.push_back(series);
    }
    return plot;
}

void claim_decay(Writing& writing) {
    for (const PaperRun& paper : kPaperRuns) {
        writing.claim({fmt::format("sigma-{}", paper.id),
                       fmt::format("{}: σ", paper.name),
                       paper.decay,
                       writing.experiment.run(paper.integrator, paper.step).decay,
                       "1/s",
                       {Wanted::Kind::near_paper, 0.25}});
    }
    for (const std::size_t i : {0, 2}) {
        const PaperRun &euler = kPaperRuns[i], &alpha = kPaperRuns[i + 1];
        const auto ours = writing.experiment.run(kEuler, euler.step).decay,
                   of_alpha = writing.experiment.run(kAlpha, euler.step).decay;
        std::optional<Real> ratio;
        if (ours && of_alpha) ratio = *ours / *of_alpha;
        writing.claim({fmt::format("sigma-ratio-{}", euler.step),
                       fmt::format("h = {} s: σ of backward Euler / σ of generalized-α", euler.step),
                       euler.decay / alpha.decay,
                       ratio,
                       "",
                       {Wanted::Kind::at_least, 4}});
    }
}

void report_energy(Writing& writing) {
    const FlagExperiment& experiment = writing.experiment;
    std::vector<const FlagRun*> shown;
    for (const PaperRun& paper : kPaperRuns) shown.push_back(&experiment.run(paper.integrator, paper.step));
    writing.add(Heading{"Figure 2: energy over time"});
    writing.add(PlotFigure{
        "energy",
        fmt::format("Kinetic and potential energy above that of the flag at rest. The corners are driven until {} s "
                    "and then held; from there on σ is fitted.",
                    experiment.stop),
        energy_plot(shown)});
    writing.add(Paragraph{
        "σ is the slope of the straight line that fits the logarithm of the energy best, until the energy is down to a "
        "ten-thousandth; the paper does not say how it fitted exp(-σt). Rest is found by letting backward Euler with "
        "steps of 0.03 s go on until nothing moves; the lowest energy that the four runs come to is taken for all."});
    claim_decay(writing);
}

// Four frames over half a swing, beginning where the flag turns.
Trial half_swing(const FlagRun& run, const FlagExperiment& experiment, Real length) {
    const Real rate = run.trial.account.frame_rate;
    const auto z = [&](int frame) { return run.trial.middles[static_cast<std::size_t>(frame)].z(); };
    const int last = static_cast<int>(run.trial.middles.size()) - 1;
    int first =
        std::max(run.trial.kept_frames.front() + 1, static_cast<int>(std::lround(0.92 * experiment.end * rate)));
    const int latest = last - static_cast<int>(std::ceil(length * rate)) - 1;
    if (run.half_period) {
        while (first < latest && (z(first) - z(first - 1)) * (z(first + 1) - z(first)) > 0) ++first;
    }
    Trial shown{run.trial.label, run.trial.account, run.trial.model, {}, {}, {}, {}};
    for (int i = 0; i < 4; ++i) {
        const int frame = std::min(last, first + static_cast<int>(std::lround(length * rate * i / 3)));
        shown.kept_frames.push_back(frame);
        shown.kept.push_back(run.trial.kept[static_cast<std::size_t>(frame - run.trial.kept_frames.front())]);
    }
    return shown;
}

// False if a signal to stop came first.
bool report_pictures(Writing& writing) {
    constexpr Real kPeriodOfFigure5 = 1.1;  // [s] that the paper shows where nothing swings
    std::vector<Trial> shown;
    for (const PaperRun& paper : kPaperRuns) {
        const FlagRun& run = writing.experiment.run(paper.integrator, paper.step);
        shown.push_back(half_swing(run, writing.experiment, run.half_period.value_or(kPeriodOfFigure5)));
        writing.claim({fmt::format("half-period-{}", paper.id),
                       fmt::format("Figure {}: {}: half a swing", paper.figure, paper.name),
                       paper.half_period,
                       run.half_period,
                       "s",
                       {Wanted::Kind::near_paper, 0.25}});
    }
    FilmSettings film;
    film.render = {writing.settings.is_quick ? ImageSize{120, 150} : ImageSize{300, 375}, 16};
    film.camera.azimuth = 62 * kPi / 180;
    film.camera.elevation = 6 * kPi / 180;
    std::optional<std::vector<std::vector<Picture>>> pictures;
    Threads(writing.settings.threads).run([&] { pictures = draw_trials(shown, film, writing.settings.verbosity); });
    if (!pictures) return false;
    writing.add(Heading{"Figures 3 to 6: half a swing near the end"});
    writing.add(Paragraph{
        "The paper judged by eye where the motion turns. Here half a swing is the mean time between passages of the "
        "flag's centre through its mean place, to and fro, in the last sixth of the run; if it moves by less than 1 cm "
        "on "
        "average there is none."});
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const PaperRun& paper = kPaperRuns[i];
        PictureFigure figure{
            fmt::format("figure-{}", paper.figure), fmt::format("Figure {}: {}.", paper.figure, paper.name), {}};
        for (std::size_t k = 0; k < shown[i].kept.size(); ++k) {
            figure.pictures.push_back(
                {fmt::format("{:.2f} s", shown[i].kept_frames[k] / shown[i].account.frame_rate), (*pictures)[i][k]});
        }
        writing.add(std::move(figure));
    }
    return true;
}

void claim_work(Writing& writing) {
    for (const Real step : {0.005, 0.03}) {
        const FlagRun &euler = writing.experiment.run(kEuler, step), &alpha = writing.experiment.run(kAlpha, step);
        const auto claim = [&](const char* id, const char* what, Real FlagRun::*number) {
            writing.claim({fmt::format("work-{}-{}", id, step),
                           fmt::format("h = {} s: {} a step, generalized-α / backward Euler", step, what),
                           1,
                           alpha.*number / euler.*number,
                           "",
                           {Wanted::Kind::at_most, 1.1}});
        };
        claim("evaluations", "evaluations of forces", &FlagRun::evaluations);
        claim("driven", "CG iterations while driven", &FlagRun::driven_iterations);
        claim("all", "CG iterations in the whole run", &FlagRun::all_iterations);
    }
}

Table work_table(const FlagExperiment& experiment) {
    Table table{{"run", "σ [1/s]", "half a swing [s]", "evaluations a step", "CG iterations a step, driven",
                 "CG iterations a step, whole run"},
                {}};
    const auto shown = [](const std::optional<Real>& value) { return value ? significant(*value, 3) : "none"; };
    for (const FlagRun& run : experiment.runs) {
        table.rows.push_back({run.name(), shown(run.decay), shown(run.half_period), significant(run.evaluations, 4),
                              significant(run.driven_iterations, 4), significant(run.all_iterations, 4)});
    }
    return table;
}

void report_rho(Writing& writing) {
    writing.add(Heading{"Work, and the choice of ρ∞"});
    writing.add(Paragraph{
        "The paper leaves open what ρ∞ does to the work. All runs take one Newton step a step, so one evaluation and "
        "one "
        "linear solve. While the corners are driven, all cloths move; later the one of backward Euler hangs still, and "
        "a "
        "cloth that hangs still is solved for in fewer iterations: that is why the whole run favours backward Euler."});
    writing.add(work_table(writing.experiment));
    claim_work(writing);
    for (const Real step : {0.005, 0.03}) {
        std::vector<const FlagRun*> runs;
        for (const FlagRun& run : writing.experiment.runs) {
            if (run.integrator == kAlpha && run.step == step) runs.push_back(&run);
        }
        if (runs.size() < 2) continue;
        writing.add(PlotFigure{fmt::format("energy-rho-{}", step),
                               fmt::format("Energy above equilibrium for h = {} s and all ρ∞.", step),
                               energy_plot(runs)});
    }
}

void introduce(Writing& writing) {
    writing.result.page.title = "Reproduced: generalized-α (Parks & Forsyth 2002)";
    writing.add(Paragraph{
        "Improved Integration for Cloth Simulation shakes a flag of 116 points by two corners for 30 s, then holds the "
        "corners, and looks at how fast the energy goes, without drag and without damping. This page repeats it with "
        "the "
        "scene driven-flag. It was made by"});
    writing.add(CommandLine{writing.settings.command});
    if (writing.settings.is_quick) {
        writing.add(Paragraph{fmt::format("A quick version: the corners are driven for {} s, and the run ends at {} s.",
                                          writing.experiment.stop, writing.experiment.end)});
    }
    writing.add(Paragraph{
        "The paper prints the number of points, the period of 2 s, the energy function (that of the large-steps "
        "paper), one "
        "Newton step, and CG with its preconditioner. It prints neither the mesh, nor the size, mass and stiffness of "
        "the "
        "flag, nor direction and amplitude of the shaking. Ours: 5 by 10 cells with a particle in each middle, 0.65 m "
        "wide and 1.3 m long, 0.2 kg/m², 2000 N/m along the threads, 500 N/m in shear, 1e-4 N m in bending (hinges), "
        "shaken by 0.2 m across its plane. The length was chosen so that σ of backward Euler, which is ω²h for a slow "
        "swing of frequency ω, comes near the paper's. σ of generalized-α is about energy that goes from the slow "
        "swing "
        "into quick folds, which differs from flag to flag. Another difference: forces are linearised where the "
        "particles "
        "would be without them, not where they are; docs/scene.md says why (linearize)."});
}

}  // namespace

std::optional<Reproduction> reproduce_generalized_alpha(const ReproductionSettings& settings) {
    const auto experiment = run_flag_experiment(settings);
    if (!experiment) return std::nullopt;
    Writing writing{settings, *experiment};
    introduce(writing);
    const std::size_t place_of_claims = writing.result.page.blocks.size();
    report_amplification(writing);
    report_energy(writing);
    if (!report_pictures(writing)) return std::nullopt;
    report_rho(writing);
    auto& blocks = writing.result.page.blocks;
    blocks.insert(blocks.begin() + static_cast<long>(place_of_claims), claims_table(writing.result.claims));
    return writing.result;
}

}  // namespace pleat
