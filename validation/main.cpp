// Prints every closed form that Pleat reproduces beside what it computes.
#include <cstdio>

#include "validation/closed_forms.hpp"
#include "validation/time_integration.hpp"

int main() {
    using namespace pleat::validation;
    const auto print = [](const std::vector<Comparison>& results) {
        for (const Comparison& c : results) {
            std::printf("%-70s %14.8g %14.8g %-3s %10.2e\n", c.what.c_str(), c.ours, c.exact, c.unit.c_str(),
                        c.error());
            std::fflush(stdout);
        }
    };
    std::printf("%-70s %14s %14s %-3s %10s\n", "", "ours", "exact", "", "error");
    print(free_fall());
    print(oscillator_energy_factor());
    print(pendulum_order());
    const auto backward_euler = with_integrator(pleat::TimeIntegrator::backward_euler);
    const auto bdf2 = with_integrator(pleat::TimeIntegrator::bdf2);
    const auto midpoint = with_integrator(pleat::TimeIntegrator::midpoint);
    print(free_fall_of_second_order());
    for (const auto& method : {backward_euler, bdf2, midpoint}) print(spring(method));
    print(pendulum_order(bdf2, 2));
    for (const double rho : {0.0, 0.2, 0.5, 0.8, 1.0}) {
        const auto method = with_integrator(pleat::TimeIntegrator::generalized_alpha, rho);
        print(spring(method));
        print(pendulum_order(method, 2));
    }
    print(energy_kept(100000));
    print(own_weight(Effort::full));
    print(catenary(Effort::full));
    print(hanging_period(Effort::full));
    print(square_membrane(Effort::full));
    print(d1388(Effort::full));
    print(cantilever(Effort::full));
    print(cantilever_on_meshes(Effort::full, pleat::BendModel::plate));
    print(cantilever_on_meshes(Effort::full, pleat::BendModel::hinge));
    print(lateral_buckling(Effort::full));
    return 0;
}
