// Closed forms of backward Euler.
#include <cmath>

#include "validation/closed_forms.hpp"
#include "validation/pendulum.hpp"
#include "validation/setup.hpp"

namespace pleat::validation {

std::vector<Comparison> free_fall() {
    const Real h = 1.0 / 60;
    const int steps = 60;
    Simulation simulation(one_cloth(make_grid({.size = {1, 1}, .cells = {4, 4}}), bare_fabric(1000)), still_air(),
                          fixed_steps(h));
    for (int i = 0; i < steps; ++i) simulation.advance_step(h);
    const Real t = steps * h;
    const Real fallen = simulation.model().positions[0].y() - simulation.state().position[0].y();
    return {{"free fall for 1 s in steps of 1/60 s", fallen, 0.5 * kGravity * t * (t + h), "m"}};
}

std::vector<Comparison> oscillator_energy_factor() {
    // One cell, left side held, right side free along x only, no weft: each right particle is a linear oscillator.
    Fabric fabric = bare_fabric(50);
    fabric.stretch_weft = fabric.shear = 0;
    Scene scene = still_air();
    scene.gravity.setZero();
    std::vector<Comparison> results;
    for (const Real h : {0.001, 0.01, 0.1}) {
        Model model = one_cloth(make_grid({.size = {1, 1}, .cells = {1, 1}}), fabric);
        scene.pins = {hold(model.cloths[0].groups.at("left")), hold(model.cloths[0].groups.at("right"))};
        scene.pins[1].hold = HoldDirections{{Vec3::UnitY(), Vec3::UnitZ()}};
        const int particle = model.cloths[0].groups.at("bottom-right")[0];
        const Real stiffness = fabric.stretch_warp * model.triangles[0].area;  // the edge is 1 m long
        const Real mass = model.masses[at(particle)];
        const Real rest = model.positions[at(particle)].x();
        model.positions[at(particle)].x() += 0.1;
        Simulation simulation(std::move(model), scene, fixed_steps(h));
        const auto energy = [&] {
            const Real s = simulation.state().position[at(particle)].x() - rest;
            return 0.5 * stiffness * s * s + 0.5 * mass * simulation.state().velocity[at(particle)].squaredNorm();
        };
        simulation.advance_step(h);
        const Real before = energy();
        simulation.advance_step(h);
        const Real omega2 = stiffness / mass;
        results.push_back({"oscillator: energy kept in a step of " + std::to_string(h).substr(0, 5) + " s",
                           energy() / before, 1 / (1 + omega2 * h * h), ""});
    }
    return results;
}

std::vector<Comparison> pendulum_order() {
    const auto error_at = [](int steps) { return pendulum_error(1e5, steps, {}); };
    return {{"pendulum: order of convergence, 500 to 1000 steps", std::log2(error_at(500) / error_at(1000)), 1, ""},
            {"pendulum: order of convergence, 1000 to 2000 steps", std::log2(error_at(1000) / error_at(2000)), 1, ""}};
}

}  // namespace pleat::validation
