// What acts on the cloth from outside. The user may change it between steps.
#pragma once
#include <string>
#include <variant>
#include <vector>

#include <pleat/core/real.hpp>
#include <pleat/model/motion.hpp>
#include <pleat/model/pointer.hpp>
#include <pleat/model/track.hpp>
#include <pleat/model/wind.hpp>
#include <pleat/shapes/solid.hpp>

namespace pleat {

/// Holds a particle along one, two or all three of these directions; it may move along the others.
struct HoldDirections {
    std::vector<Vec3> directions{Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()};  ///< orthonormal
};

/// Holds a particle on a curve or surface, along which it may slide.
struct HoldOnTrack {
    Track track;
};

/// Particles that are held. A held particle is carried by the motion from where it is at the moment the pin takes hold;
/// directions and tracks are carried too. A solid that deforms carries each by the triangle that is nearest then.
struct Pin {
    std::string name;
    std::vector<int> particles;  ///< indices into the model
    std::variant<HoldDirections, HoldOnTrack> hold;
    Motion motion;
    Real from = -kForever;  ///< [s] takes hold at this time
    Real until = kForever;  ///< [s] lets go at this time
    int solid = -1;         ///< index of the solid that carries it instead of the motion; -1: none
};

/// When directional correction takes other particles for fixed than those that are held: the maps of Ozgen & Kallmann
/// 2011, section 4.1, that events or the time switch.
struct OrderRule {
    std::string name;
    std::vector<int> fixed;  ///< besides those that pins hold; indices into the model, in increasing order
    int solid = -1;          ///< acts while cloth touches this solid; -1: at any contact
    Real from = -kForever;   ///< [s] acts from this time
    Real until = kForever;   ///< [s] and until this one
    Real period = 0;         ///< [s] with which both repeat; 0: they do not
};

/// Fields, pins, solids, and what a user holds.
struct Scene {
    Vec3 gravity{0, -9.81, 0};  ///< [m/s^2]
    Real air_density = 1.2;     ///< [kg/m^3]
    Wind wind;
    std::vector<Pin> pins;
    std::vector<Solid> solids;
    std::vector<PointerGrip> pointer;    ///< none in scene files: it is set while a simulation runs
    std::vector<OrderRule> order_rules;  ///< the first one that acts counts; if none does, what is held and touched
};

/// Scripted things stand still at their start while the cloth settles before time 0.
inline Real script_time(Real time) { return time > 0 ? time : 0; }

}  // namespace pleat
