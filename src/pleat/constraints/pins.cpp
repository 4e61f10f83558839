#include <algorithm>
#include <cmath>

#include <pleat/constraints/pins.hpp>

namespace pleat {
namespace {

// How a pin moves during this step.
struct PinMotion {
    Real dt;           // of the step
    MovingPose pose;   // at the end of the step
    MovingPose now;    // at its start
    MovingPose start;  // when the pin took hold
    Vec3 position;     // of the particle, at the start of the step
    Vec3 velocity;     // of the particle, at the start of the step
    Vec3 predicted;    // of the particle at the end of the step, if nothing acts

    /// Where the point that was at x when the pin took hold is carried.
    PointMotion carry(const Vec3& x) const { return pose.carry(start.carry_back(x)); }
    Vec3 turn(const Vec3& direction) const { return pose.rotation * (start.rotation.transpose() * direction); }
};

// Where a particle is to be along its held directions, and where it will be about: it may slide along the others.
struct PinTarget {
    Vec3 position;
    Vec3 place;
};

// The velocity is that of the moving frame where the particle is. The acceleration is that of the frame and, if the
// particle slips along it, two more terms: the frame moves differently where it slips to, and its velocity relative to
// the frame, as it was, must vanish along the direction as it is now, which has turned with the frame or a curved
// track.
HeldDirection held_along(const Vec3& direction, const PinMotion& motion, const PinTarget& target) {
    const MovingPose& pose = motion.pose;
    const PointMotion frame = pose.carry(pose.carry_back(target.place));
    const Vec3 slip = motion.velocity - motion.now.carry(motion.now.carry_back(motion.position)).velocity;
    const Vec3 elsewhere = pose.rotation_rate * (pose.rotation.transpose() * slip);
    return {direction, direction.dot(target.position - motion.position), direction.dot(frame.velocity),
            direction.dot(frame.acceleration + elsewhere - slip / motion.dt)};
}

void hold(const HoldDirections& directions, const PinMotion& motion, int particle, const Vec3& anchor,
          HeldParticles& held) {
    const Vec3 target = motion.carry(anchor).position;
    if (directions.directions.size() == 3) {
        const auto along = [&](int d) { return held_along(Vec3::Unit(d), motion, {target, target}); };
        held.hold_at(particle, target, {along(0), along(1), along(2)});
        return;
    }
    for (const Vec3& direction : directions.directions) {
        held.hold(particle, held_along(motion.turn(direction), motion, {target, motion.predicted}));
    }
}

void hold(const HoldOnTrack& on, const PinMotion& motion, int particle, const Vec3&, HeldParticles& held) {
    // The track is carried by the motion itself: look for the nearest point in its own frame, where it rests. Held to
    // the tangent there, the particle leaves a curved track by a distance of second order, and returns in the next
    // step.
    const TrackPoint nearest = nearest_on_track(on.track, motion.pose.carry_back(motion.predicted));
    const Vec3 place = motion.pose.carry(nearest.position).position;
    PinTarget target{place, place};
    // A particle that is far from its track, at the start or when the pin takes hold, is brought there at this speed.
    constexpr Real kApproachSpeed = 1;  // [m/s]
    const Vec3 own = motion.now.carry_back(motion.position);
    const Vec3 gap = motion.now.rotation * (nearest_on_track(on.track, own).position - own);
    const Real closed = kApproachSpeed * motion.dt;
    if (gap.norm() > closed) target.position -= gap * (1 - closed / gap.norm());
    for (int i = 0; i < nearest.normal_count; ++i) {
        const Vec3 normal = motion.pose.rotation * nearest.normals[static_cast<std::size_t>(i)];
        held.hold(particle, held_along(normal, motion, target));
    }
}

Real distance(const HoldDirections& directions, const PinMotion& motion, const Vec3& anchor, const Vec3& x) {
    const Vec3 gap = x - motion.carry(anchor).position;
    if (directions.directions.size() == 3) return gap.norm();
    Real squared = 0;
    for (const Vec3& direction : directions.directions) {
        const Real along = gap.dot(motion.turn(direction));
        squared += along * along;
    }
    return std::sqrt(squared);
}

Real distance(const HoldOnTrack& on, const PinMotion& motion, const Vec3&, const Vec3& x) {
    const Vec3 own = motion.pose.carry_back(x);
    return (own - nearest_on_track(on.track, own).position).norm();
}

}  // namespace

std::vector<PinGrip> make_pin_grips(const Scene& scene) {
    std::size_t count = 0;
    for (const Pin& pin : scene.pins) count += pin.particles.size();
    return std::vector<PinGrip>(count);
}

void Pins::find_carrier(const Solid& solid, const PinGrip& grip, std::size_t index) {
    Carrier& carrier = carriers_[index];
    if (solid.sequence == nullptr) return;
    if (carrier.grip.is_holding && carrier.grip.anchor == grip.anchor && carrier.grip.since == grip.since) return;
    std::vector<Vec3> positions;
    solid.place(grip.since, positions);
    carrier = {grip, nearest_point(*solid.surface, positions, grip.anchor)};
}

MovingPose Pins::pose(const Scene& scene, const Pin& pin, std::size_t index, Real time) const {
    if (pin.solid < 0) return pin.motion.at(time);
    const Solid& solid = scene.solids[static_cast<std::size_t>(pin.solid)];
    return solid.sequence == nullptr ? solid.motion.at(time) : frame_at(solid, carriers_[index].point, time);
}

void Pins::apply(const ConstraintInput& in, State& next, HeldParticles& held) {
    next.pin_grips = in.now.pin_grips;
    carriers_.resize(next.pin_grips.size());
    std::size_t next_index = 0;
    for (const Pin& pin : in.scene.pins) {
        const Real end = in.now.time + in.dt;
        // A pin acts in the steps that end within its time; the first such step is where it takes hold.
        const bool is_active = end > pin.from && end <= pin.until;
        for (const int particle : pin.particles) {
            const std::size_t index = next_index++;
            PinGrip& grip = next.pin_grips[index];
            if (grip.is_holding != is_active) held.note_jump(particle);
            if (!is_active) {
                grip.is_holding = false;
                continue;
            }
            const Vec3& position = in.now.position[static_cast<std::size_t>(particle)];
            if (!grip.is_holding) grip = {position, script_time(in.now.time), true};
            if (pin.solid >= 0) find_carrier(in.scene.solids[static_cast<std::size_t>(pin.solid)], grip, index);
            const auto pose_at = [&](Real time) { return pose(in.scene, pin, index, time); };
            const Vec3& velocity = in.now.velocity[static_cast<std::size_t>(particle)];
            const Vec3 predicted = position + in.dt * velocity;
            const PinMotion motion{in.dt,
                                   pose_at(script_time(end)),
                                   pose_at(script_time(in.now.time)),
                                   pose_at(grip.since),
                                   position,
                                   velocity,
                                   predicted};
            std::visit([&](const auto& kind) { hold(kind, motion, particle, grip.anchor, held); }, pin.hold);
        }
    }
}

Real Pins::error(const ConstraintInput& in, const State& next) const {
    Real largest = 0;
    std::size_t next_index = 0;
    for (const Pin& pin : in.scene.pins) {
        for (const int particle : pin.particles) {
            const std::size_t index = next_index++;
            const PinGrip& grip = next.pin_grips[index];
            if (!grip.is_holding) continue;
            const Vec3& x = next.position[static_cast<std::size_t>(particle)];
            const MovingPose end = pose(in.scene, pin, index, script_time(in.now.time + in.dt));
            const PinMotion motion{in.dt, end, end, pose(in.scene, pin, index, grip.since), x, Vec3::Zero(), x};
            const Real off =
                std::visit([&](const auto& kind) { return distance(kind, motion, grip.anchor, x); }, pin.hold);
            largest = std::max(largest, off);
        }
    }
    return largest;
}

}  // namespace pleat
