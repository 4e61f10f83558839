// The part of the report on time integration.
#include "validation/time_integration.hpp"

#include <cmath>

#include "validation/report/sections.hpp"

namespace pleat::validation {
namespace {

void append(std::vector<Comparison>& all, const std::vector<Comparison>& more) {
    all.insert(all.end(), more.begin(), more.end());
}

// Spring results come in the order radius, damping, period for w h = 0.1, 0.5, 1, then radius for 10 and 1000.
std::vector<std::string> spring_row(const std::string& name, const std::vector<Comparison>& results) {
    const std::array<std::vector<std::size_t>, 3> columns{{{0, 3, 6, 9, 10}, {1, 4, 7}, {2, 5, 8}}};
    std::vector<std::string> row{name};
    for (std::size_t c = 0; c < columns.size(); ++c) {
        std::string cell;
        for (const std::size_t i : columns[c]) {
            const Real value = results[i].ours;
            cell += (cell.empty() ? "" : " / ") + (c == 0   ? significant(value)
                                                   : c == 1 ? significant(value, 3)
                                                            : significant(100 * value, 3) + " %");
        }
        row.push_back(cell);
    }
    return row;
}

void report_spring(Page& page) {
    page.heading("A spring: what a step keeps, damps and delays");
    page.paragraph(
        "The eigenvalues of the step that the code makes of an undamped spring, measured by starting it from each of "
        "the numbers that a state consists of, against those of the method as published.");
    std::vector<Comparison> all;
    std::vector<std::vector<std::string>> rows;
    const auto add = [&](const std::string& name, const MethodSettings& method) {
        const std::vector<Comparison> results = spring(method);
        page.print(results);
        append(all, results);
        rows.push_back(spring_row(name, results));
    };
    add("backward Euler", with_integrator(TimeIntegrator::backward_euler));
    add("BDF2", with_integrator(TimeIntegrator::bdf2));
    add("midpoint", with_integrator(TimeIntegrator::midpoint));
    for (const Real rho : {0.0, 0.2, 0.5, 0.8, 1.0}) {
        add("generalized-α, ρ∞ = " + significant(rho), with_integrator(TimeIntegrator::generalized_alpha, rho));
    }
    page.table({"", "spectral radius at Ω = ωh = 0.1 / 0.5 / 1 / 10 / 1000", "damping ratio at 0.1 / 0.5 / 1",
                "period error at 0.1 / 0.5 / 1"},
               rows);
    page.check(all, bounds::kSpring);
    std::vector<Comparison> kept = energy_kept(100000);
    page.paragraph("And with ρ∞ = 1 nothing is lost:");
    page.compare(kept, bounds::kEnergyKept);
}

}  // namespace

void report_time_integration(Page& page) {
    page.heading("Free fall");
    page.paragraph("Backward Euler falls from rest by ½ g t (t + h), the integrators of second order by ½ g t².");
    page.compare(free_fall(), bounds::kFreeFall);
    page.compare(free_fall_of_second_order(), bounds::kFreeFallOfSecondOrder);

    page.heading("An oscillator under backward Euler");
    page.paragraph("A step keeps 1 / (1 + (ωh)²) of the energy.");
    page.compare(oscillator_energy_factor(), bounds::kOscillatorEnergy);

    report_spring(page);

    page.heading("A pendulum: orders of convergence");
    page.paragraph("The exponent by which the error falls with the step, with one Newton step.");
    page.compare(pendulum_order(), bounds::kFirstOrder);
    std::vector<Comparison> second = pendulum_order(with_integrator(TimeIntegrator::bdf2), 2);
    for (const Real rho : {0.0, 0.2, 0.5, 0.8, 1.0}) {
        append(second, pendulum_order(with_integrator(TimeIntegrator::generalized_alpha, rho), 2));
    }
    page.compare(second, bounds::kSecondOrder);
}

}  // namespace pleat::validation
