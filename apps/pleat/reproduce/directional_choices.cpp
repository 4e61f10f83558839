// What depends on choices in Ozgen & Kallmann 2011: the pass as printed, the substep, and the order of the classes.
#include <fmt/core.h>

#include <pleat/report/markup.hpp>

#include "reproduce/directional_page.hpp"

namespace pleat {
namespace {

constexpr Real kDampings[] = {3, 5, 10, 20, 40, 80};  // [1/s] the first one is the preset's
constexpr int kSubstepFactors[] = {2, 4};             // substeps are shorter by
constexpr int kFewSweeps[] = {1, 2, 5, 10};

std::string in_percent(const DirectionalRun& run, Real DirectionalRun::*stretch) {
    return run.is_torn ? "torn" : significant(100 * (run.*stretch), 3);
}

bool report_as_printed(DirectionalPage& page) {
    std::vector<DirectionalPlan> plans;
    for (const std::size_t scenario : {kOneCorner, kTwoCorners}) {
        for (const Real damping : kDampings) {
            plans.push_back({scenario,
                             fmt::format("{}, damping {} 1/s", directional_scenarios()[scenario].title, damping),
                             {"method.as_printed=true", fmt::format("method.damping={}", damping)}});
        }
    }
    const auto runs = run_directional(page.settings, plans);
    if (!runs) return false;
    Table table{{"as printed", "worst stretch [%]", "worst in motion [%]", "shake [mm/s]", "ending"}, {}};
    for (const DirectionalRun& run : *runs) {
        table.rows.push_back({run.trial.label, in_percent(run, &DirectionalRun::worst),
                              in_percent(run, &DirectionalRun::worst_in_motion),
                              run.is_torn ? "-" : significant(1e3 * run.shake, 3),
                              run.is_torn ? "torn to pieces" : "finished"});
    }
    page.add(Heading{"As printed"});
    page.add(Paragraph{
        "The paper moves only the second particle of an edge, as if the first were infinitely heavy, and also "
        "what is too short. Each edge then whips the next one, and motion grows. The paper lowers the 2 of "
        "Verlet's rule to damp, and does not say by how much. With method.as_printed, by the share of the "
        "velocity that is lost in a second; only a multiple of the preset's keeps "
        "cloth from being torn:"});
    page.add(std::move(table));
    const DirectionalRun& usual = runs->front();
    page.claim({"as-printed-rest",
                "As printed, with the preset's damping: rms speed of cloth hung from one corner in the last second",
                0,
                usual.is_torn ? std::nullopt : std::optional<Real>(usual.shake),
                "m/s",
                {Wanted::Kind::at_most, 0.05}});
    return true;
}

bool report_substeps(DirectionalPage& page) {
    const Real longest = directional_sizes(page.settings.is_quick).substep;
    std::vector<DirectionalPlan> plans;
    for (const int factor : kSubstepFactors) {
        const auto add = [&](const LengthMethod& method) {
            std::vector<std::string> overrides = method.overrides();
            overrides.push_back(fmt::format("method.substep={}", longest / factor));
            plans.push_back({kTwoCorners, fmt::format("1/{:.0f} s, {}", factor / longest, method.name()), overrides});
        };
        add({1, 0});
        add(kUsualPass);
        for (const int sweeps : kFewSweeps) add({0, sweeps});
    }
    const auto runs = run_directional(page.settings, plans);
    if (!runs) return false;
    Table table{{"substep", "worst stretch [%]", "mean stretch [%]", "shake [mm/s]", "corrections [ms a frame]"}, {}};
    for (const DirectionalRun& run : *runs) {
        table.rows.push_back({run.trial.label, in_percent(run, &DirectionalRun::worst),
                              in_percent(run, &DirectionalRun::mean), significant(1e3 * run.shake, 3),
                              significant(1e3 * run.seconds, 3)});
    }
    page.add(Heading{"Shorter substeps"});
    page.add(Paragraph{
        "The paper does not say how long its steps are. Cloth hung from two corners with shorter ones stretches "
        "less with either way to keep lengths; with sweeps it rests, with the pass it trembles:"});
    page.add(std::move(table));
    return true;
}

}  // namespace

bool report_choices(DirectionalPage& page) { return report_as_printed(page) && report_substeps(page); }

}  // namespace pleat
