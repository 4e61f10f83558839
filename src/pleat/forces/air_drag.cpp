#include <cmath>

#include <Eigen/Geometry>

#include <pleat/core/index.hpp>
#include <pleat/core/parallel.hpp>
#include <pleat/forces/air_drag.hpp>

namespace pleat {
AirDrag::AirDrag(const Model& model) {
    std::vector<std::array<int, 3>> particles;
    for (const Triangle& t : model.triangles) {
        elements_.push_back({t.particles, model.fabrics[at(t.fabric)].air_drag});
        particles.push_back(t.particles);
    }
    stencils_ = Stencils<3>(model.particle_count(), std::move(particles));
}

bool AirDrag::find_push(const Element& e, const ForceInput& in, Push& push) {
    const auto [i, j, k] = e.particles;
    const Vec3 twice_area = (in.position[at(j)] - in.position[at(i)]).cross(in.position[at(k)] - in.position[at(i)]);
    const Real length = twice_area.norm();
    if (length == 0) return false;  // no area, no push
    push.normal = twice_area / length;
    const Vec3 middle = (in.position[at(i)] + in.position[at(j)] + in.position[at(k)]) / 3;
    push.velocity = (in.velocity[at(i)] + in.velocity[at(j)] + in.velocity[at(k)]) / 3;
    push.speed = (push.velocity - in.scene.wind.at(middle, in.time)).dot(push.normal);
    push.pressure = 0.5 * in.scene.air_density * e.coefficient * (0.5 * length);
    return true;
}

void AirDrag::add(const ForceInput& in, ForceSystem& out) const {
    if (in.scene.air_density == 0) return;
    stencils_.for_each([&](std::size_t index) {
        const Element& e = elements_[index];
        Push push;
        if (!find_push(e, in, push)) return;
        const Vec3 third = (-push.pressure * std::abs(push.speed) * push.speed / 3) * push.normal;
        for (const int p : e.particles) out.force[at(p)] += third;
        if (out.matrix == nullptr) return;
        const Real factor = out.velocity_weight * 2 * push.pressure * std::abs(push.speed) / 9;
        const Mat3 block = factor * push.normal * push.normal.transpose();
        for (const int slot : stencils_.slots(index)) out.matrix->add(slot, block);
    });
}

void AirDrag::add_power(const ForceInput& in, EnergyFlows& power) const {
    if (in.scene.air_density == 0) return;
    power.air += parallel_sum(static_cast<int>(elements_.size()), [&](int begin, int end) {
        Real total = 0;
        for (int i = begin; i < end; ++i) {
            Push push;
            if (!find_push(elements_[at(i)], in, push)) continue;
            total -= push.pressure * std::abs(push.speed) * push.speed * push.normal.dot(push.velocity);
        }
        return total;
    });
}

}  // namespace pleat
