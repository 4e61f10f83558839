// Brings cloth apart that crosses itself from the start.
//
// Where an edge goes through a triangle, the curve along which the cloth crosses itself begins on either side of it, in
// each of the faces that the edge borders. The way to move the edge against the triangle that makes this curve shorter
// fastest is known (Volino & Magnenat-Thalmann 2006, "Resolving Surface Collisions through Intersection Contour
// Minimization"); it needs no inside or outside. Curves that run off the cloth's border and curves that are closed both
// vanish in the end; those that cannot are left, and said.
#pragma once
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
class Untangler {
public:
    explicit Untangler(const CollisionMesh& cloth);

    /// All crossings, by edge and triangle; the same for any number of threads.
    void find(std::span<const Vec3> position, std::vector<EdgeCrossing>& crossings);

    /// The particles that take part in crossings, in increasing order.
    std::vector<int> particles_of(std::span<const EdgeCrossing> crossings) const;

    /// Changes of velocity [m/s] with which crossings come apart at `speed` [m/s], in increasing order of particles.
    /// Those that do already, and particles without inverse mass, need none.
    struct Push {
        int particle = 0;
        Vec3 change = Vec3::Zero();
    };
    std::vector<Push> push_apart(std::span<const EdgeCrossing> crossings, std::span<const Real> inverse_masses,
                                 std::span<const Vec3> position, std::span<const Vec3> velocity, Real speed) const;

private:
    Vec3 way_out(const EdgeCrossing& crossing, std::span<const Vec3> position) const;

    SweptMesh cloth_;
    std::vector<std::array<int, 2>> opposite_;  // of each edge: the third particles of its triangles, or -1
};

}  // namespace pleat
