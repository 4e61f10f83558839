// The fail-safe of every method: changes where a step ends so that nothing crosses on the way there.
//
// Particles move along straight lines from `now` to `next`. Where that leads to an impact, the end of the step gets a
// condition: along the normal at the impact, the closest points there must be a little more than the separation apart,
// or not nearer than they were. Impulses along the normal meet these conditions, in order of time and again until all
// hold (projected Gauss-Seidel); then impacts are looked for on the new way, and those found join the conditions, until
// there are none. These are the inelastic impulses of Bridson et al. 2002, "Robust Treatment of Collisions, Contact and
// Friction for Cloth Animation", solved for together as by Harmon et al. 2008, "Robust Treatment of Simultaneous
// Collisions". What is left after many passes is drawn towards a common motion (impact_zones.hpp).
//
// With x = d + M^-1 J^T l, where d is the wanted motion, l >= 0 are the impulses and J x >= c the conditions, the
// kinetic energy of x is that of d plus g(l) + l . c; every impulse lowers g, which begins at 0, and c <= 0 as long as
// solids are at rest, but for the little way back of pairs that begin nearer than the aim.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include <pleat/corrections/impact_zones.hpp>
#include <pleat/corrections/impacts.hpp>

namespace pleat {

/// What the fail-safe saw and did in a step.
struct NoCrossingReport {
    int passes = 0;         ///< how often impacts were looked for
    int impacts = 0;        ///< seen in all passes; one that is seen again counts again
    int touching = 0;       ///< pairs at distance 0 from the start: no side can be told, and they are left alone
    int moved = 0;          ///< particles whose end was changed
    Real largest_move = 0;  ///< [m] of these
    int in_zones = 0;       ///< particles that were drawn towards a common motion
    std::optional<ImpactPair> left;  ///< the first pair that still comes too near: the step has to be smaller

    bool succeeded() const { return !left.has_value(); }
};

/// Keeps its memory from step to step, and nothing else.
class NoCrossing {
public:
    struct Settings {
        int impulse_passes = 25;  ///< at most; a few are enough unless much happens in one step
        int zone_passes = 25;     ///< at most
    };

    explicit NoCrossing(std::shared_ptr<ClothSearch> search) : NoCrossing(std::move(search), Settings{}) {}
    NoCrossing(std::shared_ptr<ClothSearch> search, const Settings& settings)
        : settings_(settings), search_(std::move(search)) {}

    /// Changes `next` [m], all finite, so that no particle and triangle and no two edges come nearer than their
    /// separation on the way there. Pairs that begin nearer keep kKeptShare of their distance. Particles without
    /// inverse mass stay as they are. If the report says that it did not succeed, `next` is of no use.
    NoCrossingReport apply(const SweptStep& step, std::span<Vec3> next);

private:
    // An impact and the impulse that is to prevent it.
    struct Condition {
        Impact impact;
        Real mobility = 0;  // [1/kg] of the gap
        Real change = 0;    // [m] of the gap over the step: not less than this
        Real impulse = 0;   // [kg m] so far, >= 0
    };

    // Gentle ones end at the least impulses that meet all conditions; firm ones only push, and are done sooner.
    enum class Sweeps { gentle, firm };

    bool find(const SweptStep& step, std::span<const Vec3> next, NoCrossingReport& report);
    void adopt(const SweptStep& step, std::span<Vec3> next, Sweeps sweeps);
    void push_apart(const SweptStep& step, std::span<Vec3> next, Sweeps sweeps);
    Condition condition(const Impact& impact, const SweptStep& step, std::span<const Vec3> next) const;
    bool meet(Condition& condition, const SweptStep& step, std::span<Vec3> next, Sweeps sweeps);
    bool draw_together(const SweptStep& step, std::span<Vec3> next, NoCrossingReport& report);

    Settings settings_;
    ImpactSearch search_;
    ImpactZones zones_;
    std::vector<Vec3> wanted_;             // [m] as `next` was given
    std::vector<Impact> found_;            // in the last pass
    std::vector<Condition> conditions_;    // from all passes
    std::vector<std::uint8_t> is_pushed_;  // whether a particle got an impulse since the last pass
    std::vector<std::uint8_t> is_stale_;   // whether a particle moved since it was looked at, or has impacts
};

}  // namespace pleat
