// Surfaces of simple shapes. They stand upright, about the y axis, and face outwards.
//
// Round shapes are inscribed: positions lie on the true shape, and facets inside it, no deeper than kept_depth() unless
// the numbers of rings and segments are given.
#pragma once
#include <optional>

#include <pleat/shapes/solid.hpp>

namespace pleat {

/// [m] How deep facets may lie inside a round shape: a thousandth of its radius, but not less than 0.2 mm.
Real kept_depth(Real radius);

/// A level square about the origin that faces up and stands for an endless plane.
struct PlaneShape {
    Real half_size = 50;  ///< [m]
    int cells = 10;       ///< along each side
};
Surface make_plane(const PlaneShape& shape);

/// Of this size [m], about the origin.
Surface make_box(const Vec3& size);

/// About the origin.
struct SphereShape {
    Real radius = 0.5;           ///< [m]
    std::optional<int> rings{};  ///< from a pole to the equator, at least 2; ring r has 6 r positions
};
Surface make_sphere(const SphereShape& shape);

/// Half spheres at the ends of a tube about the origin.
struct CapsuleShape {
    Real radius = 0.1;           ///< [m]
    Real length = 0.5;           ///< [m] of the tube, without its ends; 0: a sphere
    std::optional<int> rings{};  ///< of each end, as of a sphere
};
Surface make_capsule(const CapsuleShape& shape);

/// Closed at both ends, about the origin.
struct CylinderShape {
    Real radius = 0.25;             ///< [m]
    Real height = 0.5;              ///< [m]
    std::optional<int> segments{};  ///< of its outline, at least 3
    std::optional<int> rings{};     ///< of positions on its side, at least 2
};
Surface make_cylinder(const CylinderShape& shape);

/// Closed, with the middle of its base at the origin and its tip above.
struct ConeShape {
    Real radius = 0.1;              ///< [m] of its base
    Real height = 0.2;              ///< [m]
    std::optional<int> segments{};  ///< of its outline, at least 3
};
Surface make_cone(const ConeShape& shape);

/// How many positions these have, before they are made.
Real position_count(const PlaneShape& shape);
Real position_count(const SphereShape& shape);
Real position_count(const CapsuleShape& shape);
Real position_count(const CylinderShape& shape);
Real position_count(const ConeShape& shape);

}  // namespace pleat
