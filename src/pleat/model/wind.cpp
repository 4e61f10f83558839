#include <cmath>

#include <Eigen/Geometry>

#include <pleat/core/hash.hpp>
#include <pleat/model/wind.hpp>

namespace pleat {
namespace {

// A number in [0, 1) that looks random, the same for the same seed and place in the sequence.
Real random_number(std::uint32_t seed, int channel, int octave) {
    const std::uint64_t digest = Hash().value(seed).value(channel).value(octave).digest();
    return static_cast<Real>(digest >> 11) * 0x1p-53;
}

// A smooth signal of rms 1: waves whose periods shrink by an irrational factor and whose heights fall as in a gust
// spectrum (the shorter, the weaker).
Real gust_signal(std::uint32_t seed, int channel, Real phase_time) {
    constexpr int kOctaves = 4;
    constexpr Real kShrink = 1.92;
    Real sum = 0;
    Real power = 0;
    Real frequency = 1;
    Real height = 1;
    for (int octave = 0; octave < kOctaves; ++octave) {
        sum += height * std::sin(2 * kPi * (frequency * phase_time + random_number(seed, channel, octave)));
        power += 0.5 * height * height;
        frequency *= kShrink;
        height *= 0.6;
    }
    return sum / std::sqrt(power);
}

}  // namespace

Vec3 Wind::at(const Vec3& place, Real time) const {
    const Real speed = velocity.norm();
    if (speed == 0 || (gust == 0 && turbulence == 0)) return velocity;
    const Vec3 along = velocity / speed;
    // Gusts are carried by the wind: a place further downwind meets them later.
    const Real t = (time - place.dot(along) / speed) / gust_period;
    Vec3 wind = velocity * (1 + gust * gust_signal(seed, 0, t));
    if (turbulence > 0) {
        const Vec3 side = along.unitOrthogonal();
        const Vec3 up = along.cross(side);
        wind += speed * turbulence * (gust_signal(seed, 1, t) * side + gust_signal(seed, 2, t) * up);
    }
    return wind;
}

}  // namespace pleat
