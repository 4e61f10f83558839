// Prints every closed form that Pleat reproduces beside what it computes, and writes the report docs/validation.md.
#include <cstdio>

#include <pleat/core/error.hpp>

#include "validation/report/sections.hpp"

int main(int argc, char** argv) {
    using namespace pleat::validation;
    if (argc > 2) {
        std::fprintf(stderr, "usage: pleat_validate [REPORT.md]\n");
        return 2;
    }
    try {
        Page page(argc == 2 ? argv[1] : "docs/validation.md");
        page.heading("Closed forms");
        page.paragraph(
            "Made by `./do validate`, which simulates everything anew; do not edit. Below each table is the bound that "
            "the "
            "tests hold the same numbers to, on coarser meshes where that saves time; the command fails if a number "
            "here "
            "is not within it. Errors are relative to the exact value, differences are in its unit. σ is the density "
            "[kg/m²], D the bending stiffness [N m], k the stretch stiffness [N/m].");
        report_time_integration(page);
        report_threads(page);
        report_cantilever(page);
        report_mesh_independence(page);
        report_standards(page);
        report_bend_limits(page);
        report_contacts(page);
        report_solids(page);
        page.write();
        if (page.results_out_of_bounds() == 0) return 0;
        std::fprintf(stderr, "pleat_validate: %d results are not within their bounds\n", page.results_out_of_bounds());
    } catch (const pleat::Error& error) {
        std::fprintf(stderr, "pleat_validate: %s\n", error.what());
    }
    return 1;
}
