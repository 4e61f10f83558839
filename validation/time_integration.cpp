#include "validation/time_integration.hpp"

#include <algorithm>
#include <cmath>
#include <complex>

#include <Eigen/Eigenvalues>

#include "validation/pendulum.hpp"
#include "validation/setup.hpp"

namespace pleat::validation {
namespace {

using Complex = std::complex<Real>;

std::string name_of(const MethodSettings& method) {
    std::string name = kTimeIntegratorNames[static_cast<std::size_t>(time_integrator(method))];
    if (time_integrator(method) == TimeIntegrator::generalized_alpha) {
        name += " " + std::to_string(method.rho).substr(0, 3);
    }
    return name;
}

// One cell, left side held, right side free along x only, no weft: each right particle hangs on a linear spring.
struct Spring {
    Spring() {
        Fabric fabric = bare_fabric(50);
        fabric.stretch_weft = fabric.shear = 0;
        model = one_cloth(make_grid({.size = {1, 1}, .cells = {1, 1}}), fabric);
        scene.gravity.setZero();
        scene.air_density = 0;
        scene.pins = {hold(model.cloths[0].groups.at("left")), hold(model.cloths[0].groups.at("right"))};
        scene.pins[1].hold = HoldDirections{{Vec3::UnitY(), Vec3::UnitZ()}};
        particle = at(model.cloths[0].groups.at("bottom-right")[0]);
        stiffness = fabric.stretch_warp * model.triangles[0].area;  // the edge is 1 m long
        mass = model.masses[particle];
        rest = model.positions[particle].x();
        frequency = std::sqrt(stiffness / mass);
    }

    Model model;
    Scene scene;
    std::size_t particle;
    Real stiffness;  // [N/m]
    Real mass;       // [kg]
    Real rest;       // [m]
    Real frequency;  // [1/s]
};

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
Eigen::MatrixXd measured_amplification(const Spring& spring, const MethodSettings& method, Real h) {
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
    Eigen::Matrix3d after, before;
    after << 1, 0, -beta, 0, 1, -gamma, w2 * (1 - af), 0, 1 - am;
    before << 1, 1, 0.5 - beta, 0, 1, 1 - gamma, -w2 * af, 0, -am;
    return after.inverse() * before;
}

std::vector<Complex> eigenvalues(const Eigen::MatrixXd& matrix) {
    const Eigen::VectorXcd values = matrix.eigenvalues();
    return {values.begin(), values.end()};
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
        case TimeIntegrator::generalized_alpha:
            break;
    }
    return eigenvalues(exact_generalized_alpha(method.rho, wh));
}

// The largest eigenvalue that turns, or the largest if none does.
Complex principal(const std::vector<Complex>& values) {
    return *std::max_element(values.begin(), values.end(), [](const Complex& a, const Complex& b) {
        const bool a_turns = std::abs(a.imag()) > 1e-9, b_turns = std::abs(b.imag()) > 1e-9;
        return a_turns != b_turns ? b_turns : std::abs(a) < std::abs(b);
    });
}

Real spectral_radius(const std::vector<Complex>& values) {
    Real largest = 0;
    for (const Complex& value : values) largest = std::max(largest, std::abs(value));
    return largest;
}

Real turn(const Complex& value) { return std::abs(std::arg(value)); }

// Damping that is only rounding is none.
Real damping_ratio(const Complex& value) {
    const Real decay = -std::log(std::abs(value));
    return std::abs(decay) < 1e-13 ? 0 : decay / turn(value);
}

}  // namespace

MethodSettings with_integrator(TimeIntegrator integrator, Real rho) {
    MethodSettings method;
    method.integrator = integrator;
    method.rho = rho;
    return method;
}

std::vector<Comparison> spring(const MethodSettings& method) {
    const Spring spring;
    std::vector<Comparison> results;
    for (const Real wh : {0.1, 0.5, 1.0, 10.0, 1000.0}) {
        const auto ours = eigenvalues(measured_amplification(spring, method, wh / spring.frequency));
        const auto exact = exact_eigenvalues(method, wh);
        const std::string what = name_of(method) + ", w h = " + std::to_string(wh).substr(0, 4) + ": ";
        results.push_back({what + "spectral radius", spectral_radius(ours), spectral_radius(exact), ""});
        if (wh > 1) continue;
        const Complex ours_turning = principal(ours), exact_turning = principal(exact);
        results.push_back({what + "damping ratio", damping_ratio(ours_turning), damping_ratio(exact_turning), ""});
        results.push_back({what + "period error", wh / turn(ours_turning) - 1, wh / turn(exact_turning) - 1, ""});
    }
    return results;
}

std::vector<Comparison> free_fall_of_second_order() {
    const Real h = 1.0 / 60;
    const int steps = 60;
    std::vector<Comparison> results;
    std::vector<MethodSettings> methods{with_integrator(TimeIntegrator::midpoint)};
    for (const Real rho : {0.0, 0.5, 1.0}) methods.push_back(with_integrator(TimeIntegrator::generalized_alpha, rho));
    for (const MethodSettings& method : methods) {
        Scene scene = still_air();
        Simulation simulation(one_cloth(make_grid({.size = {1, 1}, .cells = {4, 4}}), bare_fabric(1000)), scene,
                              fixed_steps(h, method));
        for (int i = 0; i < steps; ++i) simulation.advance_step(h);
        const Real t = steps * h;
        results.push_back({name_of(method) + ": free fall for 1 s",
                           simulation.model().positions[0].y() - simulation.state().position[0].y(),
                           0.5 * kGravity * t * t, "m"});
    }
    return results;
}

std::vector<Comparison> pendulum_order(const MethodSettings& method, Real order) {
    // The thread must be stiff for the exact solution to hold, to 1e-9 here; then steps must be short, since one Newton
    // step leaves it too long by a distance of fourth order in h, and that times the stiffness is tension.
    const auto error_at = [&](int steps) { return pendulum_error(1e9, steps, method); };
    std::vector<Comparison> results;
    Real coarse = error_at(1600);
    for (const int steps : {3200, 6400}) {
        const Real fine = error_at(steps);
        results.push_back({name_of(method) + ": order on a pendulum, " + std::to_string(steps / 2) + " to " +
                               std::to_string(steps) + " steps",
                           std::log2(coarse / fine), order, ""});
        coarse = fine;
    }
    return results;
}

std::vector<Comparison> energy_kept(int steps) {
    Spring spring;
    const Real h = 0.5 / spring.frequency;
    spring.model.positions[spring.particle].x() += 0.1;
    Simulation simulation(spring.model, spring.scene,
                          fixed_steps(h, with_integrator(TimeIntegrator::generalized_alpha, 1)));
    const Real before = simulation.energies().total();
    for (int i = 0; i < steps; ++i) simulation.advance_step(h);
    return {{"generalized-alpha 1: energy of a spring kept in " + std::to_string(steps) + " steps",
             simulation.energies().total() / before, 1, ""}};
}

}  // namespace pleat::validation
