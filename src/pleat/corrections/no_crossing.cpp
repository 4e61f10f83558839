#include <algorithm>
#include <cassert>
#include <cmath>

#include <pleat/core/index.hpp>
#include <pleat/corrections/no_crossing.hpp>

namespace pleat {
namespace {

constexpr int kSweeps = 20;
constexpr int kGentlePasses = 6;
// Of the separation: where impulses put a pair, and how far from there it may be for now.
constexpr Real kAim = 1.25;
constexpr Real kTolerance = 0.1;
// Of its approach: at most this much, a pair that began nearer than the aim goes back. Without it such a pair would
// stay within rounding of its separation, and no pass would be the last.
constexpr Real kRestitution = 0.5;

// [m] Over the step, of the closest points at the impact, along its normal.
Real change_of_gap(const Impact& impact, const SweptStep& step, std::span<const Vec3> next) {
    const StepMotion motion(step, next);
    Real change = 0;
    for (std::size_t i = 0; i < 4; ++i)
        change += impact.weights[i] * impact.normal.dot(motion.displacement(impact.pair.particles[i]));
    return change;
}

}  // namespace

NoCrossingReport NoCrossing::apply(const SweptStep& step, std::span<Vec3> next) {
    assert(step.now.size() == next.size() && step.inverse_masses.size() == next.size());
    NoCrossingReport report;
    wanted_.assign(next.begin(), next.end());
    is_stale_.assign(next.size(), 1);
    conditions_.clear();
    bool is_free = !find(step, next, report);
    report.touching = search_.touching();
    for (int pass = 0; !is_free && pass < settings_.impulse_passes; ++pass) {
        push_apart(step, next, pass < kGentlePasses ? Sweeps::gentle : Sweeps::firm);
        is_free = !find(step, next, report);
    }
    if (!is_free && !draw_together(step, next, report)) report.left = found_.front().pair;
    for (std::size_t i = 0; i < next.size(); ++i) {
        if (next[i] == wanted_[i]) continue;
        ++report.moved;
        report.largest_move = std::max(report.largest_move, (next[i] - wanted_[i]).norm());
    }
    return report;
}

// Whether there are impacts.
bool NoCrossing::find(const SweptStep& step, std::span<const Vec3> next, NoCrossingReport& report) {
    search_.find(step, next, is_stale_, found_);
    ++report.passes;
    report.impacts += static_cast<int>(found_.size());
    std::fill(is_stale_.begin(), is_stale_.end(), std::uint8_t{0});
    for (const Impact& impact : found_) {
        for (const int p : impact.pair.particles) {
            if (p >= 0) is_stale_[at(p)] = 1;
        }
    }
    return !found_.empty();
}

// In order of time, a first impulse each. Where earlier ones have moved a particle it is looked at again: below a floor
// that they keep it from, it would meet the edges of the floor's triangles from the side.
void NoCrossing::adopt(const SweptStep& step, std::span<Vec3> next, Sweeps sweeps) {
    is_pushed_.assign(next.size(), 0);
    for (const Impact& impact : found_) {
        const bool is_old = std::any_of(impact.pair.particles.begin(), impact.pair.particles.end(),
                                        [&](int p) { return p >= 0 && is_pushed_[at(p)] != 0; });
        const auto current = is_old ? find_impact(impact.pair, step, next) : impact;
        if (!current) continue;
        conditions_.push_back(condition(*current, step, next));
        meet(conditions_.back(), step, next, sweeps);
    }
}

NoCrossing::Condition NoCrossing::condition(const Impact& impact, const SweptStep& step,
                                            std::span<const Vec3> next) const {
    Condition condition{impact};
    for (std::size_t i = 0; i < 4; ++i) {
        const int p = impact.pair.particles[i];
        if (p < 0) continue;
        const Real along = impact.normal.dot(step.allowed(p, impact.normal));
        condition.mobility += impact.weights[i] * impact.weights[i] * step.inverse_masses[at(p)] * along;
    }
    const Real approach = std::max<Real>(0, -change_of_gap(impact, step, next));
    condition.change = std::min(kAim * impact.separation - impact.gap, kRestitution * approach);
    return condition;
}

void NoCrossing::push_apart(const SweptStep& step, std::span<Vec3> next, Sweeps sweeps) {
    adopt(step, next, sweeps);
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
        bool is_calm = true;
        for (Condition& condition : conditions_) is_calm &= meet(condition, step, next, sweeps);
        if (is_calm) break;
    }
    for (std::size_t i = 0; i < next.size(); ++i) is_stale_[i] |= is_pushed_[i];
}

// Pushes, or gently takes back of what it pushed before. Whether it was met well enough already.
bool NoCrossing::meet(Condition& condition, const SweptStep& step, std::span<Vec3> next, Sweeps sweeps) {
    const Impact& impact = condition.impact;
    if (!(condition.mobility > 0)) return true;
    const Real missing = condition.change - change_of_gap(impact, step, next);
    const Real least = sweeps == Sweeps::gentle ? -condition.impulse : 0;  // [kg m]
    const Real impulse = std::max(missing / condition.mobility, least);
    if (impulse == 0) return true;
    condition.impulse += impulse;
    for (std::size_t i = 0; i < 4; ++i) {
        const int p = impact.pair.particles[i];
        if (p < 0 || !(step.inverse_masses[at(p)] > 0)) continue;
        next[at(p)] += impact.weights[i] * step.inverse_masses[at(p)] * impulse * step.allowed(p, impact.normal);
        is_pushed_[at(p)] = 1;
    }
    return std::abs(impulse) * condition.mobility <= kTolerance * impact.separation;
}

// Whether all is free then.
bool NoCrossing::draw_together(const SweptStep& step, std::span<Vec3> next, NoCrossingReport& report) {
    zones_.begin(step, next);
    for (int pass = 0; pass < settings_.zone_passes; ++pass) {
        if (!zones_.join(step, found_)) break;
        zones_.draw(step, next, is_stale_);
        if (!find(step, next, report)) break;
    }
    report.in_zones = zones_.particle_count();
    return found_.empty();
}

}  // namespace pleat
