// What solids do to cloth besides holding particles: friction on those that slide, and springs between corners and
// edges of solids and the triangles and edges of cloth above them. A spring with the normal n, from a point of the
// solid to a point of the cloth, keeps a distance d: with the gap g = n . (x - q) - d,
//     f = -k g n  while g < 0,
// and friction along the surface is a damper mu |f| / |slip|, which never pushes back.
#pragma once
#include <pleat/forces/force.hpp>

namespace pleat {

/// Uses the contacts of the step; nothing without them. A triangle's or an edge's particles are coupled already.
class SolidPush final : public Force {
public:
    void add(const ForceInput& in, ForceSystem& out) const override;
    void add_power(const ForceInput& in, EnergyFlows& flows) const override;
};

}  // namespace pleat
