// The part of the report on contact with solids.
#include <algorithm>
#include <cstdio>

#include "validation/friction.hpp"
#include "validation/report/sections.hpp"
#include "validation/scenes.hpp"

namespace pleat::validation {
namespace {

void report_audits(Page& page) {
    page.heading("Cloth that crosses something");
    page.paragraph(
        "Every scene with contact, from its first frame to its last; `walking-human` is in validation/scenes. "
        "Crossings "
        "of triangles of cloth with each other and with those of solids are counted in every frame by exact arithmetic "
        "that shares nothing with the simulation. Fail-safe: particles that the result of a step would have taken "
        "through something, and that were kept from it. Gain: the most energy at the end of a frame beyond what the "
        "cloth had and was given by pins, wind and solids, over what it was given and its weight on earth times the "
        "size of the scene. A step solves a linear equation, so cloth that is stopped may stretch by more than its "
        "motion is worth, and what solids give is known less well when they hit or squeeze cloth (`fast-ball`, "
        "`skirt`); the fail-safe stretches cloth that pins pull through a narrow place (`funnel`). Damping takes that "
        "within a few frames.");
    std::vector<std::vector<std::string>> rows;
    std::vector<Comparison> crossings, gains, endings;
    for (const std::string& name : scenes_with_contact()) {
        if (!is_there(name)) {
            std::printf("%s: skipped, since its data is not there\n", name.c_str());
            continue;
        }
        const SceneAudit audit = audit_scene(name);
        rows.push_back({name, std::to_string(audit.frames), std::to_string(audit.steps),
                        std::to_string(audit.rejections), std::to_string(audit.most_contacts),
                        std::to_string(audit.most_cloth_contacts), std::to_string(audit.fail_safe_moves),
                        significant(100 * audit.most_gained, 2) + " %", std::to_string(audit.crossings)});
        crossings.push_back({name + ": crossings", static_cast<Real>(audit.crossings), 0, ""});
        gains.push_back({name + ": energy gained", audit.most_gained, 0, ""});
        endings.push_back({name + ": could not go on", audit.ending.empty() ? Real(0) : Real(1), 0, ""});
        page.print({crossings.back()});
        page.print({gains.back()});
        if (!audit.ending.empty()) std::printf("%s: %s\n", name.c_str(), audit.ending.c_str());
    }
    page.table(
        {"scene", "frames", "steps", "rejected", "most contacts", "cloth with cloth", "fail-safe", "gain", "crossings"},
        rows);
    page.check(crossings, bounds::kCrossings);
    page.paragraph("Energy gained:");
    page.check(gains, bounds::kGain);
    page.paragraph("Scenes that could not go on:");
    page.check(endings, bounds::kCrossings);
}

void report_rest(Page& page) {
    page.heading("Rest on a cylinder");
    page.paragraph("Speeds of the sheet of figure 1 of the large-steps paper (scene `cylinder`), in steps of 1/60 s.");
    std::vector<std::vector<std::string>> rows;
    const std::vector<Speeds> speeds = speeds_on_cylinder({2.5, 5, 10, 15});
    for (const Speeds& s : speeds) {
        rows.push_back({significant(s.time) + " s", significant(1e3 * s.rms, 3) + " mm/s",
                        significant(1e3 * s.largest, 3) + " mm/s"});
    }
    page.table({"after", "rms", "largest"}, rows);
    const std::vector<Comparison> rms{{"cylinder: rms speed after 15 s", speeds.back().rms, 0, "m/s"}};
    const std::vector<Comparison> largest{{"cylinder: largest speed after 15 s", speeds.back().largest, 0, "m/s"}};
    page.print(rms);
    page.print(largest);
    page.check(rms, bounds::kRestRms);
    page.check(largest, bounds::kRestLargest);
}

}  // namespace

void report_solids(Page& page) {
    page.heading("Slope");
    page.paragraph(
        "A sheet on a slope of tan θ = ½ slides by ½ g (sin θ - μ cos θ) t² if μ is less than ½, and stays if it is "
        "more. Backward Euler is ahead by half a step. The midpoint rule takes no energy from anything, and does not "
        "stay.");
    page.compare(sliding_on_slope(), bounds::kSliding);
    page.compare(sticking_on_slope(), bounds::kCreep);

    page.heading("Stick and slip");
    page.paragraph(
        "A weightless strip of length L, clamped upright with its tip on a plane, is pushed down by a share of L. It "
        "buckles, and its tip sticks only if there is enough friction. It is held until all is at rest, then let go on "
        "planes of different friction; the least with which it sticks is found to 1 %.");
    page.compare(stick_slip(Effort::full), bounds::kStickSlip);

    page.heading("Capstan");
    page.paragraph(
        "A strip drawn around a cylinder by an angle φ: the tensions at its ends differ by a factor e^(μφ).");
    page.compare(capstan(Effort::full), bounds::kCapstan);

    page.heading("Layers on a slope");
    page.paragraph(
        "A sheet slides down on a larger sheet, on a slope of 20°, by g (sin θ - μ cos θ) with a friction of 0.1, "
        "whatever its start. Three folded sheets (scene `stack-on-slope`) stay where they are with 0.6, and slide "
        "apart "
        "with 0.1, until the board, which is rougher, stops what has come down to it.");
    page.compare(sliding_layers(Effort::full), bounds::kSlidingLayers);
    page.compare(resting_stack(), bounds::kCreepOfLayers);
    page.compare(sliding_stack(), bounds::kCreepOfLayers);

    report_audits(page);
    report_rest(page);
}

}  // namespace pleat::validation
