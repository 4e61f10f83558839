// The parts of the page on Ozgen & Kallmann 2011, and what they share.
#pragma once
#include <vector>

#include "reproduce/directional_experiment.hpp"
#include "reproduce/paper_page.hpp"

namespace pleat {

/// All runs of a scenario: the passes, then the sweeps, both from the fewest corrections on.
struct ScenarioRuns {
    std::size_t scenario;
    std::vector<DirectionalRun> passes, sweeps;

    const DirectionalRun& usual_pass() const;
    /// Visits each particle at most twice.
    const DirectionalRun& second_pass() const { return passes[1]; }
};

/// The page as it grows, and what it tells of.
struct DirectionalPage : PaperPage {
    const std::vector<ScenarioRuns>& runs;
};

void report_comparison(DirectionalPage& page);  ///< tables and claims
/// Pictures of all scenarios. False, as below, if a signal to stop came first.
bool report_looks(DirectionalPage& page);
bool report_choices(DirectionalPage& page);  ///< what is as printed, and other substeps
bool report_maps(DirectionalPage& page);     ///< figures 2, 3 and 5

}  // namespace pleat
