// A cloth before it becomes part of a model: particles, triangles and their flat rest shape.
#pragma once
#include <array>
#include <map>
#include <string>
#include <vector>

#include <pleat/core/real.hpp>

namespace pleat {

/// Triangles over particles. The rest shape is flat, in material coordinates (u along the warp, v along the weft), and
/// is given per triangle corner, so that a particle on a seam may have several.
struct TriangleMesh {
    std::vector<Vec3> positions;                     ///< [m] where the particles start
    std::vector<std::array<int, 3>> triangles;       ///< indices into positions
    std::vector<std::array<Vec2, 3>> uv;             ///< [m] per triangle corner; empty: no rest shape yet
    std::map<std::string, std::vector<int>> groups;  ///< named sets of particles, each in increasing order
    std::array<int, 2> grid_cells{0, 0};             ///< along u and v, if it is a grid as of make_grid; else 0
};

/// Moves, turns and scales the positions: x -> rotation * (scale * x) + translation.
void place(TriangleMesh& mesh, const Mat3& rotation, const Vec3& translation, Real scale = 1);

/// Gives every triangle the shape it has in space as its rest shape. The warp runs along the gradient of u where the
/// mesh has usable uv, and along `warp` projected into the triangle where not.
void take_rest_shape_from_positions(TriangleMesh& mesh, const Vec3& warp = Vec3::UnitX());

/// Joins particles closer than `distance` [m] into one, keeping each corner's uv: this is how panels become sewn.
/// Returns the number of particles removed. Triangles that would collapse are refused.
int weld(TriangleMesh& mesh, Real distance);

/// Throws ErrorKind::bad_input, naming the triangle, if an index is out of range, a triangle repeats a particle, a
/// number is not finite, or a rest triangle has no area.
void check(const TriangleMesh& mesh, const std::string& name);

}  // namespace pleat
