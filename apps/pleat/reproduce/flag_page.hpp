// The parts of the page on Parks & Forsyth 2002, and what they share.
#pragma once
#include <optional>
#include <span>

#include "reproduce/flag_experiment.hpp"
#include "reproduce/paper_page.hpp"

namespace pleat {

/// What the paper prints of a run, and the figure that shows it.
struct PaperRun {
    const char* id;
    const char* name;
    TimeIntegrator integrator;
    int figure;
    Real step;                        ///< [s]
    Real decay;                       ///< [1/s]
    std::optional<Real> half_period;  ///< [s] none: nothing swings any more
};
inline constexpr PaperRun kPaperRuns[] = {
    {"backward-euler-0.005", "Backward Euler, h = 0.005 s", TimeIntegrator::backward_euler, 3, 0.005, 0.069, 1.1},
    {"generalized-alpha-0.005", "Generalized-α, h = 0.005 s", TimeIntegrator::generalized_alpha, 4, 0.005, 0.008, 0.7},
    {"backward-euler-0.03", "Backward Euler, h = 0.03 s", TimeIntegrator::backward_euler, 5, 0.03, 0.358, {}},
    {"generalized-alpha-0.03", "Generalized-α, h = 0.03 s", TimeIntegrator::generalized_alpha, 6, 0.03, 0.08, 0.9},
};

/// The page as it grows, and what it tells of.
struct FlagPage : PaperPage {
    const FlagExperiment& experiment;
};

/// Energy above equilibrium over time, on a logarithmic axis.
Plot energy_plot(std::span<const FlagRun* const> runs);

void report_amplification(FlagPage& page);  ///< figure 1
void report_energy(FlagPage& page);         ///< figure 2
/// Figures 3 to 6. False, as below, if a signal to stop came first.
bool report_swings(FlagPage& page);
void report_rho(FlagPage& page);          ///< with the work
bool report_other_flags(FlagPage& page);  ///< how far the results are those of our flag

}  // namespace pleat
