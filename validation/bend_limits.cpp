#include "validation/bend_limits.hpp"

#include <algorithm>
#include <cmath>

#include <pleat/report/markup.hpp>

#include "validation/elastica.hpp"

namespace pleat::validation {

Real bending_length(Real bend, Real density) { return std::cbrt(bend / (density * kGravity)); }

Real chord_angle(const HangingStrip& strip) {
    constexpr int kWidth = 3;
    const int along = strip.cells + 1;  // the first cell is in the clamp
    const Real length = along * strip.edge, width = kWidth * strip.edge;
    TriangleMesh mesh = make_grid({.size = strip.is_along_weft ? Vec2(width, length) : Vec2(length, width),
                                   .cells = strip.is_along_weft ? std::array{kWidth, along} : std::array{along, kWidth},
                                   .facing = Facing::level});
    if (strip.is_along_weft) {
        for (Vec3& x : mesh.positions) x = Vec3(x.z(), x.y(), -x.x());
    }
    Model model = one_cloth(std::move(mesh), strip.fabric);
    const auto [first, last] = std::minmax_element(model.positions.begin(), model.positions.end(),
                                                   [](const Vec3& a, const Vec3& b) { return a.x() < b.x(); });
    const Vec3 clamp(first->x() + strip.edge, first->y(), 0);
    const Real end = last->x();
    std::vector<int> held, tip;
    for (int i = 0; i < model.particle_count(); ++i) {
        const Real x = model.positions[at(i)].x();
        if (x < clamp.x() + 0.5 * strip.edge) held.push_back(i);
        if (x > end - 0.5 * strip.edge) tip.push_back(i);
    }
    Scene scene = still_air();
    scene.pins = {hold(held)};
    SimulationSettings settings = settling(2);
    settings.method.preset = "interactive";
    settings.method.cloth_contact = false;
    settings.method.corrections.sweeps = strip.sweeps;
    settings.method.corrections.substep = std::sqrt(strip.fall * strip.edge * strip.sweeps / kGravity);
    Simulation simulation(std::move(model), scene, settings);
    simulation.advance_frame();
    Vec3 sum = Vec3::Zero();
    for (const int p : tip) sum += simulation.state().position[at(p)] - clamp;
    return std::atan2(-sum.y(), sum.x()) * 180 / kPi;
}

std::vector<Comparison> chords_by_limits() {
    struct Row {
        Real fall;  // of an edge
        std::vector<Real> lengths;
    };
    std::vector<Comparison> results;
    for (const Row& row : {Row{3e-3, {0.8, 1.0}}, Row{1e-3, {0.8, 1.0, 1.2}}, Row{3e-4, {0.8, 1.0, 1.2, 1.4}}}) {
        for (const Real length : row.lengths) {
            for (const int sweeps : {1, 4}) {
                HangingStrip strip;
                strip.fabric = bare_fabric(0);
                strip.fabric.strain_min = -0.01;
                strip.fabric.strain_max = 0.01;
                strip.fabric.bend_warp = strip.fabric.bend_weft =
                    strip.fabric.density * kGravity * std::pow(length * strip.edge, 3);
                strip.cells = static_cast<int>(std::lround(2 * length));
                strip.fall = row.fall;
                strip.sweeps = sweeps;
                strip.is_along_weft = sweeps > 1;
                const Real load = std::pow(strip.cells / length, 3);
                results.push_back({"chord, c = " + significant(length, 2) + " edges, fall " + significant(row.fall, 1) +
                                       " edges, " + std::to_string(sweeps) + (sweeps == 1 ? " sweep" : " sweeps"),
                                   chord_angle(strip), solve_elastica(load).chord_angle(), "deg"});
            }
        }
    }
    return results;
}

}  // namespace pleat::validation
