// Flat cloths made by rule: rectangles and discs, without a preferred diagonal.
#pragma once
#include <pleat/mesh/triangle_mesh.hpp>

namespace pleat {

/// Which way a generated cloth faces before it is placed.
enum class Facing {
    upright,  ///< in the xy plane: u along x, v along y
    level,    ///< in the xz plane, upper side up: u along x, v along -z
};

/// A rectangle centred at the origin, cells split along alternating diagonals.
struct GridShape {
    Vec2 size{1, 1};                   ///< [m] along u and v
    std::array<int, 2> cells{20, 20};  ///< number of cells along u and v
    Facing facing = Facing::upright;
    /// Puts one more particle into the cell in the middle, which splits it into four triangles: the sheet of the
    /// large-steps paper has 51 x 51 + 1 particles.
    bool middle_particle = false;
};

/// Particle (i, j) of the grid has index j * (cells[0] + 1) + i. Groups: "left", "right", "bottom", "top" (the sides),
/// "bottom-left", "bottom-right", "top-left", "top-right" (the corners).
TriangleMesh make_grid(const GridShape& shape);

/// A disc centred at the origin, made of rings around a particle in the middle.
struct DiscShape {
    Real radius = 0.5;  ///< [m]
    int rings = 12;     ///< ring r has 6 r particles
    Facing facing = Facing::level;
};

/// Particle 0 is the middle. Groups: "middle", "rim".
TriangleMesh make_disc(const DiscShape& shape);

}  // namespace pleat
