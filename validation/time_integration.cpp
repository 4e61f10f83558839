#include "validation/time_integration.hpp"

#include <algorithm>
#include <cmath>

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

// The largest eigenvalue that turns, or the largest if none does.
Complex principal(const std::vector<Complex>& values) {
    return *std::max_element(values.begin(), values.end(), [](const Complex& a, const Complex& b) {
        const bool a_turns = std::abs(a.imag()) > 1e-9, b_turns = std::abs(b.imag()) > 1e-9;
        return a_turns != b_turns ? b_turns : std::abs(a) < std::abs(b);
    });
}

Real turn(const Complex& value) { return std::abs(std::arg(value)); }

// Damping that is only rounding is none.
Real damping_ratio(const Complex& value) {
    const Real decay = -std::log(std::abs(value));
    return std::abs(decay) < 1e-13 ? 0 : decay / turn(value);
}

}  // namespace

std::vector<Comparison> spring(const MethodSettings& method) {
    std::vector<Comparison> results;
    for (const Real wh : {0.1, 0.5, 1.0, 10.0, 1000.0}) {
        const auto ours = measured_eigenvalues(method, wh);
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
    TestSpring spring;
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
