// Strips that hang by their ends, without bending.
#include <algorithm>
#include <cmath>

#include "validation/closed_forms.hpp"
#include "validation/setup.hpp"

namespace pleat::validation {

namespace {

// Height of a group's particles, on average.
Real mean_height(const Simulation& simulation, const std::string& group) {
    const std::vector<int>& particles = simulation.model().cloths[0].groups.at(group);
    Real sum = 0;
    for (const int p : particles) sum += simulation.state().position[at(p)].y();
    return sum / static_cast<Real>(particles.size());
}

}  // namespace

std::vector<Comparison> own_weight(Effort effort) {
    const int cells = effort == Effort::quick ? 10 : 40;
    const Real stretch = 200, length = 1;
    const Fabric fabric = bare_fabric(stretch);
    Model model = one_cloth(make_grid({.size = {4 * length / cells, length}, .cells = {4, cells}}), fabric);
    Scene scene = still_air();
    scene.pins = {hold(model.cloths[0].groups.at("top"))};
    Simulation simulation(std::move(model), scene, settling(10));
    const Real before = mean_height(simulation, "bottom");
    simulation.advance_frame();
    return {{"own weight: extension of a hanging strip", before - mean_height(simulation, "bottom"),
             fabric.density * kGravity * length * length / (2 * stretch), "m"}};
}

std::vector<Comparison> catenary(Effort effort) {
    const int cells = effort == Effort::quick ? 20 : 80;
    std::vector<Comparison> results;
    const std::pair<Real, Real> known[] = {{0.9, 0.19071}, {0.8, 0.26544}, {0.5, 0.39819}};
    for (const auto& [span, sag] : known) {
        TriangleMesh mesh = make_grid({.size = {1, 2.0 / cells}, .cells = {cells, 2}, .facing = Facing::level});
        // Start as an arc of a circle of length 1 over the span: sin(a) / a = span for half its angle a.
        Real low = 1e-6, high = kPi;
        for (int i = 0; i < 60; ++i) {
            const Real middle = 0.5 * (low + high);
            (std::sin(middle) / middle > span ? low : high) = middle;
        }
        for (Vec3& x : mesh.positions) {
            const Real turn = 2 * low * x.x();
            const Real radius = 1 / (2 * low);
            x = Vec3(radius * std::sin(turn), radius * (std::cos(low) - std::cos(turn)), x.z());
        }
        Model model = one_cloth(mesh, bare_fabric(1e5));
        Scene scene = still_air();
        scene.pins = {hold(model.cloths[0].groups.at("left")), hold(model.cloths[0].groups.at("right"))};
        Simulation simulation(std::move(model), scene, settling(effort == Effort::quick ? 4 : 10));
        simulation.advance_frame();
        Real lowest = 0;
        for (const Vec3& x : simulation.state().position) lowest = std::min(lowest, x.y());
        results.push_back(
            {"catenary: sag of 1 m of cloth over " + std::to_string(span).substr(0, 3) + " m", -lowest, sag, "m"});
    }
    return results;
}

std::vector<Comparison> hanging_period(Effort effort) {
    const bool is_quick = effort == Effort::quick;
    const int cells = is_quick ? 15 : 40;
    const Real length = 1;
    const Real h = is_quick ? 4e-3 : 1e-3;
    const Real first_root = 2.404825557695773;  // of the Bessel function J0
    TriangleMesh mesh = make_grid({.size = {2 * length / cells, length}, .cells = {2, cells}});
    for (Vec3& x : mesh.positions) {
        const Real above_tip = std::max(0.0, x.y() + 0.5 * length);
        x.z() = 2e-3 * std::cyl_bessel_j(0, first_root * std::sqrt(above_tip / length));
    }
    Model model = one_cloth(mesh, bare_fabric(1e5));
    Scene scene = still_air();
    scene.pins = {hold(model.cloths[0].groups.at("top"))};
    SimulationSettings settings = fixed_steps(h);
    settings.method.tolerance = 1e-6;
    Simulation simulation(std::move(model), scene, settings);
    const int tip = simulation.model().cloths[0].groups.at("bottom-left")[0];
    // Times at which the tip passes the middle: a period after two of them.
    std::vector<Real> crossings;
    while (crossings.size() < 5) {
        const Real before = simulation.state().position[at(tip)].z();
        const Real since = simulation.state().time;
        simulation.advance_step(h);
        const Real after = simulation.state().position[at(tip)].z();
        if (before * after <= 0 && before != 0) crossings.push_back(since + h * before / (before - after));
    }
    return {{"hanging strip: first period", (crossings[4] - crossings[0]) / 2, 5.22548 * std::sqrt(length / kGravity),
             "s"}};
}

}  // namespace pleat::validation
