// Figures 3 to 6 of Parks & Forsyth 2002: half a swing of the flag near the end.
#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "reproduce/flag_page.hpp"

namespace pleat {
namespace {

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

}  // namespace

bool report_swings(FlagPage& page) {
    constexpr Real kPeriodOfFigure5 = 1.1;  // [s] that the paper shows where nothing swings
    std::vector<Trial> shown;
    for (const PaperRun& paper : kPaperRuns) {
        const FlagRun& run = page.experiment.run(paper.integrator, paper.step);
        shown.push_back(half_swing(run, page.experiment, run.half_period.value_or(kPeriodOfFigure5)));
        page.claim({fmt::format("half-period-{}", paper.id),
                    fmt::format("Figure {}: {}: half a swing", paper.figure, paper.name),
                    paper.half_period,
                    run.half_period,
                    "s",
                    {Wanted::Kind::near_paper, 0.25}});
    }
    FilmSettings film;
    film.render = {page.settings.is_quick ? ImageSize{120, 150} : ImageSize{300, 375}, 16};
    film.camera.azimuth = 62 * kPi / 180;
    film.camera.elevation = 6 * kPi / 180;
    const auto pictures = draw_trials(shown, film, page.settings);
    if (!pictures) return false;
    page.add(Heading{"Figures 3 to 6: half a swing near the end"});
    page.add(Paragraph{
        "The paper judged by eye where the motion turns. Here half a swing is the mean time between passages of the "
        "flag's centre through its mean place, to and fro, in the last sixth of the run; if it moves by less than 1 cm "
        "on average there is none. Both integrators make the period of so slow a swing wrong by less than 1 % (ωh is "
        "about 0.1 at most), so one flag should swing alike in all runs, but for the amplitude; the paper's 1.1, 0.7 "
        "and 0.9 s differ by more, and we do not know why."});
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const PaperRun& paper = kPaperRuns[i];
        PictureFigure figure{
            fmt::format("figure-{}", paper.figure), fmt::format("Figure {}: {}.", paper.figure, paper.name), {}};
        for (std::size_t k = 0; k < shown[i].kept.size(); ++k) {
            figure.pictures.push_back(
                {fmt::format("{:.2f} s", shown[i].kept_frames[k] / shown[i].account.frame_rate), (*pictures)[i][k]});
        }
        page.add(std::move(figure));
    }
    return true;
}

}  // namespace pleat
