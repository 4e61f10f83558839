// Rectangles cut from regular triangulations that lie in any direction, to see whether a result depends on the mesh.
#pragma once
#include <array>

#include <pleat/mesh/grid.hpp>

namespace pleat::validation {

/// The triangulation of the plane that a mesh is cut from.
enum class Pattern {
    one_diagonal,  ///< squares, all split along the same diagonal
    alternating,   ///< squares, split along alternating diagonals
    four,          ///< squares, split into four triangles
    equilateral,   ///< equilateral triangles
};

inline constexpr std::array kPatterns = {Pattern::one_diagonal, Pattern::alternating, Pattern::four,
                                         Pattern::equilateral};

/// In words, for a table.
const char* name_of(Pattern pattern);

/// The rectangle from min to max in material coordinates; the origin is a particle of the pattern.
struct PatternShape {
    Pattern pattern = Pattern::alternating;
    Real rotation = 0;  ///< [degrees] of the pattern against u
    Real edge = 0.1;    ///< [m] side of a square or of an equilateral triangle
    Vec2 min{0, 0};     ///< [m]
    Vec2 max{1, 1};     ///< [m]
    Facing facing = Facing::level;
    bool is_cut_at_zero = false;  ///< an edge of the mesh follows u = 0, so that what lies before it can be clamped
};

/// Particles near the outline move onto it, and triangles that still cross it are cut: no angle gets small.
TriangleMesh make_pattern_mesh(const PatternShape& shape);

}  // namespace pleat::validation
