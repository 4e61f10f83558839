#include <algorithm>
#include <cassert>

#include <pleat/corrections/no_crossing.hpp>

namespace pleat {
namespace {

constexpr int kImpulsePasses = 25;
constexpr int kZonePasses = 25;
constexpr int kSweeps = 20;
// Of the separation: where impulses put a pair, and where none is needed.
constexpr Real kAim = 1.25;
constexpr Real kGoodEnough = 1.1;
// Of the speed of approach: at most this much, a pair that began nearer than the aim goes back. Without it such pairs
// would stay within rounding of their separation, and no pass would be the last.
constexpr Real kRestitution = 0.5;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

NoCrossingReport NoCrossing::apply(const SweptStep& step, std::span<Vec3> next) {
    assert(step.now.size() == next.size() && step.inverse_masses.size() == next.size());
    NoCrossingReport report;
    wanted_.assign(next.begin(), next.end());
    is_stale_.assign(next.size(), 1);
    impacts_.clear();
    bool is_free = !find(step, next, report);
    report.touching = search_.touching();
    for (int pass = 0; !is_free && pass < kImpulsePasses; ++pass) {
        push_apart(step, next);
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

void NoCrossing::push_apart(const SweptStep& step, std::span<Vec3> next) {
    impacts_.insert(impacts_.end(), found_.begin(), found_.end());
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
        bool is_calm = true;
        for (const Impact& impact : impacts_) is_calm &= !push(impact, step, next);
        if (is_calm) return;
    }
}

// Whether it was necessary.
bool NoCrossing::push(const Impact& impact, const SweptStep& step, std::span<Vec3> next) {
    const StepMotion motion(step, next);
    Real change = 0;    // [m] of the gap
    Real mobility = 0;  // [1/kg]
    for (std::size_t i = 0; i < 4; ++i) {
        const int p = impact.pair.particles[i];
        const Real w = impact.weights[i];
        change += w * impact.normal.dot(motion.displacement(p));
        if (p >= 0) mobility += w * w * step.inverse_masses[at(p)];
    }
    if (change >= 0 || impact.gap + change >= kGoodEnough * impact.separation || !(mobility > 0)) return false;
    const Real aim = std::min(kAim * impact.separation - impact.gap, -kRestitution * change);
    const Real impulse = (aim - change) / mobility;  // [kg m]
    if (!(impulse > 0)) return false;
    for (std::size_t i = 0; i < 4; ++i) {
        const int p = impact.pair.particles[i];
        if (p < 0 || !(step.inverse_masses[at(p)] > 0)) continue;
        next[at(p)] += impact.weights[i] * step.inverse_masses[at(p)] * impulse * impact.normal;
        is_stale_[at(p)] = 1;
    }
    return true;
}

// Whether all is free then.
bool NoCrossing::draw_together(const SweptStep& step, std::span<Vec3> next, NoCrossingReport& report) {
    zones_.begin(step, next);
    for (int pass = 0; pass < kZonePasses; ++pass) {
        if (!zones_.join(step, found_)) break;
        zones_.draw(step, next, is_stale_);
        if (!find(step, next, report)) break;
    }
    report.in_zones = zones_.particle_count();
    return found_.empty();
}

}  // namespace pleat
