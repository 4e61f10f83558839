#include <cmath>

#include <Eigen/Geometry>

#include <pleat/forces/air_drag.hpp>

namespace pleat {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

AirDrag::AirDrag(const Model& model) {
    std::vector<std::array<int, 3>> particles;
    for (const Triangle& t : model.triangles) {
        elements_.push_back({t.particles, model.fabrics[at(t.fabric)].air_drag});
        particles.push_back(t.particles);
    }
    stencils_ = Stencils<3>(model.particle_count(), std::move(particles));
}

void AirDrag::add(const ForceInput& in, ForceSystem& out) const {
    if (in.scene.air_density == 0) return;
    stencils_.for_each([&](std::size_t index) {
        const Element& e = elements_[index];
        const auto [i, j, k] = e.particles;
        const Vec3 twice_area =
            (in.position[at(j)] - in.position[at(i)]).cross(in.position[at(k)] - in.position[at(i)]);
        const Real length = twice_area.norm();
        if (length == 0) return;  // no area, no push
        const Vec3 normal = twice_area / length;
        const Vec3 middle = (in.position[at(i)] + in.position[at(j)] + in.position[at(k)]) / 3;
        const Vec3 velocity = (in.velocity[at(i)] + in.velocity[at(j)] + in.velocity[at(k)]) / 3;
        const Real r = (velocity - in.scene.wind.at(middle, in.time)).dot(normal);
        const Real pressure = 0.5 * in.scene.air_density * e.coefficient * (0.5 * length);  // per speed squared [kg/m]
        const Vec3 third = (-pressure * std::abs(r) * r / 3) * normal;
        for (const int p : e.particles) out.force[at(p)] += third;
        if (out.matrix == nullptr) return;
        const Mat3 block = (out.velocity_weight * 2 * pressure * std::abs(r) / 9) * normal * normal.transpose();
        for (const int slot : stencils_.slots(index)) out.matrix->add(slot, block);
    });
}

}  // namespace pleat
