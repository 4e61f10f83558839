// Places on a solid that deforms, and the frames that its triangles carry along.
#pragma once
#include <pleat/shapes/solid.hpp>

namespace pleat {

/// A point of a triangle of a surface.
struct SurfacePoint {
    int triangle = 0;
    Vec3 weights{1, 0, 0};  ///< of the triangle's corners; they sum to 1
};

/// The point nearest to `x` while the surface has these positions.
SurfacePoint nearest_point(const Surface& surface, const std::vector<Vec3>& positions, const Vec3& x);

/// The frame at a point that turns with its triangle: at the point, the first axis along the triangle's first side, the
/// third along its normal. It has exact rates while the solid is between two meshes of its sequence. A triangle that
/// has no area at that time keeps some axes without rates.
MovingPose frame_at(const Solid& solid, const SurfacePoint& point, Real time);

}  // namespace pleat
