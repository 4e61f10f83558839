#include <span>

#include <pleat/core/hash.hpp>
#include <pleat/model/state.hpp>

namespace pleat {

bool MotionHistory::fits(std::size_t particles) const {
    const auto is_right = [&](const std::vector<Vec3>& v) { return v.empty() || v.size() == particles; };
    const bool is_whole = position.size() == velocity.size();
    const bool is_empty = force_per_mass.empty() && position.empty() && recoil.empty();
    return is_right(force_per_mass) && is_right(position) && is_right(recoil) && is_whole && (step > 0 || is_empty);
}

std::uint64_t State::hash() const {
    Hash hash;
    hash.value(time).value(frame).span<Vec3>(position).span<Vec3>(velocity).span<Vec3>(acceleration);
    hash.value(history.step).span<Vec3>(history.force_per_mass).span<Vec3>(history.recoil);
    hash.span<Vec3>(history.position).span<Vec3>(history.velocity);
    for (const PinGrip& grip : pin_grips) {
        hash.bytes(grip.anchor.data(), sizeof grip.anchor).value(grip.since).value(grip.is_holding);
    }
    for (const int particle : gripped) hash.value(particle);
    const auto add = [&](const Vec3& v) { hash.bytes(v.data(), sizeof v); };
    for (const HeldContact& contact : contacts) {
        hash.value(contact.particle).value(contact.triangle).value(contact.pressing);
        add(contact.normal);
        add(contact.strain);
    }
    for (const auto* list : {&grips, &cloth_grips}) {
        for (const FeatureGrip& grip : *list) {
            hash.value(grip.pair.is_edges).value(grip.pair.first).value(grip.pair.second).value(grip.push);
            add(grip.strain);
        }
    }
    for (const auto* list : {&inside, &tangled}) {
        for (const int particle : *list) hash.value(particle);
    }
    hash.value(crossings);
    for (const int particle : order.particles) hash.value(particle);
    hash.value(order.differing).span<Real>(order.touched).value(order.is_made);
    hash.value(control.step).value(control.good_steps).value(control.wait).value(control.is_trying);
    hash.value(settling_energy);
    return hash.digest();
}

}  // namespace pleat
