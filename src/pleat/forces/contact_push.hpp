// What contact does to cloth besides holding particles along normals: friction on solids, and springs between cloth and
// corners and edges of solids, and between cloth and cloth.
#pragma once
#include <pleat/forces/force.hpp>
#include <pleat/forces/friction_math.hpp>

namespace pleat {

/// [m] Slip of a particle at `position` since the start of the step, along the surface.
Vec3 slip_of(const ParticleContact& contact, const Vec3& position);

/// Friction on a particle at `position` [m].
FrictionForce friction_of(const ParticleContact& contact, const Vec3& position);

/// A pair with the cloth in some place.
struct FeaturePush {
    FeaturePush(const FeatureContact& contact, std::span<const Vec3> position, std::span<const Vec3> velocity);

    Vec3 moved;  ///< [m] during the step, the first from the second
    Vec3 slip;   ///< [m] of that along the surface
    bool is_touching;
    bool is_acting;
    Real push;    ///< [N] along the normal; negative where damping holds back cloth that leaves
    Vec3 strain;  ///< [m] of friction
    FrictionForce friction;
};

/// The damper between edge and triangle.
struct CrossingForce {
    CrossingForce(const CrossingPush& crossing, std::span<const Vec3> position, std::span<const Vec3> velocity);

    Vec3 moved;  ///< [m] during the step, the edge from the triangle
    Vec3 force;  ///< [N] on the edge
};

class ContactPush : public Force {
public:
    void add(const ForceInput& in, ForceSystem& out) const override;
    bool is_contact() const override { return true; }
};

}  // namespace pleat
