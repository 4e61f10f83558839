// What depends on choices: of rho, which Parks & Forsyth 2002 leave open, and of the flag, which they do not print.
#include <string>
#include <vector>

#include <fmt/core.h>

#include <pleat/report/markup.hpp>

#include "reproduce/flag_page.hpp"

namespace pleat {
namespace {

void claim_work(FlagPage& page) {
    for (const Real step : {0.005, 0.03}) {
        const auto claim = [&](const char* id, const char* what, Real ratio) {
            page.claim({fmt::format("work-{}-{}", id, step),
                        fmt::format("h = {} s: {}, generalized-α / backward Euler", step, what),
                        1,
                        ratio,
                        "",
                        {Wanted::Kind::at_most, 1.1}});
        };
        const FlagExperiment& experiment = page.experiment;
        claim("evaluations", "evaluations of forces a step", experiment.work_ratio(step, &FlagRun::evaluations));
        claim("same", "CG iterations of a step from the same states", experiment.same_states_ratio(step));
        claim("driven", "CG iterations a step while driven", experiment.work_ratio(step, &FlagRun::driven_iterations));
        claim("all", "CG iterations a step in the whole run", experiment.work_ratio(step, &FlagRun::all_iterations));
    }
}

// Of a step from the states of one run, and of all of them.
Table same_states_table(const FlagExperiment& experiment) {
    Table table{{"states of", "backward Euler", "generalized-α", "ratio"}, {}};
    for (const FlagRun& run : experiment.runs) {
        if (run.euler_iterations == 0) continue;
        const auto frames = static_cast<Real>(run.energy.size()) - 1;
        table.rows.push_back({run.name(), significant(run.euler_iterations / frames, 4),
                              significant(run.alpha_iterations / frames, 4),
                              significant(run.alpha_iterations / run.euler_iterations, 3)});
    }
    return table;
}

Table work_table(const FlagExperiment& experiment) {
    Table table{{"run", "σ [1/s]", "least and largest", "half a swing [s]", "evaluations a step",
                 "CG iterations a step, driven", "CG iterations a step, whole run"},
                {}};
    const auto shown = [](const std::optional<Real>& value) { return value ? significant(*value, 3) : "none"; };
    for (const FlagRun& run : experiment.runs) {
        const std::string range = run.decays.size() < 2 ? "one run"
                                                        : fmt::format("{} to {}", significant(run.decays.front(), 3),
                                                                      significant(run.decays.back(), 3));
        table.rows.push_back({run.name(), shown(run.decay), range, shown(run.half_period),
                              significant(run.evaluations, 4), significant(run.driven_iterations, 4),
                              significant(run.all_iterations, 4)});
    }
    return table;
}

// A flag that differs from ours in one number.
struct OtherFlag {
    const char* label;
    std::vector<std::string> overrides;
};

std::vector<OtherFlag> other_flags() {
    const auto shaken_by = [](const char* amplitude) {
        std::vector<std::string> overrides;
        for (const int pin : {0, 1}) {
            overrides.push_back(fmt::format("pin.{}.motion.sine.amplitude=[0, 0, {}]", pin, amplitude));
        }
        return overrides;
    };
    return {{"shaken by 0.1 m", shaken_by("0.1")},
            {"shaken by 0.3 m", shaken_by("0.3")},
            {"stretch 1000 N/m", {"fabric.undamped.stretch={warp=1000, weft=1000, damping=0}"}},
            {"stretch 5000 N/m", {"fabric.undamped.stretch={warp=5000, weft=5000, damping=0}"}},
            {"shear 50 N/m", {"fabric.undamped.shear={stiffness=50, damping=0}"}},
            {"shear 1000 N/m", {"fabric.undamped.shear={stiffness=1000, damping=0}"}},
            {"bend 1e-5 N m", {"fabric.undamped.bend={warp=1e-5, weft=1e-5, damping=0}"}},
            {"bend 1e-3 N m", {"fabric.undamped.bend={warp=1e-3, weft=1e-3, damping=0}"}},
            {"bending as a plate", {"method.bend=plate"}},
            {"two-level preconditioner", {"method.preconditioner=two-level"}},
            {"linearised where the particles are", {"method.linearize=start"}}};
}

std::vector<std::string> other_flag_row(const char* label, const FlagExperiment& experiment) {
    std::vector<std::string> row{label};
    for (const Real step : {0.005, 0.03}) {
        const auto ratio = experiment.decay_ratio(step);
        row.push_back(ratio ? significant(*ratio, 3) : "none");
        row.push_back(significant(experiment.same_states_ratio(step), 3));
        row.push_back(significant(experiment.work_ratio(step, &FlagRun::driven_iterations), 3));
        row.push_back(significant(experiment.work_ratio(step, &FlagRun::all_iterations), 3));
    }
    return row;
}

}  // namespace

void report_rho(FlagPage& page) {
    page.add(Heading{"Work, and the choice of ρ∞"});
    page.add(Paragraph{
        "The paper leaves open what ρ∞ does to the work. All runs take one Newton step a step, so one evaluation and "
        "one linear solve. How many iterations that takes depends on the motion: a cloth that hangs still is solved "
        "for in fewer, and with backward Euler it soon does, or moves less."});
    page.add(work_table(page.experiment));
    page.add(Paragraph{
        "So a whole run favours the integrator that has stopped its motion. What a step costs by itself is told by "
        "steps "
        "of both integrators from the same states: from where each frame of the paper's runs ends, one step of either "
        "is tried, with the same first guess for the linear solve. CG iterations of such a step:"});
    page.add(same_states_table(page.experiment));
    claim_work(page);
    for (const Real step : {0.005, 0.03}) {
        std::vector<const FlagRun*> runs;
        for (const FlagRun& run : page.experiment.runs) {
            if (run.integrator == TimeIntegrator::generalized_alpha && run.step == step) runs.push_back(&run);
        }
        if (runs.size() < 2) continue;
        page.add(PlotFigure{fmt::format("energy-rho-{}", step),
                            fmt::format("Energy above equilibrium for h = {} s and all ρ∞.", step), energy_plot(runs)});
    }
}

bool report_other_flags(FlagPage& page) {
    if (page.settings.is_quick) return true;
    Table table{{"flag", "σ ratio, h = 0.005 s", "CG, same states", "CG, driven", "CG, whole run",
                 "σ ratio, h = 0.03 s", "CG, same states", "CG, driven", "CG, whole run"},
                {other_flag_row("as above", page.experiment)}};
    for (const OtherFlag& flag : other_flags()) {
        const auto experiment = run_flag_experiment(page.settings, FlagRuns::paper, flag.overrides);
        if (!experiment) return false;
        table.rows.push_back(other_flag_row(flag.label, *experiment));
    }
    page.add(Heading{"How much of this is our choice of flag"});
    page.add(Paragraph{
        "Here one number of the flag or of the method at a time is another than above. σ ratio: that of backward Euler "
        "divided by that of generalized-α with ρ∞ = 0. CG: iterations a step of the latter divided by those of the "
        "former, from the same states and in the runs themselves. Generalized-α keeps more energy in every case, how "
        "much more is a matter of the flag, and so is what the livelier motion costs."});
    page.add(std::move(table));
    return true;
}

}  // namespace pleat
