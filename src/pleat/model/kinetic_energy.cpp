#include <pleat/core/parallel.hpp>
#include <pleat/model/kinetic_energy.hpp>

namespace pleat {

Real kinetic_energy(const Model& model, const State& state) {
    return parallel_sum(model.particle_count(), [&](int begin, int end) {
        Real sum = 0;
        for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
            sum += 0.5 * model.masses[i] * state.velocity[i].squaredNorm();
        }
        return sum;
    });
}

}  // namespace pleat
