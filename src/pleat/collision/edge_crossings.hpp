// Where edges of the cloth go through its triangles.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include <pleat/collision/swept_mesh.hpp>

namespace pleat {

/// An edge that goes through a triangle. Both are those of CollisionMesh.
struct EdgeCrossing {
    int edge = 0;
    int triangle = 0;
    Real along = 0;               ///< of the edge, in [0, 1]
    Vec3 weights = Vec3::Zero();  ///< of the triangle's corners
};

/// Keeps its memory from call to call.
class EdgeCrossings {
public:
    explicit EdgeCrossings(const CollisionMesh& cloth) : mesh_(cloth) {}

    /// All crossings, by edge and triangle; the same for any number of threads. With `wanted`, only those of edges of
    /// which a particle is wanted.
    void find(std::span<const Vec3> position, std::vector<EdgeCrossing>& crossings,
              std::span<const std::uint8_t> wanted = {});

    /// The particles that take part in crossings, in increasing order.
    std::vector<int> particles_of(std::span<const EdgeCrossing> crossings) const;

private:
    struct Block {
        std::vector<int> near;  // triangles
        std::vector<EdgeCrossing> crossings;
    };

    void look_at(std::span<const Vec3> position, int edge, Block& block) const;

    CollisionMesh mesh_;
    std::vector<Box> boxes_;  // of triangles
    BoxTree tree_;
    std::vector<int> edges_;  // that are looked at
    std::vector<Block> blocks_;
};

}  // namespace pleat
