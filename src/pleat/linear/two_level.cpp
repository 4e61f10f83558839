#include <algorithm>

#include <pleat/core/index.hpp>
#include <pleat/core/parallel.hpp>
#include <pleat/linear/block_numbers.hpp>
#include <pleat/linear/two_level.hpp>

namespace pleat {
namespace {

// Patches that one block of a parallel loop treats.
constexpr int kPatchesAtOnce = 8;

template <class Body>
void for_each_patch(int count, Body&& body) {
    parallel_blocks((count + kPatchesAtOnce - 1) / kPatchesAtOnce, [&](int block) {
        const int end = std::min(count, (block + 1) * kPatchesAtOnce);
        for (int patch = block * kPatchesAtOnce; patch < end; ++patch) body(patch);
    });
}

}  // namespace

TwoLevel::TwoLevel(const Model& model, const BlockPattern& pattern) : patches_(make_patches(model, kPatchSize)) {
    const auto patches_at = [&](int row, int entry) {
        return PatchPair(patches_.patch[at(row)], patches_.patch[at(pattern.column(entry))]);
    };
    for (int row = 0; row < pattern.rows(); ++row) {
        for (int entry = pattern.row_begin(row); entry < pattern.row_begin(row + 1); ++entry) {
            const PatchPair pair = patches_at(row, entry);
            if (pair.first >= pair.second) neighbours_.push_back(pair);
        }
    }
    std::sort(neighbours_.begin(), neighbours_.end());
    neighbours_.erase(std::unique(neighbours_.begin(), neighbours_.end()), neighbours_.end());
    sums_.resize(neighbours_.size());
    coarse_ = BlockCholesky(patches_.count, neighbours_);
    for (int row = 0; row < pattern.rows(); ++row) {
        const auto first = static_cast<std::ptrdiff_t>(terms_.size());
        first_term_.push_back(static_cast<int>(first));
        for (int entry = pattern.row_begin(row); entry < pattern.row_begin(row + 1); ++entry) {
            const PatchPair pair = patches_at(row, entry);
            if (pair.first >= pair.second) terms_.push_back({sum_of(pair), entry});
        }
        std::stable_sort(terms_.begin() + first, terms_.end(),
                         [](const Term& a, const Term& b) { return a.target < b.target; });
    }
    first_term_.push_back(static_cast<int>(terms_.size()));
    first_.assign(at(patches_.count) + 1, 0);
    for (const int patch : patches_.patch) ++first_[at(patch) + 1];
    for (int p = 0; p < patches_.count; ++p) first_[at(p) + 1] += first_[at(p)];
    members_.resize(patches_.patch.size());
    std::vector<int> next = first_;
    for (int i = 0; i < pattern.rows(); ++i) members_[at(next[at(patches_.patch[at(i)])]++)] = i;
    constrained_.assign(members_.size(), -1);
    moves_.resize(at(patches_.count));
    rounded_moves_.resize(at(patches_.count));
}

int TwoLevel::sum_of(const PatchPair& pair) const {
    const auto place = std::lower_bound(neighbours_.begin(), neighbours_.end(), pair);
    if (place != neighbours_.end() && *place == pair) return static_cast<int>(place - neighbours_.begin());
    const auto touching = std::lower_bound(touching_.begin(), touching_.end(), pair);
    return static_cast<int>(neighbours_.size()) + static_cast<int>(touching - touching_.begin());
}

// The pattern follows from the couplings of this matrix alone, so that results do not depend on steps before.
void TwoLevel::find_touching(std::span<const Coupling> couplings) {
    found_.clear();
    for (const Coupling& coupling : couplings) {
        coupling.for_each([&](std::size_t i, Real) {
            coupling.for_each([&](std::size_t j, Real) {
                const PatchPair pair(patches_.patch[i], patches_.patch[j]);
                if (pair.first > pair.second) found_.push_back(pair);
            });
        });
    }
    std::sort(found_.begin(), found_.end());
    found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
    std::erase_if(found_, [&](const PatchPair& pair) {
        return std::binary_search(neighbours_.begin(), neighbours_.end(), pair);
    });
    if (found_ == touching_) return;
    touching_ = found_;
    std::vector<PatchPair> pairs = neighbours_;
    pairs.insert(pairs.end(), touching_.begin(), touching_.end());
    coarse_ = BlockCholesky(patches_.count, pairs);
    sums_.resize(pairs.size());
}

void TwoLevel::update(const BlockMatrix& matrix, const ParticleFilter& filter) {
    own_.update(matrix, filter);
    find_touching(matrix.couplings());
    for (std::size_t k = 0; k < filter.particles.size(); ++k) {
        constrained_[at(filter.particles[k].particle)] = static_cast<int>(k);
    }
    for (BlockCholesky::Block& sum : sums_) sum.setZero();
    for_each_patch(patches_.count, [&](int patch) {
        for (int m = first_[at(patch)]; m < first_[at(patch) + 1]; ++m) add_row(matrix, filter, members_[at(m)]);
    });
    for (const Coupling& coupling : matrix.couplings()) add_coupling(coupling, filter);
    for (const FilteredParticle& particle : filter.particles) constrained_[at(particle.particle)] = -1;
    coarse_.set_zero();
    for (std::size_t k = 0; k < sums_.size(); ++k) {
        const auto& [row, column] = k < neighbours_.size() ? neighbours_[k] : touching_[k - neighbours_.size()];
        coarse_.set(row, column, sums_[k]);
    }
    coarse_.factorize();
}

void TwoLevel::add_coupling(const Coupling& coupling, const ParticleFilter& filter) {
    coupling.for_each([&](std::size_t i, Real own_weight) {
        coupling.for_each([&](std::size_t j, Real weight) {
            if (patches_.patch[i] < patches_.patch[j]) return;
            Mat3 block = own_weight * weight * coupling.block;
            if (const Mat3* own = allowed(filter, static_cast<int>(i))) block = *own * block;
            if (const Mat3* theirs = allowed(filter, static_cast<int>(j))) block = block * *theirs;
            const Vec3 here(1, patches_.place[i].x(), patches_.place[i].y());
            const Vec3 there(1, patches_.place[j].x(), patches_.place[j].y());
            BlockCholesky::Block& to = sums_[at(sum_of({patches_.patch[i], patches_.patch[j]}))];
            for (Eigen::Index r = 0; r < 3; ++r) {
                for (Eigen::Index c = 0; c < 3; ++c) to.block<3, 3>(3 * r, 3 * c) += here[r] * there[c] * block;
            }
        });
    });
}

// Adds the row of a particle to the blocks of its patch: (1, u, v)_i (1, u, v)_j^T times S_i A_ij S_j. The sums over
// the j of one other patch come first, with three weights; then those of i, with nine.
void TwoLevel::add_row(const BlockMatrix& matrix, const ParticleFilter& filter, int particle) {
    const Mat3* own = allowed(filter, particle);
    const Vec2& place = patches_.place[at(particle)];
    const auto end = at(first_term_[at(particle) + 1]);
    for (auto t = at(first_term_[at(particle)]); t < end;) {
        const int target = terms_[t].target;
        std::array<BlockNumbers, 3> sums;
        for (; t < end && terms_[t].target == target; ++t) {
            const int other = matrix.pattern().column(terms_[t].entry);
            const Vec2& there = patches_.place[at(other)];
            const Mat3* theirs = allowed(filter, other);
            BlockNumbers block = BlockNumbers::read(matrix.block(matrix.pattern().slot(terms_[t].entry)).data());
            if (other > particle) block = block.transposed();
            if (own != nullptr || theirs != nullptr) {
                Mat3 filtered = block.block();
                if (own != nullptr) filtered = *own * filtered;
                if (theirs != nullptr) filtered = filtered * *theirs;
                block = BlockNumbers::read(filtered.data());
            }
            sums[0].add(1, block);
            sums[1].add(there.x(), block);
            sums[2].add(there.y(), block);
        }
        BlockCholesky::Block& to = sums_[at(target)];
        for (Eigen::Index c = 0; c < 3; ++c) {
            const Mat3 sum = sums[static_cast<std::size_t>(c)].block();
            to.block<3, 3>(0, 3 * c) += sum;
            to.block<3, 3>(3, 3 * c) += place.x() * sum;
            to.block<3, 3>(6, 3 * c) += place.y() * sum;
        }
    }
}

Real TwoLevel::apply(std::span<const Vec4> r, std::span<Vec4f> z) const {
    for_each_patch(patches_.count, [&](int patch) {
        Vec4 sum = Vec4::Zero(), sum_u = Vec4::Zero(), sum_v = Vec4::Zero();
        for (int m = first_[at(patch)]; m < first_[at(patch) + 1]; ++m) {
            const auto i = at(members_[at(m)]);
            const Vec2& place = patches_.place[i];
            z[i] = own_.apply_to(i, r[i]);
            sum += r[i];
            sum_u += place.x() * r[i];
            sum_v += place.y() * r[i];
        }
        BlockCholesky::Vector& move = moves_[at(patch)];
        move.segment<3>(0) = sum.head<3>();
        move.segment<3>(3) = sum_u.head<3>();
        move.segment<3>(6) = sum_v.head<3>();
    });
    coarse_.solve(moves_);
    for (std::size_t p = 0; p < moves_.size(); ++p) rounded_moves_[p] = padded(Mat3(moves_[p].reshaped(3, 3)));
    return parallel_sum(static_cast<int>(r.size()), [&](int begin, int end) {
        Vec4 sum = Vec4::Zero();
        for (auto i = at(begin); i < at(end); ++i) {
            const Mat43f& move = rounded_moves_[at(patches_.patch[i])];
            const Eigen::Vector2f place = patches_.place[i].cast<float>();
            z[i] += move.col(0) + place.x() * move.col(1) + place.y() * move.col(2);
            sum += r[i].cwiseProduct(z[i].cast<Real>());
        }
        return sum[0] + sum[1] + sum[2];
    });
}

}  // namespace pleat
