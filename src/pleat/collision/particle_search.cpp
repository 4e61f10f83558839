#include <algorithm>

#include <pleat/collision/common_motion.hpp>
#include <pleat/collision/particle_search.hpp>
#include <pleat/core/index.hpp>
#include <pleat/core/parallel.hpp>
#include <pleat/core/simd.hpp>

namespace pleat {
namespace {

using Bytes = std::int8_t __attribute__((vector_size(8)));

// Of the mean reach: how far particles may move until patches are looked for again, and the share of it that may be
// used, so that rounding loses nothing.
constexpr Real kSlack = 1;
constexpr Real kUsedSlack = 0.999;
// [m] Of lanes without a particle.
constexpr Real kNowhere = 1e30;
// Boxes are larger by this share, so that rounding loses nothing.
constexpr Real kRounding = 1e-9;

}  // namespace

ParticleSearch::ParticleSearch(const Model& model, std::span<const Pair> neighbours) {
    for (const ParticlePatch& particles : particle_patches(model)) {
        Patch& patch = patches_.emplace_back(Patch{particles, {}, {}, {}, {}});
        for (auto* numbers : {&patch.x, &patch.y, &patch.z}) numbers->fill(kNowhere);
        patch.reach.fill(0);
    }
    add_neighbours(neighbours, model.particle_count());
}

void ParticleSearch::add_neighbours(std::span<const Pair> pairs, int particle_count) {
    std::vector<Pair> place(at(particle_count));  // patch and lane
    for (std::size_t i = 0; i < patches_.size(); ++i) {
        for (int lane = 0; lane < patches_[i].count; ++lane) {
            place[at(patches_[i].particles[at(lane)])] = {static_cast<int>(i), lane};
        }
    }
    neighbours_.resize(patches_.size());
    const auto mark = [&](const Pair& from, const Pair& to) {
        std::vector<Neighbours>& list = neighbours_[at(from[0])];
        auto entry = std::find_if(list.begin(), list.end(), [&](const auto& n) { return n.other == to[0]; });
        if (entry == list.end()) entry = list.insert(list.end(), {to[0], {}});
        Bytes row = load<Bytes>(&entry->rows[at(from[1])]);
        row[to[1]] = -1;
        store(row, &entry->rows[at(from[1])]);
    };
    for (const auto& [a, b] : pairs) {
        const auto &one = place[at(a)], &other = place[at(b)];
        if (one[0] <= other[0]) mark(one, other);
        if (other[0] <= one[0]) mark(other, one);
    }
}

const std::array<std::uint64_t, ParticleSearch::kTogether>& ParticleSearch::neighbours_of(int one, int other) const {
    static constexpr std::array<std::uint64_t, kTogether> kNone{};
    for (const Neighbours& entry : neighbours_[at(one)]) {
        if (entry.other == other) return entry.rows;
    }
    return kNone;
}

Box ParticleSearch::take(Patch& patch, std::span<const Vec3> position, std::span<const Real> reach) const {
    Box box;
    for (std::size_t lane = 0; lane < at(patch.count); ++lane) {
        const std::size_t p = at(patch.particles[lane]);
        const Vec3& x = position[p];
        patch.x[lane] = x.x();
        patch.y[lane] = x.y();
        patch.z[lane] = x.z();
        patch.reach[lane] = reach[p];
        const Vec3 half = Vec3::Constant((0.5 + kRounding) * reach[p]) + kRounding * x.cwiseAbs();
        box.add(Box{x - half, x + half});
    }
    return box;
}

void ParticleSearch::compare(const PatchPair& pair, std::vector<Pair>& found) const {
    const Patch &one = patches_[at(pair.one)], &other = patches_[at(pair.other)];
    const auto& neighbours = *pair.neighbours;
    const auto x = load<Double8>(other.x.data()), y = load<Double8>(other.y.data()), z = load<Double8>(other.z.data());
    const auto reaches = load<Double8>(other.reach.data());
    for (std::size_t i = 0; i < at(one.count); ++i) {
        const Double8 squared =
            (x - one.x[i]) * (x - one.x[i]) + (y - one.y[i]) * (y - one.y[i]) + (z - one.z[i]) * (z - one.z[i]);
        const Double8 reach = reaches < one.reach[i] ? reaches : Double8{} + one.reach[i];
        const Integer8 is_near = squared <= reach * reach;
        const Bytes wanted = __builtin_convertvector(is_near, Bytes) & ~load<Bytes>(&neighbours[i]);
        if (load<std::uint64_t>(&wanted) == 0) continue;
        for (std::size_t j = pair.one == pair.other ? i + 1 : 0; j < at(other.count); ++j) {
            const int a = one.particles[i], b = other.particles[j];
            if (wanted[j] != 0) found.push_back({std::min(a, b), std::max(a, b)});
        }
    }
}

bool ParticleSearch::is_in_slack(std::span<const Vec3> position, std::span<const Real> reach) const {
    if (center_.size() != position.size() || !std::equal(reach.begin(), reach.end(), reach_then_.begin())) return false;
    return is_near_common_motion(center_, position, kUsedSlack * slack_);
}

// By boxes that are larger by the slack.
void ParticleSearch::find_near(std::span<const Vec3> position, std::span<const Real> reach) {
    const int count = static_cast<int>(patches_.size());
    center_.assign(position.begin(), position.end());
    reach_then_.assign(reach.begin(), reach.end());
    slack_ = 0;
    for (const Real r : reach) slack_ += kSlack * r / static_cast<Real>(reach.size());
    slacked_.resize(boxes_.size());
    parallel_for_each(count, [&](std::size_t i) { slacked_[i] = boxes_[i].grown(slack_); });
    tree_.update(slacked_);
    near_.clear();
    const auto add = [&](int i, int j) {
        const auto [one, other] = std::minmax(i, j);
        near_.push_back({one, other, &neighbours_of(one, other)});
    };
    for (int i = 0; i < count; ++i) add(i, i);
    const TreePairs pairs(tree_, tree_, 0);
    pairs.begin(parts_);
    while (!parts_.empty()) {
        const TreePairs::Parts parts = parts_.back();
        parts_.pop_back();
        pairs.open(parts, parts_, add);
    }
}

void ParticleSearch::find(std::span<const Vec3> position, std::span<const Real> reach, std::vector<Pair>& found) {
    boxes_.resize(patches_.size());
    parallel_for_each(static_cast<int>(patches_.size()),
                      [&](std::size_t i) { boxes_[i] = take(patches_[i], position, reach); });
    if (!is_in_slack(position, reach)) find_near(position, reach);
    const BlockRange range(static_cast<int>(near_.size()));
    if (blocks_.size() < at(range.blocks)) blocks_.resize(at(range.blocks));
    parallel_blocks(range.blocks, [&](int index) {
        std::vector<Pair>& block = blocks_[at(index)];
        block.clear();
        for (int k = range.begin(index); k < range.end(index); ++k) {
            const PatchPair& pair = near_[at(k)];
            if (overlap(boxes_[at(pair.one)], boxes_[at(pair.other)])) compare(pair, block);
        }
    });
    found.clear();
    for (const auto& block : std::span(blocks_).first(at(range.blocks))) {
        found.insert(found.end(), block.begin(), block.end());
    }
    std::sort(found.begin(), found.end());
}

}  // namespace pleat
