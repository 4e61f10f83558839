#include <algorithm>

#include <pleat/core/index.hpp>
#include <pleat/core/parallel.hpp>
#include <pleat/corrections/push_apart.hpp>

namespace pleat {
namespace {

// Of the shortest edge at a particle, the distance that it keeps. A grid that lies on another one comes as near as a
// quarter of a cell then.
constexpr Real kShare = 0.75;
// Of the mean distance: how far a particle may move before pairs are looked for again.
constexpr Real kRoom = 0.4;
// Of the distance at the start that is kept: it must not act at once.
constexpr Real kStartShare = 0.99;

}  // namespace

PushApart::PushApart(const Model& model)
    : neighbours_(model.positions.size()), distances_(model.positions.size(), kForever) {
    std::vector<std::array<int, 2>> linked;
    for (const Link& link : mesh_links(model)) {
        linked.push_back(link.particles);
        if (link.kind == LinkKind::bend) continue;
        for (const int p : link.particles) distances_[at(p)] = std::min(distances_[at(p)], kShare * link.rest_length);
    }
    for (const auto& [a, b] : linked) neighbours_[at(std::min(a, b))].push_back(std::max(a, b));
    for (auto& list : neighbours_) {
        std::sort(list.begin(), list.end());
        list.erase(std::unique(list.begin(), list.end()), list.end());
    }
    Real sum = 0;
    for (const Real distance : distances_) sum += distance;
    room_ = kRoom * sum / static_cast<Real>(distances_.size());
    find_pairs(model.positions);
    std::vector<Real> least = distances_;
    for (const auto& [a, b] : pairs_) {
        const Real start = kStartShare * (model.positions[at(a)] - model.positions[at(b)]).norm();
        for (const int p : {a, b}) least[at(p)] = std::min(least[at(p)], start);
    }
    distances_ = std::move(least);
}

bool PushApart::are_neighbours(int a, int b) const {
    const std::vector<int>& list = neighbours_[at(std::min(a, b))];
    return std::binary_search(list.begin(), list.end(), std::max(a, b));
}

TableCost PushApart::begin_step(const CorrectionStep& step) {
    is_tangled_.assign(step.now.tangled.empty() ? 0 : step.now.position.size(), 0);
    for (const int particle : step.now.tangled) is_tangled_[at(particle)] = 1;
    // A sweep that pushes far may meet pairs or not, as they were found: that must follow from the state.
    find_pairs(step.now.position);
    return {};
}

bool PushApart::is_in_room(std::span<const Vec3> position) const {
    const Real outside = parallel_sum(static_cast<int>(position.size()), [&](int begin, int end) {
        Real count = 0;
        for (int i = begin; i < end; ++i) {
            if ((position[at(i)] - center_[at(i)]).squaredNorm() > room_ * room_) ++count;
        }
        return count;
    });
    return outside == 0;
}

void PushApart::find_pairs(std::span<const Vec3> position) {
    center_.assign(position.begin(), position.end());
    boxes_.resize(position.size());
    parallel_for_each(static_cast<int>(position.size()), [&](std::size_t i) {
        const Vec3 reach = Vec3::Constant(0.5 * distances_[i] + room_);
        boxes_[i] = {position[i] - reach, position[i] + reach};
    });
    tree_.update(boxes_);
    pairs_.clear();
    const TreePairs pairs(tree_, tree_, 0);
    pairs.begin(parts_);
    while (!parts_.empty()) {
        const TreePairs::Parts parts = parts_.back();
        parts_.pop_back();
        pairs.open(parts, parts_, [&](int i, int j) {
            const Real reach = std::min(distances_[at(i)], distances_[at(j)]) + 2 * room_;
            if ((position[at(i)] - position[at(j)]).squaredNorm() > reach * reach || are_neighbours(i, j)) return;
            pairs_.push_back({std::min(i, j), std::max(i, j)});
        });
    }
    std::sort(pairs_.begin(), pairs_.end());
}

Real PushApart::sweep(const CorrectionInput& in, CorrectionWork& work) {
    if (!is_in_room(work.position)) find_pairs(work.position);
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
