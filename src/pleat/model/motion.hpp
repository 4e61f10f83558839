// Rigid motions given as functions of time, with exact velocities and accelerations.
#pragma once
#include <limits>
#include <variant>
#include <vector>

#include <pleat/core/real.hpp>

namespace pleat {

inline constexpr Real kForever = std::numeric_limits<Real>::infinity();

/// A point and how it moves.
struct PointMotion {
    Vec3 position;      ///< [m]
    Vec3 velocity;      ///< [m/s]
    Vec3 acceleration;  ///< [m/s^2]
};

/// x -> rotation * x + translation at one instant, with first and second time derivatives.
struct MovingPose {
    Mat3 rotation = Mat3::Identity();
    Mat3 rotation_rate = Mat3::Zero();      ///< [1/s]
    Mat3 rotation_rate2 = Mat3::Zero();     ///< [1/s^2]
    Vec3 translation = Vec3::Zero();        ///< [m]
    Vec3 translation_rate = Vec3::Zero();   ///< [m/s]
    Vec3 translation_rate2 = Vec3::Zero();  ///< [m/s^2]

    /// Where the point that was at `x` is carried.
    PointMotion carry(const Vec3& x) const;
    /// The point that is carried to `x`.
    Vec3 carry_back(const Vec3& x) const;
};

/// `second` after `first`.
MovingPose compose(const MovingPose& second, const MovingPose& first);

/// How values between keyframes are found.
enum class Interpolation {
    linear,  ///< straight lines: velocity jumps at the keys
    smooth,  ///< cubic, with continuous velocity, at rest at the first and the last key
};

/// Values at times; before the first and after the last key the value stays.
struct Keyframes {
    std::vector<Real> times;   ///< [s] increasing
    std::vector<Vec3> values;  ///< as many as times
    Interpolation interpolation = Interpolation::smooth;

    PointMotion at(Real time) const;
};

/// Moves along keyframed offsets [m].
struct KeyframedTranslation {
    Keyframes offsets;
};

/// Swings to and fro: offset = amplitude * sin(2 pi t / period + phase).
struct SineTranslation {
    Vec3 amplitude = Vec3::Zero();  ///< [m]
    Real period = 1;                ///< [s]
    Real phase = 0;                 ///< [rad]
};

/// Runs on a circle without turning: offset = rotated(radius) - radius.
struct CircleTranslation {
    Vec3 radius = Vec3::UnitX();  ///< [m] from the circle's centre to where the motion starts
    Vec3 axis = Vec3::UnitY();    ///< of the circle; need not have unit length
    Real period = 1;              ///< [s] of one turn; negative runs the other way
};

/// Turns about an axis: angle = rate t + swing sin(2 pi t / period) + keyframed angle.
struct Rotation {
    Vec3 axis = Vec3::UnitY();   ///< need not have unit length
    Vec3 center = Vec3::Zero();  ///< [m] a point on the axis
    Real rate = 0;               ///< [rad/s]
    Real swing = 0;              ///< [rad]
    Real swing_period = 1;       ///< [s]
    Keyframes angles;            ///< [rad] in the x component; may be empty
};

/// One part of a motion. It runs while from <= time <= until, counts its own time from `from`, and then holds still.
struct MotionPart {
    std::variant<KeyframedTranslation, SineTranslation, CircleTranslation, Rotation> kind;
    Real from = 0;          ///< [s]
    Real until = kForever;  ///< [s]
};

/// Parts carried out one after the other on the same point; none: at rest.
struct Motion {
    std::vector<MotionPart> parts;

    MovingPose at(Real time) const;
};

}  // namespace pleat
