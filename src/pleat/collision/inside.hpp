// Whether points are inside solids. It only finds.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include <pleat/collision/solid_surfaces.hpp>

namespace pleat {

/// Where the surface of a solid is nearest to a point inside it.
struct WayOut {
    int triangle = 0;
    Vec3 weights = Vec3::Zero();  ///< of its corners
    Vec3 normal = Vec3::Zero();   ///< unit, out of the solid
};

/// Tells inside from outside for solids that are closed and have one side; open ones have no inside.
class InsideTest {
public:
    /// Whether a point is inside any solid as it is at the end of the step; how many of three rays through it say so
    /// decides, since one may run along an edge.
    bool is_inside(const SolidSurfaces& surfaces, std::span<const Solid> solids, const Vec3& point);

    /// The nearest way out for a point that is inside at the start of the step.
    std::optional<WayOut> find_way_out(const SolidSurfaces& surfaces, std::span<const Solid> solids, const Vec3& point);

private:
    bool says_inside(const SolidSurfaces& surfaces, std::span<const Solid> solids, const Vec3& point, int axis);

    std::vector<int> overlaps_;
    std::vector<int> crossings_;  // of each solid
};

}  // namespace pleat
