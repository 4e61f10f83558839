#include <algorithm>
#include <numeric>

#include <pleat/collision/particle_search.hpp>
#include <pleat/core/index.hpp>
#include <pleat/core/parallel.hpp>
#include <pleat/core/simd.hpp>

namespace pleat {
namespace {

using Bytes = std::int8_t __attribute__((vector_size(8)));

// [m] Of lanes without a particle.
constexpr Real kNowhere = 1e30;
// Boxes are larger by this share, so that rounding loses nothing.
constexpr Real kRounding = 1e-9;

}  // namespace

ParticleSearch::ParticleSearch(const Model& model, std::span<const Pair> neighbours) {
    std::vector<int> particles(model.positions.size());
    std::iota(particles.begin(), particles.end(), 0);
    for (const Cloth& cloth : model.cloths) {
        add_patches(model, std::span(particles).subspan(at(cloth.particles.begin), at(cloth.particles.size())));
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

// Halves them along the longer side, down to a patch.
void ParticleSearch::add_patches(const Model& model, std::span<int> particles) {
    if (particles.size() > kTogether) {
        Box box;
        for (const int p : particles) box.add(model.positions[at(p)]);
        Eigen::Index axis = 0;
        (box.high - box.low).maxCoeff(&axis);
        // Whole patches on one side.
        const std::size_t half = kTogether * ((particles.size() / kTogether + 1) / 2);
        std::nth_element(particles.begin(), particles.begin() + static_cast<std::ptrdiff_t>(half), particles.end(),
                         [&](int a, int b) {
                             const Real x = model.positions[at(a)][axis], y = model.positions[at(b)][axis];
                             return x < y || (!(y < x) && a < b);
                         });
        add_patches(model, particles.first(half));
        add_patches(model, particles.subspan(half));
        return;
    }
    Patch& patch = patches_.emplace_back();
    patch.particles.fill(particles.front());
    std::copy(particles.begin(), particles.end(), patch.particles.begin());
    patch.count = static_cast<int>(particles.size());
    for (auto* numbers : {&patch.x, &patch.y, &patch.z}) numbers->fill(kNowhere);
    patch.reach.fill(0);
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

void ParticleSearch::compare(int first, int second, std::vector<Pair>& found) const {
    const Patch &one = patches_[at(first)], &other = patches_[at(second)];
    const auto& neighbours = neighbours_of(first, second);
    const auto x = load<Double8>(other.x.data()), y = load<Double8>(other.y.data()), z = load<Double8>(other.z.data());
    const auto reaches = load<Double8>(other.reach.data());
    for (std::size_t i = 0; i < at(one.count); ++i) {
        const Double8 squared =
            (x - one.x[i]) * (x - one.x[i]) + (y - one.y[i]) * (y - one.y[i]) + (z - one.z[i]) * (z - one.z[i]);
        const Double8 reach = reaches < one.reach[i] ? reaches : Double8{} + one.reach[i];
        const Integer8 is_near = squared <= reach * reach;
        const Bytes wanted = __builtin_convertvector(is_near, Bytes) & ~load<Bytes>(&neighbours[i]);
        if (load<std::uint64_t>(&wanted) == 0) continue;
        for (std::size_t j = first == second ? i + 1 : 0; j < at(other.count); ++j) {
            const int a = one.particles[i], b = other.particles[j];
            if (wanted[j] != 0) found.push_back({std::min(a, b), std::max(a, b)});
        }
    }
}

void ParticleSearch::find(std::span<const Vec3> position, std::span<const Real> reach, std::vector<Pair>& found) {
    const int count = static_cast<int>(patches_.size());
    boxes_.resize(patches_.size());
    parallel_for_each(count, [&](std::size_t i) { boxes_[i] = take(patches_[i], position, reach); });
    tree_.update(boxes_);
    near_.clear();
    for (int i = 0; i < count; ++i) near_.push_back({i, i});
    const TreePairs pairs(tree_, tree_, 0);
    pairs.begin(parts_);
    while (!parts_.empty()) {
        const TreePairs::Parts parts = parts_.back();
        parts_.pop_back();
        pairs.open(parts, parts_, [&](int i, int j) { near_.push_back({std::min(i, j), std::max(i, j)}); });
    }
    const BlockRange range(static_cast<int>(near_.size()));
    if (blocks_.size() < at(range.blocks)) blocks_.resize(at(range.blocks));
    parallel_blocks(range.blocks, [&](int index) {
        std::vector<Pair>& block = blocks_[at(index)];
        block.clear();
        for (int k = range.begin(index); k < range.end(index); ++k) {
            compare(near_[at(k)][0], near_[at(k)][1], block);
        }
    });
    found.clear();
    for (const auto& block : std::span(blocks_).first(at(range.blocks))) {
        found.insert(found.end(), block.begin(), block.end());
    }
    std::sort(found.begin(), found.end());
}

}  // namespace pleat
