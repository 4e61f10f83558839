// Contacts of cloth with solids: what a state remembers of them, and what a step works with.
#pragma once
#include <array>
#include <compare>
#include <vector>

#include <pleat/core/real.hpp>

namespace pleat {

/// A particle that was held back by a surface in the last step, and was pushed by it.
struct HeldContact {
    int particle = 0;
    int triangle = 0;            ///< of SolidSurfaces
    Vec3 normal = Vec3::Zero();  ///< unit, from the solid to the cloth
    Vec3 strain = Vec3::Zero();  ///< [m] of friction, along the surface
    Real pressing = 0;           ///< [N] with which everything but the solid pressed it on
};

/// How friction acts on a particle in a step.
enum class FrictionMode {
    sticks,  ///< as a spring from where it was
    slides,  ///< with its limit, against the slip
    brakes,  ///< in proportion to the slip: its limit would push the particle back
};

/// A particle that a surface holds back along the normal in this step: there its velocity is the solid's.
struct ParticleContact : HeldContact {
    Vec3 weights = Vec3::Zero();    ///< of the triangle's corners: where the particle touches
    Vec3 origin = Vec3::Zero();     ///< [m] where the particle ends if it does not slip
    Vec3 direction = Vec3::Zero();  ///< unit, of the slip; not if it sticks
    Real expected = 0;              ///< [m] slip in this step, as it moved before
    Real friction_limit = 0;        ///< [N]
    Real stiffness = 0;             ///< [N/m] of friction that sticks
    Real normal_force = 0;          ///< [N] with which the solid pushes, after the solve
    FrictionMode mode = FrictionMode::sticks;
    bool is_new = false;  ///< it was not held in the last step
};

/// Order of contacts, also against a particle alone.
struct ByParticle {
    bool operator()(const HeldContact& a, const HeldContact& b) const { return a.particle < b.particle; }
    bool operator()(const HeldContact& a, int particle) const { return a.particle < particle; }
    bool operator()(int particle, const HeldContact& b) const { return particle < b.particle; }
};

/// Which part of cloth and which part of a solid: a triangle and a vertex, or two edges.
struct FeaturePair {
    bool is_edges = false;
    int cloth = 0;
    int solid = 0;

    auto operator<=>(const FeaturePair&) const = default;
};

/// How far friction at a corner or an edge of a solid is strained.
struct FeatureGrip {
    FeaturePair pair;
    Vec3 strain = Vec3::Zero();  ///< [m] along the surface, of the cloth from where it would be free
};

/// A corner or an edge of a solid under a triangle or an edge of cloth: a spring keeps them apart, another one, which
/// gives way beyond the limit of friction, holds them in place.
struct FeatureContact {
    FeaturePair pair;
    std::array<int, 3> particles{-1, -1, -1};  ///< of the cloth; the last is -1 for an edge
    Vec3 weights = Vec3::Zero();               ///< of the particles
    Vec3 normal = Vec3::Zero();                ///< unit, from the solid to the cloth
    Vec3 start = Vec3::Zero();                 ///< [m] of the cloth's place from the solid's, at the start of the step
    Vec3 point = Vec3::Zero();                 ///< [m] the solid's place, at the end of the step
    Vec3 velocity = Vec3::Zero();              ///< [m/s] of that place
    Vec3 strain = Vec3::Zero();                ///< [m] of friction, at the start
    Real distance = 0;                         ///< [m] to be kept
    Real stiffness = 0;                        ///< [N/m]
    Real friction = 0;                         ///< coefficient
};

/// All contacts of a step with solids.
struct SolidContacts {
    std::vector<ParticleContact> particles;  ///< in increasing order of particles; one may have several
    std::vector<FeatureContact> features;    ///< in increasing order of pairs
};

}  // namespace pleat
