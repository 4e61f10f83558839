// The part of the report on bending.
#include "validation/bending.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "validation/bend_limits.hpp"
#include "validation/elastica.hpp"
#include "validation/report/pictures.hpp"
#include "validation/report/sections.hpp"

namespace pleat::validation {
namespace {

Real signed_error(const Comparison& c) { return c.ours / c.exact - 1; }

void plot_loads(Page& page, const std::vector<SettledStrip>& strips) {
    Series exact{"heavy elastica", {}, Stroke::line};
    for (Real exponent = 0; exponent < 2.01; exponent += 0.05) {
        const Real load = std::pow(10.0, exponent);
        exact.points.emplace_back(load, solve_elastica(load).ratio());
    }
    Series ours{"Pleat, 20 edges", {}, Stroke::dots};
    for (const SettledStrip& strip : strips) ours.points.emplace_back(strip.load, strip.ratio().ours);
    page.plot("cantilever-load", "H/W over the load, with the exact curve",
              {{"load Γ = σ g L³ / D", Scale::logarithmic}, {"H / W", Scale::logarithmic}, {exact, ours}});
}

void report_refinement(Page& page) {
    page.heading("Cantilever on finer meshes");
    Plot plot{{"edges along the strip", Scale::logarithmic}, {"error of H/W", Scale::logarithmic}, {}};
    const std::vector<int> sizes{5, 10, 20, 40};
    std::vector<std::vector<std::string>> rows;
    Real worst_share = 0;
    for (const Real load : {1.0, 10.0, 100.0}) {
        Series series{"load " + significant(load), {}, Stroke::line_and_dots};
        std::vector<std::string> row{significant(load), significant(solve_elastica(load).ratio())};
        Real before = 0;
        for (const int edges : sizes) {
            const Comparison c = settle_strip({Pattern::alternating, 0, edges}, BendModel::plate, load).ratio();
            page.print({c});
            series.points.emplace_back(edges, c.error());
            row.push_back(percent(signed_error(c)));
            if (load == 100 && edges > 10) worst_share = std::max(worst_share, c.error() / before);
            before = c.error();
        }
        plot.series.push_back(series);
        rows.push_back(row);
    }
    plot.series.push_back({"order 2", {{5, 0.2}, {40, 0.2 / 64}}, Stroke::dashes, 6});
    page.paragraph(
        "Alternating diagonals along the strip. The threads stretch by up to half a percent; those of the elastica do "
        "not.");
    page.table({"Γ", "exact H/W", "5 edges", "10 edges", "20 edges", "40 edges"}, rows);
    page.paragraph("The share of the error that is left when the edges are halved, at Γ = 100 from 10 edges on:");
    page.check({{"share of the error left on a mesh twice as fine", worst_share, 0, ""}}, bounds::kRefinement);
    page.plot("cantilever-refinement", "Error of H/W over the number of edges", plot);
}

}  // namespace

void report_cantilever(Page& page) {
    page.heading("Cantilever");
    page.paragraph(
        "A strip of length L, clamped level, at rest under its own weight: H and W are how far its tip is "
        "below the clamp and away from it. Exact is the heavy elastica, which knows one number, Γ = σ g L³ / "
        "D. The mesh has alternating diagonals, turned by 30° against the strip.");
    const std::vector<Real> loads{1, 2, 5, 8, 10, 20, 50, 100};
    const std::vector<SettledStrip> coarse = cantilevers({Pattern::alternating, 30, 20}, loads);
    const std::vector<SettledStrip> fine = cantilevers({Pattern::alternating, 30, 40}, loads);
    const std::vector<Comparison> coarse_ratios = ratios(coarse), fine_ratios = ratios(fine);
    std::vector<std::vector<std::string>> rows;
    for (std::size_t i = 0; i < loads.size(); ++i) {
        page.print({coarse_ratios[i], fine_ratios[i]});
        rows.push_back({significant(loads[i]), significant(coarse_ratios[i].exact), significant(coarse_ratios[i].ours),
                        percent(signed_error(coarse_ratios[i])), significant(fine_ratios[i].ours),
                        percent(signed_error(fine_ratios[i]))});
    }
    page.table({"Γ", "exact H/W", "20 edges", "error", "40 edges", "error"}, rows);
    page.check(coarse_ratios, bounds::kCantilever);
    page.paragraph("At 40 edges:");
    page.check(fine_ratios, bounds::kCantilever);
    page.picture("cantilever", "Strips at rest for loads from 1 to 100, the exact curve in black along each",
                 draw_cantilevers(coarse));
    plot_loads(page, coarse);
    report_refinement(page);
}

void report_mesh_independence(Page& page) {
    page.heading("The mesh must not show");
    page.paragraph("H/W of the cantilever at Γ = 10 (exact " + significant(solve_elastica(10).ratio()) +
                   ") on four triangulations, each turned against the strip by three angles, 20 edges long, with both "
                   "models of bending.");
    const std::array models{BendModel::plate, BendModel::hinge};
    std::array<std::vector<SettledStrip>, 2> strips;
    std::array<std::vector<Comparison>, 2> results;
    std::vector<std::vector<std::string>> spread;
    for (std::size_t m = 0; m < 2; ++m) {
        strips[m] = cantilevers_on_meshes(20, models[m]);
        results[m] = ratios(strips[m]);
        page.print(results[m]);
        std::vector<Real> errors;
        for (const Comparison& c : results[m]) errors.push_back(signed_error(c));
        const auto [low, high] = std::minmax_element(errors.begin(), errors.end());
        spread.push_back(
            {name_of(models[m]), percent(*low), percent(*high), significant(100 * (*high - *low), 3) + " %"});
    }
    std::vector<std::vector<std::string>> rows;
    for (std::size_t i = 0; i < strips[0].size(); ++i) {
        const StripMesh& mesh = strips[0][i].mesh;
        rows.push_back({name_of(mesh.pattern) + (", " + significant(mesh.rotation)) + "°",
                        significant(results[0][i].ours), percent(signed_error(results[0][i])),
                        significant(results[1][i].ours), percent(signed_error(results[1][i]))});
    }
    page.table({"mesh", "plate", "error", "hinge", "error"}, rows);
    page.table({"", "from", "to", "spread"}, spread);
    page.paragraph("For plates:");
    page.check(results[0], bounds::kCantilever);
    page.paragraph("Hinges are held to nothing: their stiffness is that of the mesh.");
    page.picture("meshes", "The twelve meshes at rest: plates in blue, hinges in orange, the exact curve in black",
                 draw_meshes(strips[0], strips[1]));
}

void report_standards(Page& page) {
    page.heading("Bending length by ASTM D1388");
    page.paragraph("A strip whose chord falls by 41.5° hangs over by twice its bending length (D / σg)^⅓: Γ = 8.");
    page.compare(d1388(Effort::full), bounds::kBendingLength);

    page.heading("Lateral buckling");
    page.paragraph(
        "A strip clamped with its width upright leaves its plane at Γ* = 12.8538 · √2 = 18.18 (no Poisson's "
        "ratio). It starts a thousandth beside its plane, and is flat if it is no farther at rest.");
    page.compare(lateral_buckling(Effort::full, BendModel::plate), bounds::kBuckling);
    page.paragraph("With hinges, which are held to nothing:");
    const std::vector<Comparison> hinges = lateral_buckling(Effort::full, BendModel::hinge);
    page.print(hinges);
    std::vector<std::vector<std::string>> rows;
    for (const Comparison& c : hinges) rows.push_back({c.what, significant(c.ours), significant(c.exact)});
    page.table({"", "ours", "exact"}, rows);
}

void report_bend_limits(Page& page) {
    page.heading("Bending by limits");
    page.paragraph(
        "The method `interactive` has no bending stiffness: opposite particles keep a share of their distance, which "
        "`corrections/fabric_limits.hpp` finds from the fabric by a formula that was fitted to hanging strips: 292 of "
        "them, of 2 to 5 cells, with bending lengths from 0.7 edges up, substeps with which cloth falls by 0.0003 to "
        "0.01 edges a sweep (g h² / n), 1 to 4 sweeps, along both threads, edges of 5 and 20 mm, and threads that may "
        "stretch by 0.3 to 10 %. Limits are no springs: what a strip shows depends on its length, and its bending "
        "length is within 8 % of the formula's (root mean square), at worst within 22 %. Here are chords of strips "
        "about twice as long as their bending length c, with the presets' rules and threads that stretch by 1 %.");
    page.compare(chords_by_limits(), bounds::kBendLimits);
}

}  // namespace pleat::validation
