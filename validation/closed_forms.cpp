#include "validation/closed_forms.hpp"

#include <algorithm>
#include <cmath>

#include <pleat/pleat.hpp>

namespace pleat::validation {
namespace {

constexpr Real kGravity = 9.81;

// Nothing but the threads, and those stiff; no air.
Fabric bare_fabric(Real stretch) {
    Fabric fabric;
    fabric.name = "bare";
    fabric.density = 0.2;
    fabric.stretch_warp = fabric.stretch_weft = stretch;
    fabric.shear = 0.1 * stretch;
    fabric.bend_warp = fabric.bend_weft = 0;
    fabric.stretch_damping = fabric.shear_damping = fabric.bend_damping = 0;
    return fabric;
}

Scene still_air() {
    Scene scene;
    scene.gravity = {0, -kGravity, 0};
    scene.air_density = 0;
    return scene;
}

// Steps of exactly h, solved to rounding.
SimulationSettings fixed_steps(Real h) {
    SimulationSettings settings;
    settings.method.tolerance = 1e-12;
    settings.method.max_iterations = 100000;
    settings.steps = {.max_step = h, .min_step = h, .max_stretch_change = 1e9};
    settings.frame_rate = 1 / h;
    settings.threads = 1;
    return settings;
}

Model one_cloth(TriangleMesh mesh, const Fabric& fabric) {
    ClothSource source;
    source.mesh = std::move(mesh);
    source.fabric = fabric;
    return ModelBuilder().add(source).build();
}

Pin hold(std::vector<int> particles) {
    Pin pin;
    pin.particles = std::move(particles);
    return pin;
}

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// Height of a group's particles, on average.
Real mean_height(const Simulation& simulation, const std::string& group) {
    const std::vector<int>& particles = simulation.model().cloths[0].groups.at(group);
    Real sum = 0;
    for (const int p : particles) sum += simulation.state().position[at(p)].y();
    return sum / static_cast<Real>(particles.size());
}

// Lets the cloth find its rest.
void settle(Simulation& simulation) { simulation.advance_frame(); }

SimulationSettings settling(Real seconds) {
    SimulationSettings settings;
    settings.method.tolerance = 1e-8;
    settings.method.max_iterations = 100000;
    settings.steps = {.max_step = 1.0 / 60, .min_step = 1e-6, .max_stretch_change = 1e9};
    settings.settle = seconds;
    settings.threads = 1;
    return settings;
}

}  // namespace

Real Comparison::error() const { return exact == 0 ? std::abs(ours) : std::abs(ours / exact - 1); }

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
    // A triangle that turns about a held side: its third particle is a pendulum.
    const Real length = 0.5, start = 1.0, duration = 0.7;
    // The exact motion, by Runge-Kutta of fourth order with steps of a microsecond.
    Real angle = start, rate = 0;
    const auto acceleration = [&](Real a) { return -kGravity / length * std::sin(a); };
    for (int i = 0; i < 500000; ++i) {
        const Real h = duration / 500000;
        const Real k1 = acceleration(angle);
        const Real k2 = acceleration(angle + 0.5 * h * rate);
        const Real k3 = acceleration(angle + 0.5 * h * (rate + 0.5 * h * k1));
        const Real k4 = acceleration(angle + h * (rate + 0.5 * h * k2));
        angle += h * (rate + h * (k1 + k2 + k3) / 6);
        rate += h * (k1 + 2 * k2 + 2 * k3 + k4) / 6;
    }
    const auto error_at = [&](int steps) {
        TriangleMesh mesh;
        const Vec3 tip(0, -length * std::cos(start), length * std::sin(start));
        mesh.positions = {{-0.25, 0, 0}, {0.25, 0, 0}, tip};
        mesh.triangles = {{0, 1, 2}};
        mesh.uv = {{Vec2(-0.25, 0), Vec2(0.25, 0), Vec2(0, length)}};
        Scene scene = still_air();
        scene.pins = {hold({0, 1})};
        const Real h = duration / steps;
        Simulation simulation(one_cloth(mesh, bare_fabric(1e5)), scene, fixed_steps(h));
        for (int i = 0; i < steps; ++i) simulation.advance_step(h);
        const Vec3& x = simulation.state().position[2];
        return std::abs(std::atan2(x.z(), -x.y()) - angle);
    };
    return {{"pendulum: order of convergence, 500 to 1000 steps", std::log2(error_at(500) / error_at(1000)), 1, ""},
            {"pendulum: order of convergence, 1000 to 2000 steps", std::log2(error_at(1000) / error_at(2000)), 1, ""}};
}

std::vector<Comparison> own_weight(Effort effort) {
    const int cells = effort == Effort::quick ? 10 : 40;
    const Real stretch = 200, length = 1;
    const Fabric fabric = bare_fabric(stretch);
    Model model = one_cloth(make_grid({.size = {4 * length / cells, length}, .cells = {4, cells}}), fabric);
    Scene scene = still_air();
    scene.pins = {hold(model.cloths[0].groups.at("top"))};
    Simulation simulation(std::move(model), scene, settling(10));
    const Real before = mean_height(simulation, "bottom");
    settle(simulation);
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
        settle(simulation);
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
