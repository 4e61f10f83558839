// Baraff & Witkin 1998, Large Steps in Cloth Simulation: the whole page.
#include <algorithm>

#include <fmt/core.h>

#include <pleat/report/markup.hpp>

#include "reproduce/large_steps_experiment.hpp"
#include "reproduce/paper_page.hpp"

namespace pleat {
namespace {

// A row of Table 1.
struct PaperRow {
    const char* name;
    Real seconds;  // a frame
    int steps;
    const char* shares;  // EVAL, CG, C/C, C/S
    const char* moments;
};
constexpr PaperRow kCylinder{"Figure 1", 2.23, 80, "25.7 / 50.4 / 18.3 / 1.4", "frames 8, 13 and 35"};
constexpr PaperRow kCorners{"Figure 2", 3.06, 80, "17.9 / 63.6 / 15.3 / 0.2", "frames 10, 29 and 67"};
constexpr Real kSmallestStep = 0.0165;  // [s] of both
constexpr int kPaperFrames = 75;

void introduce_large_steps(PaperPage& page) {
    page.result.page.title = "Reproduced: large steps (Baraff & Witkin 1998)";
    page.add(Paragraph{
        "Large Steps in Cloth Simulation takes steps as long as a frame by backward Euler, with constraints that hold "
        "exactly inside a modified CG solve. This page repeats its figures 1 and 2, the growth of time with the number "
        "of particles, and the range of stiffnesses. It was made by"});
    page.add(CommandLine{page.settings.command});
    if (page.settings.is_quick) page.add(Paragraph{"A quick version, with few particles and short runs."});
    page.add(Paragraph{
        "Figures 3 to 7 dress characters that are not public. The paper prints neither sizes nor stiffnesses of its "
        "sheets. Ours are the scenes cylinder (cotton) and two-corners (viscose twill), 1 m by 1 m, with steps of up "
        "to "
        "a frame (steps.max = 1/30 s). What differs from the paper: bending is that of a plate, forces are linearised "
        "where the particles would be without them, the linear solve has a second level in its preconditioner, layers "
        "of cloth rub on each other, and no step that would cross anything is accepted (ARCHITECTURE.md says why). All "
        "runs are on one thread; times are of the processor, without the first frame. The paper's machine is of "
        "1998."});
}

std::string share(Real part, Real all) { return fmt::format("{:.1f}", 100 * part / all); }

std::string shares(const PhaseSeconds& phases) {
    const Real all = std::max(phases.total, 1e-30);
    return fmt::format("{} / {} / {} / {}", share(phases.eval, all), share(phases.solve, all),
                       share(phases.cloth_cloth, all), share(phases.cloth_solid, all));
}

std::string size_of(const LargeStepsRun& run) {
    return fmt::format("{} / {}", run.particles(), run.trial.account.triangles);
}

void report_table(PaperPage& page, const LargeStepsExperiment& experiment) {
    Table table{{"simulation", "vertices / triangles", "s a frame", "step min / max [ms]", "frames / steps",
                 "EVAL / CG / C/C / C/S [%]"},
                {}};
    const auto add = [&](const PaperRow& paper, const LargeStepsRun& run) {
        table.rows.push_back({std::string(paper.name) + ", paper", "2602 / 4944", significant(paper.seconds, 3),
                              "16.5 / 33", fmt::format("{} / {}", kPaperFrames, paper.steps), paper.shares});
        table.rows.push_back(
            {std::string(paper.name) + ", ours", size_of(run), significant(run.seconds, 3),
             fmt::format("{:.3g} / {:.3g}", 1e3 * run.smallest_step, 1e3 * run.largest_step),
             fmt::format("{} / {} and {} thrown away", run.trial.account.frames.size() - 1, run.steps, run.rejections),
             shares(run.phases)});
    };
    add(kCylinder, experiment.cylinder);
    add(kCorners, experiment.corners);
    page.add(Heading{"Table 1"});
    page.add(Paragraph{
        "EVAL forms the linear system, CG solves it, C/C and C/S find what cloth and solids meet. In ours, C/C and C/S "
        "have the fail-safe's search as well; what is missing to 100 % is the account of energies, output and what "
        "the fail-safe mends."});
    page.add(std::move(table));
}

void claim_figure(PaperPage& page, const char* id, const PaperRow& paper, const LargeStepsRun& run) {
    page.claim({fmt::format("seconds-{}", id),
                fmt::format("{}: processor time a frame", paper.name),
                paper.seconds,
                run.seconds,
                "s",
                {Wanted::Kind::at_most, paper.seconds}});
    const auto frames = static_cast<Real>(run.trial.account.frames.size() - 1);
    const Real wanted = static_cast<Real>(paper.steps) / kPaperFrames;
    page.claim({fmt::format("steps-{}", id),
                fmt::format("{}: steps a frame, with those thrown away", paper.name),
                wanted,
                static_cast<Real>(run.steps + run.rejections) / frames,
                "",
                {Wanted::Kind::at_most, wanted}});
    page.claim({fmt::format("smallest-step-{}", id),
                fmt::format("{}: smallest step", paper.name),
                1e3 * kSmallestStep,
                1e3 * run.smallest_step,
                "ms",
                {Wanted::Kind::at_least, 1e3 * kSmallestStep}});
}

void report_growth(PaperPage& page, const LargeStepsExperiment& experiment) {
    constexpr std::array<std::array<Real, 2>, 4> kPaper = {{{500, 0.23}, {899, 0.46}, {2602, 2.23}, {7359, 10.3}}};
    const auto runs = experiment.by_size();
    Table table{{"particles, paper", "s a frame", "particles, ours", "s a frame", "CG iterations a step"}, {}};
    Series paper{"paper", {}, Stroke::line_and_dots}, ours{"ours", {}, Stroke::line_and_dots};
    for (std::size_t i = 0; i < runs.size(); ++i) {
        table.rows.push_back({significant(kPaper[i][0]), significant(kPaper[i][1]),
                              std::to_string(runs[i]->particles()), significant(runs[i]->seconds, 3),
                              significant(runs[i]->iterations, 3)});
        paper.points.emplace_back(kPaper[i][0], kPaper[i][1]);
        ours.points.emplace_back(runs[i]->particles(), runs[i]->seconds);
    }
    page.add(Heading{"Growth with the number of particles"});
    page.add(std::move(table));
    page.add(Paragraph{
        "A step of ours has up to three linear solves, when contacts turn out otherwise than was guessed; iterations "
        "are those of all of them. The paper does not print how far it solves."});
    page.add(PlotFigure{"growth", "Processor time a frame of figure 1, over the number of particles.",
                        Plot{{"particles", Scale::logarithmic}, {"s a frame", Scale::logarithmic}, {paper, ours}}});
    page.claim({"growth",
                "time a frame grows as n to the power of (the paper: slightly better than 1.5)",
                1.5,
                growth_exponent(runs),
                "",
                {Wanted::Kind::at_most, 1.5}});
    page.claim({"iterations",
                fmt::format("CG iterations a step with {} particles (the paper: 50 to 100 at 6,000)",
                            runs.back()->particles()),
                100,
                runs.back()->iterations,
                "",
                {Wanted::Kind::at_most, 100}});
}

void report_stiffness(PaperPage& page, const LargeStepsExperiment& experiment) {
    Table table{{"bending stiffness", "s a frame", "steps", "thrown away", "CG iterations a step"}, {}};
    Real least = experiment.cylinder.seconds, most = least, sum = 0;
    const auto runs = experiment.by_stiffness();
    for (const LargeStepsRun* run : runs) {
        table.rows.push_back({fmt::format("{:g} times cotton's", run->factor), significant(run->seconds, 3),
                              std::to_string(run->steps), std::to_string(run->rejections),
                              significant(run->iterations, 3)});
        least = std::min(least, run->seconds);
        most = std::max(most, run->seconds);
        sum += run->seconds / static_cast<Real>(runs.size());
    }
    page.add(Heading{"Stiffness in bending"});
    page.add(Paragraph{
        "Figure 1 with its stiffness in bending times 0.1 to 1000. The paper's runs differ by less than 5 % in time; "
        "here the difference between the longest and the shortest is counted, as a share of their mean."});
    page.add(std::move(table));
    page.add(Paragraph{
        "Stiffness does not make it slower, which is what the paper is after. But the time does change where cloth "
        "folds less: fewer layers meet, and CG takes fewer iterations."});
    page.claim({"stiffness",
                "bending 0.1 to 1000 times as stiff: difference in time",
                5,
                100 * (most - least) / sum,
                "%",
                {Wanted::Kind::at_most, 5}});
}

// The moments that the paper shows; false if a signal to stop came first.
bool report_pictures(PaperPage& page, LargeStepsRun& run, const PaperRow& paper, const char* name,
                     const std::vector<int>& frames) {
    Trial& trial = run.trial;
    std::vector<int> kept_frames;
    std::vector<std::vector<Vec3>> kept;
    for (std::size_t i = 0; i < trial.kept_frames.size(); ++i) {
        if (std::find(frames.begin(), frames.end(), trial.kept_frames[i]) == frames.end()) continue;
        kept_frames.push_back(trial.kept_frames[i]);
        kept.push_back(trial.kept[i]);
    }
    trial.kept_frames = kept_frames;
    trial.kept = kept;
    FilmSettings film;
    film.render = {page.settings.is_quick ? ImageSize{80, 80} : ImageSize{320, 280}, 16};
    const auto pictures = draw_trials(std::span(&trial, 1), film, page.settings);
    if (!pictures) return false;
    PictureFigure figure{name, fmt::format("{}: the paper shows {}.", paper.name, paper.moments), {}};
    for (std::size_t i = 0; i < kept_frames.size(); ++i) {
        figure.pictures.push_back({fmt::format("frame {}", kept_frames[i]), (*pictures)[0][i]});
    }
    page.add(Heading{paper.name});
    page.add(std::move(figure));
    return true;
}

}  // namespace

std::optional<Reproduction> reproduce_large_steps(const ReproductionSettings& settings) {
    auto experiment = run_large_steps(settings);
    if (!experiment) return std::nullopt;
    PaperPage page{settings};
    introduce_large_steps(page);
    page.leave_place_for_claims();
    report_table(page, *experiment);
    claim_figure(page, "cylinder", kCylinder, experiment->cylinder);
    claim_figure(page, "corners", kCorners, experiment->corners);
    report_growth(page, *experiment);
    report_stiffness(page, *experiment);
    if (!report_pictures(page, experiment->cylinder, kCylinder, "figure-1", cylinder_frames(settings.is_quick)))
        return std::nullopt;
    if (!report_pictures(page, experiment->corners, kCorners, "figure-2", corner_frames(settings.is_quick)))
        return std::nullopt;
    return std::move(page).finish();
}

}  // namespace pleat
