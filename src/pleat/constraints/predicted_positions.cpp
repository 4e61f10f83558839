#include <pleat/constraints/predicted_positions.hpp>
#include <pleat/core/parallel.hpp>

namespace pleat {

void predict_positions(const ConstraintInput& in, std::vector<Vec3>& predicted) {
    predicted.resize(in.now.position.size());
    parallel_for_each(in.model.particle_count(), [&](std::size_t i) {
        predicted[i] = in.now.position[i] + in.dt * (in.now.velocity[i] + in.dt * in.now.acceleration[i]);
    });
    for (const HeldContact& contact : in.now.contacts) {
        const auto i = static_cast<std::size_t>(contact.particle);
        predicted[i] = in.now.position[i] + in.dt * in.now.velocity[i];
    }
}

}  // namespace pleat
