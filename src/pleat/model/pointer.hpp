// What the pointer holds: particles that a user drags while a simulation runs.
#pragma once
#include <optional>

#include <pleat/model/motion.hpp>

namespace pleat {

struct State;

/// Pulls a particle to where the pointer wants it.
struct PointerSpring {
    Real stiffness = 0;  ///< [N/m]
    Real damping = 0;    ///< [N s/m] of the particle's motion relative to the pointer's
};

/// One particle that the pointer holds. It wants the particle on a straight way from one place to another, and there
/// afterwards: who moves the pointer says before each frame where it is to be at the frame's end.
/// Without a spring it never gives way: led into a solid, no step is good (ErrorKind::cannot_go_on), and the simulation
/// goes on when the particle is let go.
struct PointerGrip {
    int particle = 0;                     ///< index into the model
    Vec3 from = Vec3::Zero();             ///< [m] where it is to be at `begin`
    Vec3 to = Vec3::Zero();               ///< [m] and from `end` on
    Real begin = 0;                       ///< [s]
    Real end = 0;                         ///< [s] not before `begin`
    std::optional<PointerSpring> spring;  ///< none: it holds the particle exactly, as if that had infinite mass

    /// Where the pointer wants the particle, and how fast it moves.
    PointMotion at(Real time) const;
    /// From where it is at `now` to `target`, to arrive at `arrival`.
    void move(const Vec3& target, Real now, Real arrival);
};

/// Takes hold of a particle where it is.
PointerGrip take_hold(const State& state, int particle, std::optional<PointerSpring> spring = {});

}  // namespace pleat
