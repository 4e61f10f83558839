// The curvature of a model's triangle by angles: the matrix of plate_bend_math.hpp, and where its angles are.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <pleat/model/model.hpp>

namespace pleat {

/// The hinge at each side of each triangle, or -1 at free sides; side i lies across from corner i.
using TriangleSides = std::vector<std::array<int, 3>>;

/// Sides, and the hinges at edges with more than two triangles, which belong to no side.
struct SideHinges {
    TriangleSides sides;
    std::vector<int> layers;
};

SideHinges find_side_hinges(const Model& model);

/// An angle that takes part in the curvature of a triangle.
struct PlateAngle {
    std::array<int, 4> particles;  ///< as hinge_angle wants them, seen from the side that the triangle faces
    Real rest_angle;               ///< [rad]
    Vec3 curvature;                ///< [1/m] that it causes
};

/// First the angles at the triangle's own sides, whether there is one or not (then its curvature is zero), then those
/// at its neighbours' sides, two for each side, also if zero.
using PlateAngles = std::array<PlateAngle, 9>;

/// `fixed` is as in ForceInput. The same angles count whatever is fixed.
PlateAngles find_plate_angles(const Model& model, const TriangleSides& sides, int triangle,
                              std::span<const std::uint8_t> fixed);

/// True if the triangle bends differently with these particles fixed.
bool is_next_to_fixed(const Model& model, const TriangleSides& sides, int triangle,
                      std::span<const std::uint8_t> fixed);

}  // namespace pleat
