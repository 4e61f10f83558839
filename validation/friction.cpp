#include "validation/friction.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <random>

#include <Eigen/Geometry>

#include <pleat/report/markup.hpp>
#include <pleat/shapes/make_surface.hpp>

#include "validation/setup.hpp"

namespace pleat::validation {
namespace {

const TimeIntegrator kIntegrators[] = {TimeIntegrator::backward_euler, TimeIntegrator::generalized_alpha,
                                       TimeIntegrator::bdf2, TimeIntegrator::midpoint};

std::string name_of(TimeIntegrator integrator) { return kTimeIntegratorNames[static_cast<std::size_t>(integrator)]; }

Solid make_solid(Surface surface, Real friction) {
    Solid solid;
    solid.name = "solid";
    solid.surface = std::make_shared<Surface>(std::move(surface));
    solid.friction = friction;
    return solid;
}

void advance_to(Simulation& simulation, Real time) {
    while (simulation.state().time < time - 1e-9) simulation.advance_frame();
}

Vec3 middle(const Simulation& simulation) {
    Vec3 sum = Vec3::Zero();
    for (const Vec3& x : simulation.state().position) sum += x;
    return sum / static_cast<Real>(simulation.state().position.size());
}

// How far a sheet slides on a slope of tan 1/2 [m].
Real slide(Real friction, Real time, TimeIntegrator integrator) {
    const Mat3 turn = Eigen::AngleAxis<Real>(-std::atan(0.5), Vec3::UnitZ()).toRotationMatrix();
    Surface slope = make_plane({10, 4});
    for (Vec3& x : slope.positions) x = turn * x;
    Scene scene = still_air();
    scene.solids = {make_solid(slope, friction)};
    TriangleMesh sheet = make_grid({.size = {0.5, 0.5}, .cells = {20, 20}, .facing = Facing::level});
    place(sheet, turn, turn * Vec3(0, scene.solids[0].thickness, 0));
    SimulationSettings settings;
    settings.method.integrator = integrator;
    Simulation simulation(one_cloth(sheet, named_fabric("cotton")), scene, settings);
    const Vec3 start = middle(simulation);
    advance_to(simulation, time);
    return (middle(simulation) - start).norm();
}

Vec3 middle(const Simulation& simulation, const Cloth& cloth) {
    Vec3 sum = Vec3::Zero();
    for (int i = cloth.particles.begin; i < cloth.particles.end; ++i) sum += simulation.state().position[at(i)];
    return sum / cloth.particles.size();
}

// A sheet of 0.3 m on one of 1 m that sticks to a slope of 20 degrees. Start 0 has all meshes in line.
Simulation sheet_on_sheet(int start) {
    std::mt19937 random(static_cast<unsigned>(start));
    std::uniform_real_distribution<Real> some(-1, 1);
    const Mat3 slope = Eigen::AngleAxis<Real>(-kPi / 9, Vec3::UnitZ()).toRotationMatrix();
    Surface plane = make_plane({4, 1});
    for (Vec3& x : plane.positions) x = slope * x;
    Scene scene = still_air();
    scene.solids = {make_solid(plane, 0.9)};
    Fabric fabric = named_fabric("cotton");
    fabric.friction = 0.1;
    ModelBuilder builder;
    for (int layer = 0; layer < 2; ++layer) {
        ClothSource source;
        source.name = "layer" + std::to_string(layer);
        const Real side = layer == 0 ? 1 : 0.3;
        const int cells = layer == 0 ? 40 : 12;
        source.mesh = make_grid({.size = {side, side}, .cells = {cells, cells}, .facing = Facing::level});
        Vec3 offset(layer == 0 ? 0 : 0.01 * layer - 0.2, scene.solids[0].thickness + layer * fabric.thickness,
                    0.013 * layer);
        Real turn = 0;
        if (layer > 0 && start > 0) {
            turn = 0.1 * some(random);
            offset += 3e-4 * Vec3(some(random), 0, some(random));
        }
        place(source.mesh, slope * Eigen::AngleAxis<Real>(turn, Vec3::UnitY()).toRotationMatrix(), slope * offset);
        source.fabric = fabric;
        builder.add(source);
    }
    return {builder.build(), scene, {}};
}

// Weightless, and without air.
Scene only_solid(Surface surface, Real friction) {
    Scene scene = still_air();
    scene.gravity.setZero();
    scene.solids = {make_solid(std::move(surface), friction)};
    scene.solids[0].thickness = 1e-3;
    return scene;
}

std::unique_ptr<Simulation> make_simulation(const TriangleMesh& mesh, const Fabric& fabric, const Scene& scene) {
    SimulationSettings settings = settling(0);
    settings.method.tolerance = 1e-6;
    return std::make_unique<Simulation>(one_cloth(mesh, fabric), scene, settings);
}

// A strip upright on a plane that is rough, pushed down by its clamp.
struct Column {
    static constexpr Real kPushTime = 6;  // [s]

    Column(int edges, Real push) {
        const TriangleMesh mesh = make_mesh(edges);
        Fabric fabric = bare_fabric(200);
        fabric.density = 0.05;
        fabric.bend_warp = fabric.bend_weft = 1e-3;
        fabric.bend_damping = 1e-4;
        tip = mesh.groups.at("bottom");
        Scene scene = only_solid(make_plane({2, 1}), 10);
        scene.pins = {make_clamp(mesh, push), make_guide()};
        simulation = make_simulation(mesh, fabric, scene);
    }

    // A thousandth beside its plane. One row more than its length is above the clamp.
    static TriangleMesh make_mesh(int edges) {
        const Real edge = 1.0 / edges;
        TriangleMesh mesh = make_grid({.size = {2 * edge, 1 + edge}, .cells = {2, edges + 1}});
        place(mesh, Mat3::Identity(), Vec3(0, 0.5 + 0.5 * edge + 1e-3, 0));
        for (Vec3& x : mesh.positions) {
            if (x.y() < 1) x.z() = 1e-3 * std::sin(kPi * x.y());
        }
        return mesh;
    }

    static Pin make_clamp(const TriangleMesh& mesh, Real push) {
        Pin clamp = hold({});
        for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
            if (mesh.positions[i].y() > 1) clamp.particles.push_back(static_cast<int>(i));
        }
        const Keyframes down{{0, kPushTime}, {Vec3::Zero(), Vec3(0, -push, 0)}, Interpolation::smooth};
        clamp.motion.parts.push_back({KeyframedTranslation{down}, 0, kForever});
        return clamp;
    }

    // It buckles with a jerk, on which the tip must not hop aside.
    Pin make_guide() const {
        Pin guide = hold(tip);
        guide.hold = HoldDirections{{Vec3::UnitZ()}};
        guide.until = kPushTime;
        return guide;
    }

    // [m] how far the tip is from where it was.
    Real slip() const {
        Real largest = 0;
        for (const int i : tip) largest = std::max(largest, std::abs(simulation->state().position[at(i)].z()));
        return largest;
    }

    std::vector<int> tip;
    std::unique_ptr<Simulation> simulation;
};

// Whether the tip of a strip at rest begins to slip when the plane gets this friction.
bool slips(Column& column, const Snapshot& rest, Real friction) {
    column.simulation->restore(rest);
    column.simulation->scene().solids[0].friction = friction;
    advance_to(*column.simulation, rest.state.time + 3);
    return column.slip() > 0.01;
}

// The least friction with which it sticks, looked for around `guess`.
Real sticking_friction(int edges, Real push, Real guess) {
    Column column(edges, push);
    advance_to(*column.simulation, Column::kPushTime + 2);
    const Snapshot rest = column.simulation->snapshot();
    Real low = 0.8 * guess, high = 1.25 * guess;
    while (high - low > 0.01 * guess) {
        const Real middle_friction = (low + high) / 2;
        (slips(column, rest, middle_friction) ? low : high) = middle_friction;
    }
    return (low + high) / 2;
}

// A strip around a cylinder, its ends tangent to it and held.
struct Bollard {
    static constexpr Real kRadius = 0.1;  // [m]
    static constexpr Real kTail = 0.15;   // [m]
    static constexpr Real kDrawn = 0.06;  // [m] the strip is drawn so far around

    Bollard(int edges_around, Real friction, Real angle) : pull{direction(-angle), direction(angle)} {
        Surface surface = make_cylinder({kRadius, 0.4, 8 * edges_around, 2});
        const Mat3 level = Eigen::AngleAxis<Real>(kPi / 2, Vec3::UnitX()).toRotationMatrix();
        for (Vec3& x : surface.positions) x = level * x;
        Scene scene = only_solid(surface, friction);
        const Real radius = kRadius + scene.solids[0].thickness;
        const Real length = angle * radius + 2 * kTail;
        const int edges = static_cast<int>(std::lround(edges_around * length / (angle * radius)));
        TriangleMesh mesh = make_grid({.size = {length, 0.03}, .cells = {edges, 1}});
        for (Vec3& x : mesh.positions) x = wrap(x, radius, angle);
        held = {mesh.groups.at("left"), mesh.groups.at("right")};
        // One end is drawn by 2 % of the length, then both go on alike.
        scene.pins = {make_pin(0, 0, -kDrawn), make_pin(1, 0.02 * length, 0.02 * length + kDrawn)};
        Fabric fabric = bare_fabric(1000);
        fabric.density = 0.1;
        fabric.stretch_damping = 5;
        simulation = make_simulation(mesh, fabric, scene);
    }

    // Holds an end, and draws it so far [m] away from the cylinder in 1 s and in 5 s.
    Pin make_pin(std::size_t end, Real first, Real second) const {
        Pin pin = hold(held[end]);
        const Keyframes keys{{0, 1, 5}, {Vec3::Zero(), first * pull[end], second * pull[end]}, Interpolation::linear};
        pin.motion.parts.push_back({KeyframedTranslation{keys}, 0, kForever});
        return pin;
    }

    // Of a tail, away from the cylinder; negative angles have the other one.
    static Vec3 direction(Real angle) {
        return {std::copysign(std::cos(angle / 2), angle), -std::sin(std::abs(angle) / 2), 0};
    }

    static Vec3 wrap(const Vec3& x, Real radius, Real angle) {
        const Real half = angle / 2 * radius;
        const Real on = std::clamp(x.x(), -half, half) / radius;
        const Vec3 touch(radius * std::sin(on), radius * std::cos(on), x.y());
        return touch + (std::abs(x.x()) - std::abs(on) * radius) * direction(std::copysign(angle, x.x()));
    }

    Real tension(std::size_t end) const {
        Real sum = 0;
        for (const ConstraintForce& f : simulation->constraint_forces()) {
            if (std::count(held[end].begin(), held[end].end(), f.particle) > 0) sum += f.force.dot(pull[end]);
        }
        return sum;
    }

    // Means over the second half of the way.
    Real tension_ratio() {
        Real low = 0, high = 0;
        while (simulation->state().time < 5 - 1e-9) {
            simulation->advance_frame();
            if (simulation->state().time < 3) continue;
            low += tension(0);
            high += tension(1);
        }
        return high / low;
    }

    std::array<std::vector<int>, 2> held;
    std::array<Vec3, 2> pull;
    std::unique_ptr<Simulation> simulation;
};

}  // namespace

std::vector<Comparison> sliding_on_slope() {
    const Real exact = 0.5 * kGravity * (std::sin(std::atan(0.5)) - 0.49 * std::cos(std::atan(0.5))) * 4;
    std::vector<Comparison> results;
    for (const TimeIntegrator integrator : kIntegrators) {
        results.push_back(
            {name_of(integrator) + ": slide on a slope in 2 s, friction 0.49", slide(0.49, 2, integrator), exact, "m"});
    }
    return results;
}

std::vector<Comparison> sticking_on_slope() {
    std::vector<Comparison> results;
    for (const TimeIntegrator integrator : kIntegrators) {
        if (integrator == TimeIntegrator::midpoint) continue;  // it damps nothing: cloth trembles off
        results.push_back(
            {name_of(integrator) + ": creep on a slope in 10 s, friction 0.51", slide(0.51, 10, integrator), 0, "m"});
    }
    return results;
}

std::vector<Comparison> sliding_layers(Effort effort) {
    const Real exact = kGravity * (std::sin(kPi / 9) - 0.1 * std::cos(kPi / 9));
    constexpr int kFirst = 10, kLast = 20;  // frames in which it slides, and is not at the edge of the sheet below
    std::vector<Comparison> results;
    // The quick ones have hooked before.
    std::vector<int> starts{5, 8};
    if (effort == Effort::full) {
        starts.resize(24);
        std::iota(starts.begin(), starts.end(), 0);
    }
    for (const int start : starts) {
        Simulation simulation = sheet_on_sheet(start);
        const Cloth& upper = simulation.model().cloths[1];
        Vec3 before = Vec3::Zero();
        Real first = 0, last = 0;
        while (simulation.state().frame < kLast) {
            before = middle(simulation, upper);
            simulation.advance_frame();
            last = 30 * (middle(simulation, upper) - before).norm();
            if (simulation.state().frame == kFirst) first = last;
        }
        results.push_back({"sheet on a sheet, friction 0.1, start " + std::to_string(start) + ": acceleration",
                           30 * (last - first) / (kLast - kFirst), exact, "m/s2"});
    }
    return results;
}

std::vector<Comparison> stick_slip(Effort effort) {
    struct Threshold {
        Real push, friction;
    };
    std::vector<Threshold> thresholds{{0.05, 0.1035}, {0.1, 0.153}, {0.2, 0.238}, {0.3, 0.326}};
    if (effort == Effort::quick) thresholds = {{0.2, 0.238}};
    const int edges = effort == Effort::quick ? 12 : 32;
    std::vector<Comparison> results;
    for (const auto& [push, friction] : thresholds) {
        results.push_back({"strip pushed by " + significant(push) + " L: least friction with which it sticks",
                           sticking_friction(edges, push, friction), friction, ""});
    }
    return results;
}

std::vector<Comparison> capstan(Effort effort) {
    struct Case {
        Real friction, angle;
    };
    std::vector<Case> cases{{0.1, kPi}, {0.3, kPi / 2}, {0.3, kPi}, {0.5, kPi}};
    if (effort == Effort::quick) cases = {{0.3, kPi}};
    std::vector<Comparison> results;
    for (const auto& [friction, angle] : cases) {
        Bollard bollard(effort == Effort::quick ? 24 : 48, friction, angle);
        results.push_back(
            {"ratio of tensions, friction " + significant(friction) + ", " + significant(angle * 180 / kPi) + "°",
             bollard.tension_ratio(), std::exp(friction * angle), ""});
    }
    return results;
}

}  // namespace pleat::validation
