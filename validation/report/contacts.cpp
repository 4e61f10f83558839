// The part of the report on finding contacts.
#include <cstdio>

#include "validation/contact_queries.hpp"
#include "validation/report/sections.hpp"

namespace pleat::validation {

void report_contacts(Page& page) {
    page.heading("Continuous collision");
    page.paragraph(
        "Ten million random motions with integer coordinates, half of them degenerate: coplanar, collinear, touching, "
        "at "
        "rest, without area or length, with repeated particles. The truth is found by exact integer arithmetic. Each "
        "is "
        "asked again with its particles in another order. No contact may be missed, and no answer may change.");
    std::vector<std::vector<std::string>> rows;
    std::vector<Comparison> misses;
    for (const PairKind kind : {PairKind::vertex_face, PairKind::edge_edge}) {
        const std::string name = kind == PairKind::vertex_face ? "vertex-face" : "edge-edge";
        const ContactScore score = score_contacts(kind, 5'000'000);
        rows.push_back({name, std::to_string(score.queries), std::to_string(score.contacts),
                        std::to_string(score.missed), std::to_string(score.too_many),
                        significant(score.median(), 3) + " ns"});
        std::printf("%-11s median %.0f ns a query\n", name.c_str(), score.median());
        misses.push_back({name + ": contacts missed", static_cast<Real>(score.missed), 0, ""});
        misses.push_back({name + ": contacts found that are none", static_cast<Real>(score.too_many), 0, ""});
        misses.push_back({name + ": answers that depend on the order", static_cast<Real>(score.reordered), 0, ""});
    }
    page.table({"", "queries", "contacts", "missed", "too many", "median time"}, rows);
    page.print(misses);
    std::erase_if(misses, [](const Comparison& c) { return c.what.ends_with("none"); });
    page.check(misses, bounds::kContactsMissed);
}

}  // namespace pleat::validation
