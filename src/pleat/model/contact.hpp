// Contacts of cloth with solids and with cloth: what a state remembers of them, and what a step works with.
#pragma once
#include <array>
#include <compare>
#include <limits>
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

/// Two edges, or a triangle and a vertex: of the cloth first and then of a solid, or both of the cloth.
struct FeaturePair {
    bool is_edges = false;
    int first = 0;  ///< with a solid the triangle; of cloth alone the vertex
    int second = 0;

    auto operator<=>(const FeaturePair&) const = default;
};

/// How such a pair holds on: how far friction is strained, and how hard the two push each other.
struct FeatureGrip {
    FeaturePair pair;
    Vec3 strain = Vec3::Zero();  ///< [m] along the surface, of the first from where it would be free
    Real push = 0;               ///< [N] along the normal, less what damping and pulls beside it took off
};

/// Whether the springs of a pair act in a solve.
enum class SpringMode {
    acts_if_near,  ///< where the step is linearised
    acts,          ///< although the two may be apart there
    rests,         ///< although the two may be near there
};

/// A pair that is near: a spring keeps the two apart, another one, which gives way beyond the limit of friction, holds
/// them in place. Their places are the sum of weights times positions of particles, and a place on a solid.
struct FeatureContact {
    static constexpr Real kUnknown = std::numeric_limits<Real>::infinity();

    FeaturePair pair;
    std::array<int, 4> particles{-1, -1, -1, -1};  ///< of the cloth; the last ones may be -1
    std::array<Real, 4> weights{};                 ///< of the particles; their sum is 1 with a solid, else 0
    Vec3 normal = Vec3::Zero();                    ///< unit, from the second to the first; from the solid to the cloth
    Vec3 start = Vec3::Zero();                     ///< [m] from one place to the other at the start of the step
    Vec3 point = Vec3::Zero();                     ///< [m] the solid's place at the end of the step; of cloth alone 0
    Vec3 velocity = Vec3::Zero();                  ///< [m/s] of that place
    Vec3 strain = Vec3::Zero();                    ///< [m] of friction, at the start
    Real pressing = kUnknown;                      ///< [N] friction knows of no more push than this
    Real distance = 0;                             ///< [m] to be kept
    Real stiffness = 0;                            ///< [N/m]
    Real relaxation = 0;                           ///< [s] in which the spring gives back what it took
    Real friction = 0;                             ///< coefficient
    SpringMode mode = SpringMode::acts_if_near;
};

/// An edge of the cloth that goes through a triangle of it. A damper drives the two apart with a velocity.
struct CrossingPush {
    std::array<int, 5> particles{};  ///< of the edge, then of the triangle
    std::array<Real, 5> weights{};   ///< of the edge's place less the triangle's, which are the same: their sum is 0
    Vec3 velocity = Vec3::Zero();    ///< [m/s] of the edge, wanted
    Real damping = 0;                ///< [N s/m]
};

/// All contacts of a step.
struct Contacts {
    std::vector<ParticleContact> particles;  ///< in increasing order of particles; one may have several
    std::vector<FeatureContact> features;    ///< with corners and edges of solids, in increasing order of pairs
    std::vector<FeatureContact> cloth;       ///< of cloth with cloth, in increasing order of pairs
    std::vector<CrossingPush> crossings;     ///< of the cloth with itself, that are to vanish
};

}  // namespace pleat
