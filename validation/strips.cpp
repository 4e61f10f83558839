// Strips that hang by their ends, without bending.
#include <algorithm>
#include <array>
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

// Period [s] of a strip that swings in the shape that belongs to a root of the Bessel function J0.
Real hanging_period(Real root, int cells, Real h) {
    const Real length = 1;
    TriangleMesh mesh = make_grid({.size = {2 * length / cells, length}, .cells = {2, cells}});
    std::vector<Real> shape;
    for (Vec3& x : mesh.positions) {
        const Real above_tip = std::max(0.0, x.y() + 0.5 * length);
        shape.push_back(std::cyl_bessel_j(0, root * std::sqrt(above_tip / length)));
        x.z() = 2e-3 * shape.back();
    }
    Model model = one_cloth(mesh, bare_fabric(1e5));
    Scene scene = still_air();
    scene.pins = {hold(model.cloths[0].groups.at("top"))};
    SimulationSettings settings = fixed_steps(h);
    settings.method.tolerance = 1e-6;
    Simulation simulation(std::move(model), scene, settings);
    // How much of the shape there is: slower swings, which begin by rounding and last longer, do not count.
    const auto amplitude = [&] {
        Real sum = 0;
        for (std::size_t i = 0; i < shape.size(); ++i) {
            sum += simulation.model().masses[i] * shape[i] * simulation.state().position[i].z();
        }
        return sum;
    };
    // Times at which the strip passes the middle: a period after two of them.
    std::vector<Real> crossings;
    while (crossings.size() < 5) {
        const Real before = amplitude(), since = simulation.state().time;
        simulation.advance_step(h);
        const Real after = amplitude();
        if (before * after <= 0 && before != 0) crossings.push_back(since + h * before / (before - after));
    }
    return (crossings[4] - crossings[0]) / 2;
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

std::vector<Comparison> hanging_periods(Effort effort) {
    const std::array roots{2.404825557695773, 5.520078110286311, 8.653727912911013};
    const std::array names{"first", "second", "third"};
    const bool is_quick = effort == Effort::quick;
    std::vector<Comparison> results;
    for (std::size_t i = 0; i < (is_quick ? 1 : roots.size()); ++i) {
        const Real h = is_quick ? 4e-3 : 1e-3 * roots[0] / roots[i];
        results.push_back({std::string("hanging strip: ") + names[i] + " period",
                           hanging_period(roots[i], is_quick ? 15 : 80, h), 4 * kPi / roots[i] / std::sqrt(kGravity),
                           "s"});
    }
    return results;
}

}  // namespace pleat::validation
