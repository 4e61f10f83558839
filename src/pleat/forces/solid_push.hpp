// What solids do to cloth besides holding particles along normals: friction, and springs at corners and edges.
#pragma once
#include <pleat/forces/force.hpp>
#include <pleat/forces/friction_math.hpp>

namespace pleat {

/// [m] Slip of a particle at `position` since the start of the step, along the surface.
Vec3 slip_of(const ParticleContact& contact, const Vec3& position);

/// Friction on a particle at `position` [m].
FrictionForce friction_of(const ParticleContact& contact, const Vec3& position);

/// A corner or an edge of a solid with the cloth in some place.
struct FeaturePush {
    FeaturePush(const FeatureContact& contact, std::span<const Vec3> position, std::span<const Vec3> velocity);

    Vec3 moved;  ///< [m] during the step, from the solid
    Vec3 slip;   ///< [m] of that along the surface
    bool is_touching;
    Real push;    ///< [N] along the normal; negative where damping holds back cloth that leaves
    Vec3 strain;  ///< [m] of friction
    FrictionForce friction;
};

/// [s] Time in which the springs of corners and edges give back what they took: they are damped so that cloth does not
/// bounce.
inline constexpr Real kFeatureRelaxation = 0.1;

class SolidPush : public Force {
public:
    void add(const ForceInput& in, ForceSystem& out) const override;
};

}  // namespace pleat
