#include <span>

#include <pleat/core/hash.hpp>
#include <pleat/model/state.hpp>

namespace pleat {

std::uint64_t State::hash() const {
    Hash hash;
    hash.value(time).value(frame).span<Vec3>(position).span<Vec3>(velocity).span<Vec3>(acceleration);
    for (const PinGrip& grip : pin_grips) {
        hash.bytes(grip.anchor.data(), sizeof grip.anchor).value(grip.since).value(grip.is_holding);
    }
    hash.value(control.step).value(control.good_steps).value(control.wait).value(control.is_trying);
    hash.value(settling_energy);
    return hash.digest();
}

}  // namespace pleat
