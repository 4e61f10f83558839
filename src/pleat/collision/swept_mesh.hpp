// A mesh that moves along straight lines for a step, with the boxes that its triangles and edges sweep.
#pragma once
#include <array>
#include <span>
#include <vector>

#include <pleat/mesh/box_tree.hpp>

namespace pleat {

/// What of a mesh can touch something.
struct CollisionMesh {
    std::vector<int> particles;                 ///< of its triangles, in increasing order
    std::vector<std::array<int, 2>> edges;      ///< of its triangles, ordered by their particles
    std::vector<std::array<int, 3>> triangles;  ///< as given
};

CollisionMesh make_collision_mesh(std::span<const std::array<int, 3>> triangles);

/// Positions [m] of all particles at the beginning and at the end of a step; the same ones for what is at rest.
struct Sweep {
    std::span<const Vec3> start;
    std::span<const Vec3> end;
};

/// Box of the places where some particles come.
template <std::size_t N>
Box swept_box(const Sweep& sweep, const std::array<int, N>& particles) {
    Box box;
    for (const int p : particles) {
        box.add(sweep.start[static_cast<std::size_t>(p)]);
        box.add(sweep.end[static_cast<std::size_t>(p)]);
    }
    return box;
}

/// What each part of a mesh sweeps in a step.
struct SweptBoxes {
    std::vector<Box> particles;  ///< of CollisionMesh::particles
    std::vector<Box> edges;
    std::vector<Box> triangles;

    /// Positions must be finite.
    void move(const CollisionMesh& mesh, const Sweep& sweep);
};

/// Keeps its trees from step to step.
class SweptMesh {
public:
    explicit SweptMesh(CollisionMesh mesh);

    /// Takes the boxes of a step; does not keep `sweep`.
    void move(const Sweep& sweep);

    const CollisionMesh& mesh() const { return mesh_; }
    const SweptBoxes& boxes() const { return boxes_; }
    const BoxTree& particle_tree() const { return particle_tree_; }
    const BoxTree& edge_tree() const { return edge_tree_; }
    const BoxTree& triangle_tree() const { return triangle_tree_; }
    /// Where a particle stands in mesh().particles.
    std::size_t place_of(int particle) const {
        return static_cast<std::size_t>(places_[static_cast<std::size_t>(particle)]);
    }

private:
    CollisionMesh mesh_;
    std::vector<int> places_;  // of each particle in mesh_.particles
    SweptBoxes boxes_;
    BoxTree particle_tree_;
    BoxTree edge_tree_;
    BoxTree triangle_tree_;
};

}  // namespace pleat
