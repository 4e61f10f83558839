#include <algorithm>
#include <cmath>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include <pleat/mesh/grid.hpp>
#include <pleat/report/amplification.hpp>

namespace pleat {
namespace {

using Complex = std::complex<Real>;

Fabric threads_along_warp() {
    Fabric fabric;
    fabric.name = "threads";
    fabric.density = 0.2;
    fabric.stretch_warp = 50;
    fabric.stretch_weft = fabric.shear = 0;
    fabric.bend_warp = fabric.bend_weft = 0;
    fabric.stretch_damping = fabric.shear_damping = fabric.bend_damping = 0;
    return fabric;
}

// The numbers that a step starts from and ends with, made [m]: a copy of the state has them by reference.
std::vector<std::pair<Real*, Real>> numbers_of(State& state, std::size_t particle, Real h) {
    std::vector<std::pair<Real*, Real>> numbers{{&state.position[particle].x(), 1}, {&state.velocity[particle].x(), h}};
    MotionHistory& history = state.history;
    if (!history.force_per_mass.empty()) {
        numbers.emplace_back(&state.acceleration[particle].x(), h * h);
        numbers.emplace_back(&history.force_per_mass[particle].x(), h * h);
    }
    if (!history.position.empty()) {
        numbers.emplace_back(&history.position[particle].x(), 1);
        numbers.emplace_back(&history.velocity[particle].x(), h);
    }
    return numbers;
}

bool is_position(std::size_t index, std::size_t count, const State& state) {
    return index == 0 || (!state.history.position.empty() && index + 2 == count);
}

// The code's own amplification matrix: a step from each of the states in which one number is not as at rest.
Eigen::MatrixXd measured_amplification(const TestSpring& spring, const MethodSettings& method, Real h) {
    Simulation simulation(spring.model, spring.scene, fixed_steps(h, method));
    simulation.advance_step(h);
    const Snapshot rest = simulation.snapshot();
    const Real size = 0.1;  // [m]
    Snapshot start = rest;
    const std::size_t count = numbers_of(start.state, spring.particle, h).size();
    Eigen::MatrixXd matrix(count, count);
    for (std::size_t column = 0; column < count; ++column) {
        start = rest;
        const auto [number, unit] = numbers_of(start.state, spring.particle, h)[column];
        *number += size / unit;
        simulation.restore(start);
        simulation.advance_step(h);
        Snapshot end = simulation.snapshot();
        const auto numbers = numbers_of(end.state, spring.particle, h);
        for (std::size_t row = 0; row < count; ++row) {
            const Real origin = is_position(row, count, end.state) ? spring.rest : 0;
            matrix(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(column)) =
                (*numbers[row].first - origin) * numbers[row].second / size;
        }
    }
    return matrix;
}

// Chung & Hulbert 1993, with unknowns (x, h v, h^2 a) and W = (w h)^2:
//     x' = x + h v + h^2 ((1/2 - beta) a + beta a'),  v' = v + h ((1 - gamma) a + gamma a'),
//     (1 - alpha_m) a' + alpha_m a = -w^2 ((1 - alpha_f) x' + alpha_f x).
Eigen::MatrixXd exact_generalized_alpha(Real rho, Real wh) {
    const Real am = (2 * rho - 1) / (rho + 1), af = rho / (rho + 1);
    const Real beta = 0.25 * (1 - am + af) * (1 - am + af), gamma = 0.5 - am + af, w2 = wh * wh;
    Eigen::MatrixXd after(3, 3), before(3, 3);
    after << 1, 0, -beta, 0, 1, -gamma, w2 * (1 - af), 0, 1 - am;
    before << 1, 1, 0.5 - beta, 0, 1, 1 - gamma, -w2 * af, 0, -am;
    return after.partialPivLu().solve(before);
}

std::vector<Complex> eigenvalues(const Eigen::MatrixXd& matrix) {
    const Eigen::VectorXcd values = matrix.eigenvalues();
    return {values.begin(), values.end()};
}

}  // namespace

SimulationSettings fixed_steps(Real h, const MethodSettings& method) {
    SimulationSettings settings;
    settings.method = method;
    settings.method.tolerance = 1e-12;
    settings.method.max_iterations = 100000;
    settings.steps = {.max_step = h, .min_step = h, .max_stretch_change = 1e9};
    settings.frame_rate = 1 / h;
    settings.threads = 1;
    return settings;
}

MethodSettings with_integrator(TimeIntegrator integrator, Real rho) {
    MethodSettings method;
    method.integrator = integrator;
    method.rho = rho;
    return method;
}

TestSpring::TestSpring() {
    ClothSource source;
    source.mesh = make_grid({.size = {1, 1}, .cells = {1, 1}});
    source.fabric = threads_along_warp();
    model = ModelBuilder().add(source).build();
    const auto group = [&](const char* name) { return model.cloths[0].groups.at(name); };
    scene.gravity.setZero();
    scene.air_density = 0;
    scene.pins.resize(2);
    scene.pins[0].particles = group("left");
    scene.pins[1].particles = group("right");
    scene.pins[1].hold = HoldDirections{{Vec3::UnitY(), Vec3::UnitZ()}};
    particle = static_cast<std::size_t>(group("bottom-right")[0]);
    rest = model.positions[particle].x();
    // The edge is 1 m long, and a particle has the threads of one triangle.
    frequency = std::sqrt(source.fabric.stretch_warp * model.triangles[0].area / model.masses[particle]);
}

std::vector<Complex> measured_eigenvalues(const MethodSettings& method, Real wh) {
    const TestSpring spring;
    return eigenvalues(measured_amplification(spring, method, wh / spring.frequency));
}

// A linear method applied to y' = i w y has the same eigenvalues, and their conjugates.
std::vector<Complex> exact_eigenvalues(const MethodSettings& method, Real wh) {
    const Complex iw(0, wh);
    switch (time_integrator(method)) {
        case TimeIntegrator::backward_euler:
            return {1.0 / (1.0 - iw)};
        case TimeIntegrator::midpoint:
            return {(1.0 + 0.5 * iw) / (1.0 - 0.5 * iw)};
        case TimeIntegrator::bdf2: {
            // (3/2 - i w h) l^2 - 2 l + 1/2 = 0
            const Complex a = 1.5 - iw, root = std::sqrt(4.0 - 2.0 * a);
            return {(2.0 + root) / (2.0 * a), (2.0 - root) / (2.0 * a)};
        }
        case TimeIntegrator::symplectic_euler:
        case TimeIntegrator::verlet: {
            // l^2 - (2 - (w h)^2) l + 1 = 0
            const Complex half = 1 - 0.5 * wh * wh, root = std::sqrt(half * half - 1.0);
            return {half + root, half - root};
        }
        case TimeIntegrator::generalized_alpha:
            break;
    }
    return eigenvalues(exact_generalized_alpha(method.rho, wh));
}

Real spectral_radius(const std::vector<Complex>& eigenvalues) {
    Real largest = 0;
    for (const Complex& value : eigenvalues) largest = std::max(largest, std::abs(value));
    return largest;
}

}  // namespace pleat
