// Prints every closed form that Pleat reproduces beside what it computes.
#include <cstdio>

#include "validation/closed_forms.hpp"

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
