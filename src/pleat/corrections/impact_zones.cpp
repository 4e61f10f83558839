#include <algorithm>
#include <array>
#include <cmath>

#include <pleat/core/index.hpp>
#include <pleat/corrections/impact_zones.hpp>

namespace pleat {
namespace {

// Of its own motion what a zone keeps, by level.
constexpr std::array<Real, 5> kKeptMotion = {1, 0.75, 0.5, 0.25, 0};
constexpr int kLastLevel = static_cast<int>(kKeptMotion.size()) - 1;

bool can_move(const SweptStep& step, int p) { return p >= 0 && step.inverse_masses[at(p)] > 0; }

}  // namespace

void ImpactZones::begin(const SweptStep& step, std::span<const Vec3> next) {
    members_.assign(next.size(), Member{});
    moves_.resize(next.size());
    for (std::size_t i = 0; i < next.size(); ++i) {
        members_[i].parent = static_cast<int>(i);
        moves_[i] = next[i] - step.now[i];
    }
}

int ImpactZones::root(int p) {
    while (members_[at(p)].parent != p) {
        members_[at(p)].parent = members_[at(members_[at(p)].parent)].parent;
        p = members_[at(p)].parent;
    }
    return p;
}

void ImpactZones::unite(int a, int b) {
    const int first = root(a), second = root(b);
    if (first == second) return;
    Member &kept = members_[at(first)], &joined = members_[at(second)];
    joined.parent = first;
    kept.level = std::max(kept.level, joined.level);
    kept.has_grown = true;
}

bool ImpactZones::join(const SweptStep& step, std::span<const Impact> impacts) {
    for (Member& member : members_) member.is_hit = member.has_grown = false;
    for (const Impact& impact : impacts) {
        int first = -1;
        for (const int p : impact.pair.particles) {
            if (!can_move(step, p)) continue;
            if (first < 0) first = p;
            unite(first, p);
        }
        anchor(step, impact);
    }
    for (const Impact& impact : impacts) {
        for (const int p : impact.pair.particles) {
            if (can_move(step, p)) members_[at(root(p))].is_hit = true;
        }
    }
    return slow_down();
}

// The displacement of what cannot be moved, at the impact, for those that can.
void ImpactZones::anchor(const SweptStep& step, const Impact& impact) {
    Real share = 0;
    Vec3 displacement = Vec3::Zero();
    const StepMotion motion(step, step.now);
    for (std::size_t i = 0; i < 4; ++i) {
        const int p = impact.pair.particles[i];
        if (can_move(step, p)) continue;
        const Real w = std::abs(impact.weights[i]);
        share += w;
        displacement += w * (p >= 0 ? moves_[at(p)] : motion.displacement(p));
    }
    if (!(share > 0)) return;
    for (const int p : impact.pair.particles) {
        if (!can_move(step, p)) continue;
        Member& member = members_[at(p)];
        if (member.is_anchored && member.anchor_time <= impact.time) continue;
        if (!member.is_anchored) members_[at(root(p))].has_grown = true;
        member.is_anchored = true;
        member.anchor_time = impact.time;
        member.anchor = displacement / share;
    }
}

bool ImpactZones::slow_down() {
    for (Member& zone : members_) {
        if (!zone.is_hit) continue;
        if (zone.level == kLastLevel && !zone.has_grown) return false;
        zone.level = std::min(zone.level + 1, kLastLevel);
    }
    return true;
}

void ImpactZones::average(const SweptStep& step) {
    means_.assign(members_.size(), Mean{});
    for (std::size_t i = 0; i < members_.size(); ++i) {
        const int zone = root(static_cast<int>(i));
        if (!members_[at(zone)].is_hit) continue;
        Mean& mean = means_[at(zone)];
        const Real mass = 1 / step.inverse_masses[i];
        mean.mass += mass;
        mean.momentum += mass * moves_[i];
        if (!members_[i].is_anchored) continue;
        mean.anchors += 1;
        mean.anchored += members_[i].anchor;
    }
}

void ImpactZones::draw(const SweptStep& step, std::span<Vec3> next, std::span<std::uint8_t> is_stale) {
    average(step);
    for (std::size_t i = 0; i < members_.size(); ++i) {
        const int root_index = root(static_cast<int>(i));
        const Member& zone = members_[at(root_index)];
        if (!zone.is_hit) continue;
        const Mean& mean = means_[at(root_index)];
        const Vec3 common = members_[i].is_anchored ? members_[i].anchor
                            : mean.anchors > 0      ? Vec3(mean.anchored / mean.anchors)
                                                    : Vec3(mean.momentum / mean.mass);
        const Vec3 change = (1 - kKeptMotion[at(zone.level)]) * (common - moves_[i]);
        next[i] = step.now[i] + moves_[i] + step.allowed(static_cast<int>(i), change);
        is_stale[i] = 1;
    }
}

int ImpactZones::particle_count() {
    int count = 0;
    for (std::size_t i = 0; i < members_.size(); ++i)
        count += members_[at(root(static_cast<int>(i)))].level > 0 ? 1 : 0;
    return count;
}

}  // namespace pleat
