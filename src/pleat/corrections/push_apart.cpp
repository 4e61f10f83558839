#include <algorithm>

#include <pleat/collision/common_motion.hpp>
#include <pleat/core/index.hpp>
#include <pleat/corrections/push_apart.hpp>
#include <pleat/model/links.hpp>

namespace pleat {
namespace {

// Of the shortest edge at a particle, the distance that it keeps. A grid that lies on another one comes as near as a
// quarter of a cell then.
constexpr Real kDistanceShare = 0.75;
// Of the mean distance: how far a particle may move before pairs are looked for again. More would find those that lie
// two edges apart in flat cloth.
constexpr Real kRoomShare = 0.55;
// Of the distance at the start that is kept: it must not act at once.
constexpr Real kStartShare = 0.99;

std::vector<std::array<int, 2>> linked_particles(const Model& model) {
    std::vector<std::array<int, 2>> pairs;
    for (const Link& link : mesh_links(model)) pairs.push_back(link.particles);
    return pairs;
}

}  // namespace

PushApart::PushApart(const Model& model)
    : search_(model, linked_particles(model)), distances_(model.positions.size(), kForever) {
    for (const Link& link : mesh_links(model)) {
        if (link.kind == LinkKind::bend) continue;
        for (const int p : link.particles)
            distances_[at(p)] = std::min(distances_[at(p)], kDistanceShare * link.rest_length);
    }
    Real sum = 0;
    for (const Real distance : distances_) sum += distance;
    room_ = kRoomShare * sum / static_cast<Real>(distances_.size());
    find_pairs(model.positions);
    std::vector<Real> least = distances_;
    for (const auto& [a, b] : pairs_) {
        const Real start = kStartShare * (model.positions[at(a)] - model.positions[at(b)]).norm();
        for (const int p : {a, b}) least[at(p)] = std::min(least[at(p)], start);
    }
    distances_ = std::move(least);
}

TableCost PushApart::begin_step(const CorrectionStep& step) {
    is_tangled_.assign(step.now.tangled.empty() ? 0 : step.now.position.size(), 0);
    for (const int particle : step.now.tangled) is_tangled_[at(particle)] = 1;
    // A sweep that pushes far may meet pairs or not, as they were found: that must follow from the state.
    find_pairs(step.now.position);
    return {};
}

void PushApart::find_pairs(std::span<const Vec3> position) {
    center_.assign(position.begin(), position.end());
    reach_.resize(distances_.size());
    for (std::size_t i = 0; i < reach_.size(); ++i) reach_[i] = distances_[i] + 2 * room_;
    search_.find(position, reach_, pairs_);
}

void PushApart::mark_near(std::vector<std::uint8_t>& is_near) const {
    is_near.assign(distances_.size(), 0);
    for (const auto& [a, b] : pairs_) is_near[at(a)] = is_near[at(b)] = 1;
}

Real PushApart::sweep(const CorrectionInput& in, CorrectionWork& work) {
    if (!is_near_common_motion(center_, work.position, room_)) find_pairs(work.position);
    const std::span<const Real> inverse_masses = in.step.inverse_masses;
    Real moved = 0;
    for (const auto& [a, b] : pairs_) {
        const Real least = std::min(distances_[at(a)], distances_[at(b)]);
        const Vec3 apart = work.position[at(b)] - work.position[at(a)];
        const Real squared = apart.squaredNorm();
        if (squared >= least * least || !(squared > 0)) continue;
        if (!is_tangled_.empty() && is_tangled_[at(a)] != 0 && is_tangled_[at(b)] != 0) continue;
        const Real sum = inverse_masses[at(a)] + inverse_masses[at(b)];
        if (!(sum > 0)) continue;
        const Real length = std::sqrt(squared);
        const Vec3 impulse = (least - length) / (sum * length) * apart;  // [kg m] on the second
        const auto push = [&](int p, Real side) {
            if (inverse_masses[at(p)] > 0)
                work.position[at(p)] += side * inverse_masses[at(p)] * impulse;
            else
                work.reaction[at(p)] += side * impulse;
        };
        push(a, -1);
        push(b, 1);
        moved += least - length;
    }
    return moved;
}

}  // namespace pleat
