// Contacts of cloth with solids, as a step uses them and a state remembers them.
#pragma once
#include <array>
#include <vector>

#include <pleat/core/real.hpp>

namespace pleat {

/// A particle that a solid's surface holds back along the normal: its velocity there is the solid's.
struct ParticleContact {
    int particle = 0;
    int triangle = 0;              ///< of SolidSurfaces
    Vec3 weights = Vec3::Zero();   ///< of the triangle's corners: where the particle touches
    Vec3 normal = Vec3::Zero();    ///< unit, from the solid to the cloth, at the end of the step
    bool sticks = false;           ///< moves with the place where it touches, also along the surface
    Real normal_force = 0;         ///< [N] with which the solid pushes
    Vec3 friction = Vec3::Zero();  ///< [N] on the particle while it slides
    Real force_bound = 0;          ///< [N] more of the normal force than this does not count for friction
    bool has_switched = false;     ///< between sticking and sliding, in this step
    Vec3 approach = Vec3::Zero();  ///< [m] how far it moves in this step before it touches
};

/// Order of contacts, also against a particle alone.
struct ByParticle {
    bool operator()(const ParticleContact& a, const ParticleContact& b) const { return a.particle < b.particle; }
    bool operator()(const ParticleContact& a, int particle) const { return a.particle < particle; }
    bool operator()(int particle, const ParticleContact& b) const { return particle < b.particle; }
};

/// A corner or an edge of a solid under a triangle or an edge of cloth: a spring keeps them apart.
struct FeatureContact {
    std::array<int, 3> particles{-1, -1, -1};  ///< of the cloth; the last is -1 for an edge
    Vec3 weights = Vec3::Zero();               ///< of the particles
    Vec3 normal = Vec3::Zero();                ///< unit, from the solid to the cloth
    Vec3 point = Vec3::Zero();                 ///< [m] of the solid, at the end of the step
    Vec3 velocity = Vec3::Zero();              ///< [m/s] of that point
    Real distance = 0;                         ///< [m] to be kept
    Real stiffness = 0;                        ///< [N/m]
    Real friction = 0;                         ///< coefficient
};

/// All contacts of a step with solids.
struct SolidContacts {
    std::vector<ParticleContact> particles;  ///< in increasing order of particles; one may have several
    std::vector<FeatureContact> features;
};

}  // namespace pleat
