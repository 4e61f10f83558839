// How particles of cloth touch solids during a step. It only finds.
#pragma once
#include <span>
#include <vector>

#include <pleat/collision/candidates.hpp>
#include <pleat/collision/solid_surfaces.hpp>

namespace pleat {

/// Where a particle's way from the start to the end of a step meets a triangle of a solid.
struct Touch {
    Real gap = 0;  ///< [m] how much farther from the surface than wanted it ends; negative: too near
    int triangle = 0;
    Vec3 weights = Vec3::Zero();   ///< of the triangle's corners: the place
    Vec3 normal = Vec3::Zero();    ///< unit, from the solid to the cloth, at the end
    Vec3 approach = Vec3::Zero();  ///< [m] how far it moves before it touches
    bool has_crossed = false;      ///< it would end on the other side
};

/// True if a particle that moves from `start` to `end` comes nearer than `distance` [m] to a triangle, on the side
/// where it is. Behind a surface that has only one side nothing is near.
bool find_touch(const SolidSurfaces& surfaces, int triangle, bool is_two_sided, const Vec3& start, const Vec3& end,
                Real distance, Touch& touch);

}  // namespace pleat
