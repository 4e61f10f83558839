// Finds all triangles of a mesh that cross each other or those of another mesh. Nothing here is shared with what
// solvers use to find contacts, so that a mistake there is seen here.
#pragma once
#include <array>
#include <compare>
#include <span>
#include <vector>

#include <pleat/core/real.hpp>

namespace pleat {

/// Two triangles, by their indices. Of one mesh: the smaller first.
struct Crossing {
    int first = 0;
    int second = 0;

    auto operator<=>(const Crossing&) const = default;
};

/// The triangles of a mesh and what is needed to look for crossings in any of its frames.
class CrossingMesh {
public:
    explicit CrossingMesh(std::span<const std::array<int, 3>> triangles);

    std::span<const std::array<int, 3>> triangles() const { return triangles_; }
    /// Particles at the other ends of the edges of a particle.
    std::span<const int> neighbours(int particle) const { return neighbours_[static_cast<std::size_t>(particle)]; }
    /// Whether the side of a triangle from a corner to the next has no other triangle on it.
    bool is_border(int triangle, std::size_t side) const { return borders_[static_cast<std::size_t>(triangle)][side]; }
    /// Whether a particle is at an end of such a side.
    bool is_border(int particle) const { return is_border_particle_[static_cast<std::size_t>(particle)]; }

private:
    std::vector<std::array<int, 3>> triangles_;
    std::vector<std::array<bool, 3>> borders_;
    std::vector<bool> is_border_particle_;
    std::vector<std::vector<int>> neighbours_;
};

/// A mesh in one frame.
struct PosedMesh {
    const CrossingMesh& mesh;
    std::span<const Vec3> positions;  ///< [m] finite
};

/// Of a mesh with itself, in increasing order. Two triangles cross as triangles_cross has it. Where meshes go through
/// each other just along edges and at particles that is not enough; so they cross also if an edge of one goes through a
/// side of the other, or a particle of one is on the other with its neighbours on both sides of it. A touch at the
/// border of a mesh is no crossing: a sheet may stand on another, and panels may lie side by side.
std::vector<Crossing> find_crossings(const PosedMesh& mesh);

/// Of two meshes.
std::vector<Crossing> find_crossings(const PosedMesh& first, const PosedMesh& second);

}  // namespace pleat
