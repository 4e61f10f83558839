#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include <pleat/model/motion.hpp>

namespace pleat {
namespace {

// Rotation by `angle` about `axis`, with derivatives in time, from Rodrigues' formula:
// R = I + sin a K + (1 - cos a) K^2, where K x = axis cross x.
MovingPose turn(const Vec3& axis, const Vec3& center, Real angle, Real rate, Real rate2) {
    const Vec3 n = axis.normalized();
    Mat3 k;
    k << 0, -n.z(), n.y(), n.z(), 0, -n.x(), -n.y(), n.x(), 0;
    const Mat3 k2 = k * k;
    const Real s = std::sin(angle);
    const Real c = std::cos(angle);
    MovingPose pose;
    pose.rotation = Mat3::Identity() + s * k + (1 - c) * k2;
    pose.rotation_rate = rate * (c * k + s * k2);
    pose.rotation_rate2 = rate2 * (c * k + s * k2) + rate * rate * (-s * k + c * k2);
    pose.translation = center - pose.rotation * center;
    pose.translation_rate = -pose.rotation_rate * center;
    pose.translation_rate2 = -pose.rotation_rate2 * center;
    return pose;
}

MovingPose translation(const PointMotion& offset) {
    MovingPose pose;
    pose.translation = offset.position;
    pose.translation_rate = offset.velocity;
    pose.translation_rate2 = offset.acceleration;
    return pose;
}

// Poses of each kind of part at its own time t.
struct PoseAt {
    Real t;

    MovingPose operator()(const KeyframedTranslation& part) const { return translation(part.offsets.at(t)); }

    MovingPose operator()(const SineTranslation& part) const {
        const Real w = 2 * kPi / part.period;
        const Real s = std::sin(w * t + part.phase);
        const Real c = std::cos(w * t + part.phase);
        return translation({part.amplitude * s, part.amplitude * (w * c), part.amplitude * (-w * w * s)});
    }

    MovingPose operator()(const CircleTranslation& part) const {
        const Real w = 2 * kPi / part.period;
        const PointMotion tip = turn(part.axis, Vec3::Zero(), w * t, w, 0).carry(part.radius);
        return translation({tip.position - part.radius, tip.velocity, tip.acceleration});
    }

    MovingPose operator()(const Rotation& part) const {
        const Real w = 2 * kPi / part.swing_period;
        Real angle = part.rate * t + part.swing * std::sin(w * t);
        Real rate = part.rate + part.swing * w * std::cos(w * t);
        Real rate2 = -part.swing * w * w * std::sin(w * t);
        if (!part.angles.times.empty()) {
            const PointMotion key = part.angles.at(t);
            angle += key.position.x();
            rate += key.velocity.x();
            rate2 += key.acceleration.x();
        }
        return turn(part.axis, part.center, angle, rate, rate2);
    }
};

}  // namespace

PointMotion MovingPose::carry(const Vec3& x) const {
    return {rotation * x + translation, rotation_rate * x + translation_rate, rotation_rate2 * x + translation_rate2};
}

Vec3 MovingPose::carry_back(const Vec3& x) const { return rotation.transpose() * (x - translation); }

MovingPose compose(const MovingPose& b, const MovingPose& a) {
    MovingPose c;
    c.rotation = b.rotation * a.rotation;
    c.rotation_rate = b.rotation_rate * a.rotation + b.rotation * a.rotation_rate;
    c.rotation_rate2 =
        b.rotation_rate2 * a.rotation + 2 * b.rotation_rate * a.rotation_rate + b.rotation * a.rotation_rate2;
    c.translation = b.rotation * a.translation + b.translation;
    c.translation_rate = b.rotation_rate * a.translation + b.rotation * a.translation_rate + b.translation_rate;
    c.translation_rate2 = b.rotation_rate2 * a.translation + 2 * b.rotation_rate * a.translation_rate +
                          b.rotation * a.translation_rate2 + b.translation_rate2;
    return c;
}

PointMotion Keyframes::at(Real time) const {
    const std::size_t last = times.size() - 1;
    if (time <= times.front()) return {values.front(), Vec3::Zero(), Vec3::Zero()};
    if (time >= times.back()) return {values.back(), Vec3::Zero(), Vec3::Zero()};
    const auto after = std::upper_bound(times.begin(), times.end(), time);
    const auto k = static_cast<std::size_t>(after - times.begin()) - 1;
    const Real span = times[k + 1] - times[k];
    const Real s = (time - times[k]) / span;
    const Vec3 rise = values[k + 1] - values[k];
    if (interpolation == Interpolation::linear) return {values[k] + s * rise, rise / span, Vec3::Zero()};

    // Cubic Hermite: the slope at an inner key is that of the line through its neighbours.
    const auto slope = [&](std::size_t i) -> Vec3 {
        if (i == 0 || i == last) return Vec3::Zero();
        return (values[i + 1] - values[i - 1]) / (times[i + 1] - times[i - 1]);
    };
    const Vec3 m0 = span * slope(k);
    const Vec3 m1 = span * slope(k + 1);
    const Vec3 c2 = 3 * rise - 2 * m0 - m1;
    const Vec3 c3 = m0 + m1 - 2 * rise;
    return {values[k] + s * (m0 + s * (c2 + s * c3)), (m0 + s * (2 * c2 + 3 * s * c3)) / span,
            (2 * c2 + 6 * s * c3) / (span * span)};
}

MovingPose Motion::at(Real time) const {
    MovingPose pose;
    for (const MotionPart& part : parts) {
        MovingPose own = std::visit(PoseAt{std::clamp(time, part.from, part.until) - part.from}, part.kind);
        if (time < part.from || time > part.until) {
            own.rotation_rate = own.rotation_rate2 = Mat3::Zero();
            own.translation_rate = own.translation_rate2 = Vec3::Zero();
        }
        pose = compose(own, pose);
    }
    return pose;
}

}  // namespace pleat
