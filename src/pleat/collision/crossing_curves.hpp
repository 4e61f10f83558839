// The way out for cloth that crosses itself.
//
// Crossings of edges with triangles are points of curves along which two surfaces cross. On either surface a curve has
// two sides. Looked at from one surface, the other is partly above it and partly below, and the smaller part is taken
// for the one that went astray: the way out is across the first surface, to the other side. This is the analysis of
// Baraff et al. 2003, "Untangling Cloth", with a difference: parts need not be closed. Particles belong to the side of
// the curve that is nearer along the cloth, so that curves which end on a border, or within the cloth, have sides too.
//
// Where a curve ends or bends it is made shorter besides, which needs no sides (Volino & Magnenat-Thalmann 2006,
// "Resolving Surface Collisions through Intersection Contour Minimization"): short ones vanish that way.
#pragma once
#include <span>
#include <vector>

#include <pleat/collision/edge_crossings.hpp>

namespace pleat {

/// Keeps its memory from call to call.
class CrossingCurves {
public:
    explicit CrossingCurves(const CollisionMesh& cloth);

    /// For each of all crossings the way of its edge against its triangle, of length 1 at most.
    void find_ways(std::span<const EdgeCrossing> crossings, std::span<const Vec3> position, std::vector<Vec3>& ways);

private:
    // Where a crossing belongs: to the curve of its root, and whether its edge is of the same surface as the root's.
    struct Member {
        int root = 0;
        bool is_other_surface = false;
    };
    // Of a surface that a curve cuts: the part on one side.
    struct SmallerPart {
        double share = 1;  // of all particles that were counted
        Real side = 0;     // of the other surface's normal: 1 above, -1 below
    };

    Member find(int crossing) const;
    void link(std::span<const EdgeCrossing> crossings);
    SmallerPart smaller_part(std::span<const EdgeCrossing> crossings, std::span<const int> curve, bool is_other_surface,
                             std::span<const Vec3> position);
    Vec3 shortening(const EdgeCrossing& crossing, std::span<const Vec3> position) const;
    Vec3 normal_of_triangle(int triangle, std::span<const Vec3> position) const;
    Vec3 normal_at_edge(int edge, std::span<const Vec3> position) const;

    CollisionMesh mesh_;
    std::vector<std::array<int, 2>> faces_;  // of each edge: its triangles, or -1
    std::vector<int> first_edge_;            // of each particle in edges_at_
    std::vector<int> edges_at_;
    std::vector<Member> members_;
    std::vector<std::uint8_t> is_crossed_;  // of each edge
    std::vector<std::int8_t> sides_;        // of each particle, while parts are counted
    std::vector<int> queue_;
};

}  // namespace pleat
