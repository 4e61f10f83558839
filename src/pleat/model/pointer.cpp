#include <pleat/core/index.hpp>
#include <pleat/model/pointer.hpp>
#include <pleat/model/scene.hpp>
#include <pleat/model/state.hpp>

namespace pleat {

PointMotion PointerGrip::at(Real time) const {
    constexpr Real kRounding = 1e-9;  // [s] of a step that ends when the pointer arrives
    const Vec3 velocity = end > begin ? Vec3((to - from) / (end - begin)) : Vec3(Vec3::Zero());
    if (time >= end - kRounding) return {to, time > end + kRounding ? Vec3(Vec3::Zero()) : velocity, Vec3::Zero()};
    if (time < begin) return {from, Vec3::Zero(), Vec3::Zero()};
    return {from + (time - begin) * velocity, velocity, Vec3::Zero()};
}

void PointerGrip::move(const Vec3& target, Real now, Real arrival) {
    from = at(script_time(now)).position;
    to = target;
    begin = script_time(now);
    end = script_time(arrival);
}

PointerGrip take_hold(const State& state, int particle, std::optional<PointerSpring> spring) {
    PointerGrip grip;
    grip.particle = particle;
    grip.from = grip.to = state.position[at(particle)];
    grip.begin = grip.end = script_time(state.time);
    grip.spring = spring;
    return grip;
}

}  // namespace pleat
