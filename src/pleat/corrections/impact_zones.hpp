// Zones of particles whose impacts impulses could not resolve: each is drawn towards a common motion, step by step,
// until it is free of impacts (after Provot 1997, "Collision and self-collision handling in cloth model dedicated to
// design garments").
//
// Impacts that share a particle are in one zone; pinned particles and solids join none. What moves all the same cannot
// cross itself. The common motion is that of the zone's centre of mass, so that momentum stays and energy is taken;
// where something takes part that cannot be moved, each particle follows the point that it meets first.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include <pleat/corrections/impacts.hpp>

namespace pleat {

/// Keeps its memory from step to step.
class ImpactZones {
public:
    /// There are none; particles move as they do now.
    void begin(const SweptStep& step, std::span<const Vec3> next);

    /// Unites the particles of impacts, and lets all zones that have some move less by themselves. False if one of them
    /// does not at all any more: no common motion helps.
    bool join(const SweptStep& step, std::span<const Impact> impacts);

    /// Moves all particles of zones that the last `join` changed, and marks them as stale.
    void draw(const SweptStep& step, std::span<Vec3> next, std::span<std::uint8_t> is_stale);

    /// How many are in zones.
    int particle_count();

private:
    // Of one particle; that of the zone's root is the zone's.
    struct Member {
        int parent = 0;
        int level = 0;           // how often its zone was slowed; 0: it is in none
        bool is_hit = false;     // has impacts since the last draw
        bool has_grown = false;  // since the last draw
        bool is_anchored = false;
        Real anchor_time = 0;        // of the impact that gives the anchor
        Vec3 anchor = Vec3::Zero();  // [m] displacement to follow
    };
    // Common displacement of a zone, or of what anchors it.
    struct Mean {
        Real mass = 0, anchors = 0;
        Vec3 momentum = Vec3::Zero();  // [kg m]
        Vec3 anchored = Vec3::Zero();  // [m]
    };

    int root(int p);
    void unite(int a, int b);
    void anchor(const SweptStep& step, const Impact& impact);
    bool slow_down();
    void average(const SweptStep& step);

    std::vector<Member> members_;
    std::vector<Vec3> moves_;  // [m] at the beginning
    std::vector<Mean> means_;  // by root
};

}  // namespace pleat
