// Which triangles meet at which edges.
#pragma once
#include <array>
#include <span>
#include <vector>

namespace pleat {

/// An edge of a mesh and the triangles on it: one at a border, two inside, more where several layers are sewn together.
struct MeshEdge {
    std::array<int, 2> particles;  ///< the smaller index first
    std::vector<int> triangles;    ///< in increasing order
};

/// All edges, ordered by their particles.
std::vector<MeshEdge> find_edges(std::span<const std::array<int, 3>> triangles);

/// The particle of `triangle` that is not on the edge.
int opposite_particle(const std::array<int, 3>& triangle, const std::array<int, 2>& edge);

}  // namespace pleat
