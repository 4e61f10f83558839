#include <pleat/core/parallel.hpp>
#include <pleat/forces/gravity.hpp>

namespace pleat {

void Gravity::add(const ForceInput& in, ForceSystem& out) const {
    parallel_for(in.model.particle_count(), [&](int begin, int end) {
        for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
            out.force[i] += in.model.masses[i] * in.scene.gravity;
        }
    });
}

void Gravity::add_energies(const ForceInput& in, Energies& energies) const {
    energies.gravity -= parallel_sum(in.model.particle_count(), [&](int begin, int end) {
        Real sum = 0;
        for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
            sum += in.model.masses[i] * in.scene.gravity.dot(in.position[i]);
        }
        return sum;
    });
}

}  // namespace pleat
