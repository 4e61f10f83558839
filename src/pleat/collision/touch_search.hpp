// Finds how particles of cloth touch solids during a step, for all particles at once.
//
// A patch of eight particles asks the tree of the solids' triangles once, and what it finds is compared with all eight
// together. Most of what lies near touches nobody: only what may is looked at in full. As long as solids stand still
// and a patch hardly moves, the tree is not asked again.
#pragma once
#include <cstdint>
#include <vector>

#include <pleat/collision/particle_patches.hpp>
#include <pleat/collision/solid_touches.hpp>

namespace pleat {

/// A particle, and how it touches a triangle.
struct ParticleTouch {
    int particle = 0;
    Touch touch;
};

/// Keeps its memory from step to step. What it finds depends neither on the number of threads nor on earlier steps.
class TouchSearch {
public:
    explicit TouchSearch(const Model& model) : patches_(particle_patches(model)) {}

    /// Touches (find_touch) at the solids' thickness and `room` [m] more, all of a particle and then all of another,
    /// the nearest first. Of a particle that is above a face of a solid, edges of it that are farther away than this
    /// face are left out.
    void find(const Sweep& sweep, const SolidSurfaces& surfaces, std::span<const Solid> solids, Real room,
              std::vector<ParticleTouch>& found);

private:
    // A triangle as it is compared with particles.
    struct Wall {
        Vec3 start, end;                  // [m] a corner
        Vec3 normal_start, normal_end;    // unit
        std::array<Vec3, 3> sides;        // unit, in the triangle at the end: out of it
        std::array<Real, 3> side_places;  // [m] of the sides, along these
        Real distance = 0;                // [m] at which it is touched
        bool is_two_sided = false;
        bool moves = false;
    };
    struct PatchWay;
    template <class Number>
    using Lanes = std::array<Number, ParticlePatch::kMost>;
    // What bounds say of a patch and a triangle, by particle.
    struct Meeting {
        int triangle = 0;
        int faces = 0;                           // place of its solid in Block::nearest_faces
        Lanes<std::int64_t> may_touch, is_edge;  // not 0: it is so
        Lanes<Real> squared;                     // [m^2] of the distance, at least
        Lanes<Real> squared_on_face;             // [m^2] the same, of who is above its face
    };
    struct NearestFaces {
        int solid = 0;
        Lanes<Real> squared;  // [m^2]
    };
    struct Block {
        std::vector<int> triangles;
        std::vector<Meeting> meetings;
        std::vector<NearestFaces> nearest_faces;
        std::vector<ParticleTouch> touches;
    };

    // What a patch may touch as long as none of its particles leaves its slack.
    struct Kept {
        int walls_of = -1;
        Lanes<Vec3> start, end;  // [m]
        std::vector<int> triangles;
    };

    void make_walls(const SolidSurfaces& surfaces, std::span<const Solid> solids, Real room);
    static bool compare(const Wall& wall, const PatchWay& way, Real slack, Meeting& meeting);
    bool is_in_slack(const ParticlePatch& patch, const Sweep& sweep, const Kept& kept) const;
    void ask_tree(const ParticlePatch& patch, const Sweep& sweep, const SolidSurfaces& surfaces,
                  std::vector<int>& found, Kept& kept) const;
    void find_meetings(const Kept& kept, const PatchWay& way, const SolidSurfaces& surfaces, Block& block) const;
    void look_at(const ParticlePatch& patch, const Sweep& sweep, const SolidSurfaces& surfaces, Kept& kept,
                 Block& block) const;

    std::vector<ParticlePatch> patches_;
    std::vector<Wall> walls_;  // by triangle
    int walls_of_ = -1;        // which motion of the surfaces they are of
    Real farthest_ = 0;        // [m] of their distances
    std::vector<Kept> kept_;   // by patch
    std::vector<Block> blocks_;
};

}  // namespace pleat
