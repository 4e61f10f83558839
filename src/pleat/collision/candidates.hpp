// Finds what may touch during a step: pairs of a particle and a triangle, and of two edges, whose swept boxes come
// within a distance of each other. Every pair that does touch, or comes nearer than that, is among them. It only finds.
#pragma once
#include <array>
#include <compare>
#include <vector>

#include <pleat/collision/swept_mesh.hpp>
#include <pleat/mesh/tree_pairs.hpp>

namespace pleat {

/// Two elements, one of each mesh.
struct Candidate {
    int first = 0;
    int second = 0;

    auto operator<=>(const Candidate&) const = default;
};

/// Lists in increasing order. Particles are indices of positions; triangles and edges are those of CollisionMesh.
struct Candidates {
    std::vector<Candidate> vertex_face;  ///< a particle of the first mesh, a triangle of the second
    std::vector<Candidate> face_vertex;  ///< a triangle of the first, a particle of the second; of one mesh: none
    std::vector<Candidate> edge_edge;    ///< of one mesh: the smaller index first
};

/// Keeps its memory from step to step. What it finds does not depend on the number of threads or on earlier steps.
class CandidateSearch {
public:
    /// Of a mesh with itself, but for elements that share a particle. `distance` [m], >= 0.
    void within(const SweptMesh& mesh, Real distance, Candidates& found);

    /// Of two meshes, which have particles of their own.
    void between(const SweptMesh& first, const SweptMesh& second, Real distance, Candidates& found);
    /// Of these, a particle of the first mesh and a triangle of the second.
    void between_vertices(const SweptMesh& first, const SweptMesh& second, Real distance,
                          std::vector<Candidate>& found);
    /// Of these, a triangle of the first mesh and a particle of the second, and two edges.
    void between_faces(const SweptMesh& first, const SweptMesh& second, Real distance, Candidates& found);

private:
    // Found by one block of a loop.
    struct Block {
        std::vector<TreePairs::Parts> parts;
        std::vector<Candidate> candidates;
    };

    template <class Accept>
    void search(const BoxTree& first, const BoxTree& second, Real distance, Accept&& accept);
    void gather(std::vector<Candidate>& found);

    std::vector<TreePairs::Parts> parts_, inner_parts_;
    std::vector<Block> blocks_;
    std::size_t used_blocks_ = 0;
    std::vector<int> begin_;  // of those with the same first element, while they are put in order
};

}  // namespace pleat
