// Strips that bend under their own weight, on four triangulations in three directions, with both models of bending.
#include "validation/bending.hpp"

#include <algorithm>
#include <cmath>

#include "validation/elastica.hpp"
#include "validation/setup.hpp"

namespace pleat::validation {
namespace {

// A strip of length 1 along x that is clamped before x = 0, of density 1.
struct Strip {
    Model model;
    std::vector<int> clamp;
    std::vector<int> tip;
};

Strip make_strip(const StripMesh& mesh, Real half_width, Facing facing, const Fabric& fabric) {
    const Real edge = 1.0 / mesh.edges;
    Strip strip{one_cloth(make_pattern_mesh({.pattern = mesh.pattern,
                                             .rotation = mesh.rotation,
                                             .edge = edge,
                                             .min = {-2 * edge, -half_width},
                                             .max = {1, half_width},
                                             .facing = facing,
                                             .is_cut_at_zero = true}),
                          fabric),
                {},
                {}};
    for (int i = 0; i < strip.model.particle_count(); ++i) {
        const Real x = strip.model.positions[at(i)].x();
        if (x < 1e-9) strip.clamp.push_back(i);
        if (x > 1 - 1e-9) strip.tip.push_back(i);
    }
    return strip;
}

Fabric strip_fabric(Real load, Real stretch) {
    Fabric fabric = bare_fabric(stretch * kGravity);
    fabric.density = 1;
    fabric.shear = 0.5 * fabric.stretch_warp;
    fabric.bend_warp = fabric.bend_weft = kGravity / load;
    return fabric;
}

Vec3 mean_position(const Simulation& simulation, const std::vector<int>& particles) {
    Vec3 sum = Vec3::Zero();
    for (const int p : particles) sum += simulation.state().position[at(p)];
    return sum / static_cast<Real>(particles.size());
}

std::string number(Real x) { return std::to_string(static_cast<int>(std::lround(x))); }

}  // namespace

std::string name_of(BendModel model) { return model == BendModel::plate ? "plate" : "hinge"; }

std::string name_of(const StripMesh& mesh) {
    return name_of(mesh.pattern) + (" at " + number(mesh.rotation)) + ", " + std::to_string(mesh.edges) + " edges";
}

SettledStrip settle_strip(const StripMesh& mesh, BendModel model, Real load) {
    // Threads that stretch by half a percent: stiffer ones would not let a coarse mesh curve at all where no edges run
    // across the strip.
    Strip strip = make_strip(mesh, 2.0 / mesh.edges, Facing::level, strip_fabric(load, 200));
    Scene scene = still_air();
    scene.pins = {hold(strip.clamp)};
    SimulationSettings settings = settling(6);
    settings.method.bend = model;
    settings.method.tolerance = 1e-5;
    Simulation simulation(std::move(strip.model), scene, settings);
    simulation.advance_frame();
    SettledStrip settled{mesh, model, load, simulation.state().position, {}, mean_position(simulation, strip.tip)};
    for (const auto& triangle : simulation.model().triangles) settled.triangles.push_back(triangle.particles);
    return settled;
}

Comparison SettledStrip::ratio() const {
    return {"cantilever, load " + number(load) + ": H/W, " + name_of(model) + ", " + name_of(mesh), -tip.y() / tip.x(),
            solve_elastica(load).ratio(), ""};
}

Comparison SettledStrip::chord_angle() const {
    return {"ASTM D1388: chord angle, " + name_of(model) + ", " + name_of(mesh),
            std::atan2(-tip.y(), tip.x()) * 180 / kPi, solve_elastica(load).chord_angle(), "deg"};
}

std::vector<SettledStrip> cantilevers(const StripMesh& mesh, const std::vector<Real>& loads) {
    std::vector<SettledStrip> strips;
    for (const Real load : loads) strips.push_back(settle_strip(mesh, BendModel::plate, load));
    return strips;
}

std::vector<SettledStrip> cantilevers_on_meshes(int edges, BendModel model) {
    std::vector<SettledStrip> strips;
    for (const Pattern pattern : kPatterns) {
        for (const Real rotation : {0.0, 30.0, 45.0})
            strips.push_back(settle_strip({pattern, rotation, edges}, model, 10));
    }
    return strips;
}

std::vector<Comparison> ratios(const std::vector<SettledStrip>& strips) {
    std::vector<Comparison> results;
    for (const SettledStrip& strip : strips) results.push_back(strip.ratio());
    return results;
}

std::vector<Comparison> d1388(Effort effort) {
    std::vector<StripMesh> meshes{{Pattern::alternating, 0, 20}};
    if (effort == Effort::full) meshes.push_back({Pattern::four, 30, 20});
    std::vector<Comparison> results;
    for (const StripMesh& mesh : meshes) results.push_back(settle_strip(mesh, BendModel::plate, 8).chord_angle());
    return results;
}

Real lateral_deflection(const StripMesh& mesh, BendModel model, Real load) {
    constexpr Real kStart = 1e-3;
    Strip strip = make_strip(mesh, 2.0 / mesh.edges, Facing::upright, strip_fabric(load, 1e4));
    for (Vec3& x : strip.model.positions) {
        const Real along = std::max(0.0, x.x());
        x.z() = kStart * along * along;
    }
    Scene scene = still_air();
    scene.pins = {hold(strip.clamp)};
    SimulationSettings settings = settling(20);
    settings.method.bend = model;
    settings.method.tolerance = 1e-5;
    Simulation simulation(std::move(strip.model), scene, settings);
    simulation.advance_frame();
    return std::abs(mean_position(simulation, strip.tip).z()) / kStart;
}

std::vector<Comparison> lateral_buckling(Effort effort, BendModel model) {
    // Michell and Prandtl: 12.8538 sqrt(bending stiffness * twisting stiffness), for no Poisson's ratio.
    const Real critical = 12.8538 * std::sqrt(2.0);
    std::vector<Comparison> results;
    for (const Pattern pattern : kPatterns) {
        if (effort == Effort::quick && pattern != Pattern::alternating) continue;
        const StripMesh mesh{pattern, pattern == Pattern::alternating ? 0.0 : 30.0, 20};
        for (const Real share : {0.85, 1.15}) {
            const bool is_buckled = lateral_deflection(mesh, model, share * critical) > 1;
            results.push_back({"lateral buckling at " + number(100 * share) + " %: 0 flat, 1 buckled, " +
                                   name_of(model) + ", " + name_of(mesh),
                               is_buckled ? 1.0 : 0.0, share > 1 ? 1.0 : 0.0, ""});
        }
    }
    return results;
}

}  // namespace pleat::validation
