#include <pleat/constraints/constraint.hpp>

namespace pleat {

void HeldParticles::reset(int particle_count) {
    for (const HeldParticle& particle : list_) {
        slot_of_[static_cast<std::size_t>(particle.particle)] = -1;
        is_fixed_[static_cast<std::size_t>(particle.particle)] = 0;
    }
    slot_of_.resize(static_cast<std::size_t>(particle_count), -1);
    is_fixed_.resize(static_cast<std::size_t>(particle_count), 0);
    list_.clear();
    jumped_.clear();
}

void HeldParticles::hold(int particle, const HeldDirection& held) {
    constexpr Real kSameDirection = 1e-6;
    if (add(particle, held, kSameDirection)) is_fixed_[static_cast<std::size_t>(particle)] = 1;
}

bool HeldParticles::hold_at(int particle, const Vec3& place, const std::array<HeldDirection, 3>& axes) {
    const bool is_alone = slot_of_[static_cast<std::size_t>(particle)] < 0;
    for (const HeldDirection& axis : axes) hold(particle, axis);
    if (is_alone) list_.back().place = place;
    return is_alone;
}

void HeldParticles::put_in_place(std::span<Vec3> position) const {
    for (const HeldParticle& particle : list_) {
        if (particle.place) position[static_cast<std::size_t>(particle.particle)] = *particle.place;
    }
}

// Two surfaces that are nearly parallel, like the walls of a gap, would ask for a long way along the small direction in
// which they differ: the nearer one is enough.
void HeldParticles::touch(int particle, const HeldDirection& held) {
    constexpr Real kNearlyParallel = 0.3;
    add(particle, held, kNearlyParallel);
}

// True if that makes three directions.
bool HeldParticles::add(int particle, const HeldDirection& held, Real least) {
    int& slot = slot_of_[static_cast<std::size_t>(particle)];
    if (slot < 0) {
        slot = static_cast<int>(list_.size());
        list_.push_back({particle, 0, {}, {}});
    }
    HeldParticle& target = list_[static_cast<std::size_t>(slot)];
    if (target.count == 3) return false;
    HeldDirection rest = held;
    for (int i = 0; i < target.count; ++i) {
        const HeldDirection& other = target.held[static_cast<std::size_t>(i)];
        const Real share = other.direction.dot(rest.direction);
        rest.direction -= share * other.direction;
        rest.displacement -= share * other.displacement;
        rest.velocity -= share * other.velocity;
        rest.acceleration -= share * other.acceleration;
    }
    const Real length = rest.direction.norm();
    if (length < least) return false;  // already held along this direction
    if (target.count > 0) {
        rest.direction /= length;
        rest.displacement /= length;
        rest.velocity /= length;
        rest.acceleration /= length;
    }
    target.held[static_cast<std::size_t>(target.count++)] = rest;
    return target.count == 3;
}

}  // namespace pleat
