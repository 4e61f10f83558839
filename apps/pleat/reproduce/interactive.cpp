// Fuhrmann, Gross & Luckas 2003, Interactive Animation of Cloth including Self Collision Detection: the whole page.
#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include <pleat/report/markup.hpp>

#include "reproduce/interactive_experiment.hpp"
#include "reproduce/paper_page.hpp"

namespace pleat {
namespace {

constexpr Real kRealTime = 30;  // [frames/s]

void introduce_interactive(PaperPage& page) {
    page.result.page.title = "Reproduced: interactive constraints (Fuhrmann, Gross & Luckas 2003)";
    page.add(Paragraph{
        "Interactive Animation of Cloth including Self Collision Detection has no forces within the cloth. Positions "
        "are "
        "corrected after each step: edges keep their length within limits, opposite particles of two triangles keep "
        "apart, which resists bending, and so do particles that come near each other, which stands for self collision. "
        "This page repeats its scenes. It was made by"});
    page.add(CommandLine{page.settings.command});
    if (page.settings.is_quick) page.add(Paragraph{"A quick version, with few particles and short runs."});
    page.add(Paragraph{
        "The paper prints the step of 0.0083 s, four steps a frame, four sweeps a step for 1,000 particles and more "
        "for "
        "more, the bend limits of its figure 2, the damping, and that all runs in real time on one thread of a 2 GHz "
        "Xeon "
        "of 2003, in Java. It prints no times, and neither sizes, stretch limits nor crossings. Ours: cotton, 1 m by 1 "
        "m "
        "or 1 m across; four sweeps for the tablecloth, eight for the others; stretch limits of the fabric, -2 % and "
        "10 %; bend limits from the fabric where none is named. Every scene runs with the fail-safe, which mends every "
        "step that would cross something, and as the paper has it, without."});
}

std::vector<std::string> row_of(const std::string& name, const InteractiveRun& run) {
    return {name,
            fmt::format("{}", run.trial.model.particle_count()),
            significant(1e3 * run.seconds, 3),
            significant(1 / run.seconds, 3),
            significant(1 / run.seconds / kRealTime, 3),
            significant(100 * run.worst_stretch, 3),
            significant(100 * run.mean_stretch, 3),
            fmt::format("{}", run.crossings_at_rest),
            fmt::format("{} of {}", run.crossed_frames, run.trial.account.frames.size() - 1),
            fmt::format("{}", run.most_crossings)};
}

void report_table(PaperPage& page, std::span<const InteractiveRuns> all) {
    Table table{{"scene", "particles", "ms a frame", "frames/s", "times real time", "worst stretch [%]",
                 "mean stretch [%]", "crossings at the end", "frames with crossings", "most in a frame"},
                {}};
    for (const InteractiveRuns& runs : all) {
        table.rows.push_back(row_of(std::string(runs.scene.title) + "; fail-safe", runs.safe));
        table.rows.push_back(row_of("as in the paper", runs.plain));
    }
    page.add(Heading{"Speed, stretch and crossings"});
    page.add(Paragraph{
        "Times are of the processor, a frame of 1/30 s on one thread, with the account of energy and strain that every "
        "run has. Worst stretch is that of any edge in any frame, mean stretch that of all edges in the last one. "
        "Crossings are pairs of triangles of the cloth, "
        "counted "
        "by exact arithmetic in each frame (pleat audit)."});
    page.add(std::move(table));
    page.add(Paragraph{
        "Four steps a frame are long: where cloth hangs by one particle, the edges at it are several times too long, "
        "whatever the limits say, and on the sphere, too, edges go beyond them. Shorter substeps mend that "
        "(method.substep), and cost in proportion. Particles are kept 8 mm from the sphere: with 2 mm, those that fall "
        "through its surface within a step stay in it without the fail-safe."});
}

void claim_speed(PaperPage& page, const InteractiveRuns& runs) {
    const auto claim = [&](const char* id, const char* how, const InteractiveRun& run) {
        page.claim({fmt::format("speed-{}{}", runs.scene.id, id),
                    fmt::format("{} ({} particles), {}: frames a second; 30 are real time", runs.scene.title,
                                run.trial.model.particle_count(), how),
                    kRealTime,
                    1 / run.seconds,
                    "1/s",
                    {Wanted::Kind::at_least, kRealTime}});
    };
    claim("", "as in the paper", runs.plain);
    claim("-fail-safe", "with the fail-safe", runs.safe);
}

void claim_crossings(PaperPage& page, const InteractiveRuns& runs) {
    const auto claim = [&](const char* id, const char* what, int count, Wanted wanted) {
        page.claim({fmt::format("crossings-{}{}", runs.scene.id, id), fmt::format("{}: {}", runs.scene.title, what),
                    wanted.bound, static_cast<Real>(count), "", wanted});
    };
    if (!runs.scene.has_self_collision) {
        claim("", "crossings at rest (the paper shows some)", runs.plain.crossings_at_rest,
              {Wanted::Kind::at_least, 1});
        return;
    }
    const Wanted none{Wanted::Kind::at_most, 0};
    claim("-fail-safe", "frames with crossings, with the fail-safe", runs.safe.crossed_frames, none);
    claim("", "crossings at rest, as in the paper", runs.plain.crossings_at_rest, none);
}

// The pictures of runs that belong together; false if a signal to stop came first.
bool add_pictures(PaperPage& page, const char* name, const char* caption,
                  std::span<const std::pair<std::string, const InteractiveRun*>> shown, const InteractiveScene& scene,
                  CameraWish camera = {}) {
    FilmSettings film;
    film.render = {page.settings.is_quick ? ImageSize{80, 80} : ImageSize{280, 240}, 16};
    film.camera = camera;
    std::vector<Trial> trials;
    for (const auto& [label, run] : shown) {
        const Trial& trial = run->trial;
        Trial& one = trials.emplace_back(Trial{trial.label, trial.account, trial.model, {}, {}, {}, {}});
        one.solids = trial.solids;
        const int frames = static_cast<int>(trial.account.frames.size()) - 1;
        for (const Real share : scene.shown) {
            const auto frame = static_cast<int>(std::lround(share * frames));
            const auto found = std::find(trial.kept_frames.begin(), trial.kept_frames.end(), frame);
            one.kept_frames.push_back(frame);
            one.kept.push_back(trial.kept[static_cast<std::size_t>(found - trial.kept_frames.begin())]);
        }
    }
    const auto pictures = draw_trials(trials, film, page.settings);
    if (!pictures) return false;
    PictureFigure figure{name, caption, {}};
    for (std::size_t i = 0; i < shown.size(); ++i) {
        for (std::size_t k = 0; k < scene.shown.size(); ++k) {
            figure.pictures.push_back(
                {fmt::format("{}{:.1f} s", shown[i].first, trials[i].kept_frames[k] / trials[i].account.frame_rate),
                 (*pictures)[i][k]});
        }
    }
    page.add(std::move(figure));
    return true;
}

bool report_pictures(PaperPage& page, const std::vector<InteractiveRuns>& all) {
    page.add(Heading{"Figure 1: a round tablecloth held at one end"});
    CameraWish below;
    below.elevation = -25 * kPi / 180;
    const std::pair<std::string, const InteractiveRun*> round[] = {{"self collision, ", &all[4].plain},
                                                                   {"through itself, ", &all[5].plain}};
    if (!add_pictures(page, "figure-1", "Figure 1 (a) and (c): as in the paper.", round, all[4].scene)) return false;
    if (!add_pictures(page, "figure-1-below", "Figure 1 (b) and (d): the same from below.", round, all[4].scene, below))
        return false;
    page.add(Heading{"Figure 2: bending"});
    const std::pair<std::string, const InteractiveRun*> sphere[] = {{"bend 0.89, ", &all[2].plain},
                                                                    {"bend 0.99, ", &all[3].plain}};
    if (!add_pictures(page, "figure-2", "Figure 2: as in the paper.", sphere, all[2].scene)) return false;
    page.add(Heading{"Figure 3: a tablecloth that is dragged"});
    const std::pair<std::string, const InteractiveRun*> corner[] = {{"", &all[0].plain}};
    if (!add_pictures(page, "figure-3", "Figure 3: dragged by a corner, as in the paper.", corner, all[0].scene))
        return false;
    const std::pair<std::string, const InteractiveRun*> three[] = {{"", &all[1].safe}};
    return add_pictures(page, "figure-3-three", "Dragged by three particles of a side, with the fail-safe.", three,
                        all[1].scene);
}

}  // namespace

std::optional<Reproduction> reproduce_interactive(const ReproductionSettings& settings) {
    const auto all = run_interactive(settings);
    if (!all) return std::nullopt;
    PaperPage page{settings};
    introduce_interactive(page);
    page.leave_place_for_claims();
    report_table(page, *all);
    for (const InteractiveRuns& runs : *all) claim_speed(page, runs);
    for (const InteractiveRuns& runs : *all) claim_crossings(page, runs);
    if (!report_pictures(page, *all)) return std::nullopt;
    return std::move(page).finish();
}

}  // namespace pleat
