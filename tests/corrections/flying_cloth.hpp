// Cloths of particles that know of no forces but weight, and solids in their way; and referees of a step.
#pragma once
#include <random>
#include <vector>

#include <pleat/collision/solid_surfaces.hpp>
#include <pleat/corrections/no_crossing.hpp>
#include <pleat/mesh/triangle_mesh.hpp>

namespace pleat::test {

/// All of a scene.
struct FlyingCloth {
    std::vector<std::array<int, 3>> triangles;
    std::vector<Vec3> positions;       ///< [m]
    std::vector<Vec3> velocities;      ///< [m/s]
    std::vector<Real> inverse_masses;  ///< [1/kg]
    std::vector<GuidedParticle> guided;
    std::vector<Solid> solids;
    Real separation = 2e-4;            ///< [m] from solids
    Real cloth_separation = 0;         ///< [m]
    Vec3 gravity = Vec3(0, -9.81, 0);  ///< [m/s^2]
    Real time = 0;                     ///< [s]

    /// Adds a cloth of which every particle has this velocity.
    void add(const TriangleMesh& mesh, const Vec3& velocity);
    void add_solid(Surface surface, Motion motion = {});
};

/// One step of a scene.
struct FlownStep {
    std::vector<Vec3> now, wanted, next;  ///< [m]
    std::vector<Real> separations;        ///< [m] by solid
    SolidSurfaces solids;
    NoCrossingReport report;
};

/// Where a step of dt [s] leads, before and after the correction; the scene stays.
FlownStep fly(const FlyingCloth& cloth, NoCrossing& no_crossing, Real dt);

/// Takes the step: positions, and velocities from them.
void accept(FlyingCloth& cloth, const FlownStep& step, Real dt);

/// How many pairs, of all there are, come nearer than they may on the way.
int contacts_on_the_way(const FlyingCloth& cloth, const FlownStep& step);

/// How many triangles cross at the end, exactly.
int crossings_at_the_end(const FlyingCloth& cloth, const FlownStep& step);

/// [kg m^2] Kinetic energy times dt squared.
Real energy_of(const FlyingCloth& cloth, const std::vector<Vec3>& now, const std::vector<Vec3>& next);
/// [kg m] Momentum times dt.
Vec3 momentum_of(const FlyingCloth& cloth, const std::vector<Vec3>& now, const std::vector<Vec3>& next);

/// Triangles that have nothing to do with each other and do not cross, within `size` [m] of a place.
TriangleMesh triangle_soup(std::mt19937& random, int count, const Vec3& place, Real size);
/// A level sheet at a place, `cells` by `cells`, of size 1 m, with waves of this height [m].
TriangleMesh wavy_sheet(int cells, const Vec3& place, Real height);
/// Spikes of height 0.3 m on a square of side 1 m about the origin: `count` by `count` tetrahedra.
Surface bed_of_spikes(int count);

}  // namespace pleat::test
