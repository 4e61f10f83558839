#include <algorithm>

#include <pleat/constraints/pointer_hold.hpp>
#include <pleat/core/index.hpp>

namespace pleat {

// The velocity is that of the way over the step, also in the step in which the pointer stops or takes hold: who lets go
// in between throws the particle as fast as it was seen to move.
void PointerHold::apply(const ConstraintInput& in, State& next, HeldParticles& held) {
    placed_.clear();
    next.gripped.clear();
    for (const PointerGrip& grip : in.scene.pointer) {
        if (grip.spring) continue;
        const std::size_t i = at(grip.particle);
        const Vec3 place = grip.at(script_time(in.now.time + in.dt)).position;
        const Vec3 way = place - in.now.position[i];
        const Vec3 velocity = way / in.dt;
        const Vec3 acceleration = (velocity - in.now.velocity[i]) / in.dt;
        std::array<HeldDirection, 3> axes;
        for (int d = 0; d < 3; ++d) axes[at(d)] = {Vec3::Unit(d), way[d], velocity[d], acceleration[d]};
        if (held.hold_at(grip.particle, place, axes)) placed_.push_back({grip.particle, place});
        next.gripped.push_back(grip.particle);
    }
    if (next.gripped.empty() && in.now.gripped.empty()) return;
    std::sort(next.gripped.begin(), next.gripped.end());
    const auto note_missing = [&](const std::vector<int>& particles, const std::vector<int>& others) {
        for (const int particle : particles) {
            if (!std::binary_search(others.begin(), others.end(), particle)) held.note_jump(particle);
        }
    };
    note_missing(next.gripped, in.now.gripped);
    note_missing(in.now.gripped, next.gripped);
}

Real PointerHold::error(const ConstraintInput&, const State& next) const {
    Real largest = 0;
    for (const Placed& placed : placed_) {
        largest = std::max(largest, (next.position[at(placed.particle)] - placed.place).norm());
    }
    return largest;
}

}  // namespace pleat
