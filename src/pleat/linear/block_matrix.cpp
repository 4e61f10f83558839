#include <algorithm>
#include <cassert>

#include <pleat/core/parallel.hpp>
#include <pleat/linear/block_matrix.hpp>

namespace pleat {
namespace {

constexpr std::ptrdiff_t kNumbersAhead = std::ptrdiff_t{9} * 32;

}  // namespace

void BlockPattern::Builder::couple(std::span<const int> particles) {
    for (const int i : particles) {
        for (const int j : particles) {
            if (i != j) entries_.emplace_back(i, j);
        }
    }
}

BlockPattern BlockPattern::Builder::build() {
    for (int i = 0; i < rows_; ++i) entries_.emplace_back(i, i);
    std::sort(entries_.begin(), entries_.end());
    entries_.erase(std::unique(entries_.begin(), entries_.end()), entries_.end());
    BlockPattern pattern;
    pattern.columns_.reserve(entries_.size());
    for (const auto& [row, column] : entries_) pattern.columns_.push_back(column);
    pattern.slots_.resize(entries_.size());
    std::size_t next = 0;
    int slot = 0;
    for (int row = 0; row < rows_; ++row) {
        for (; next < entries_.size() && entries_[next].first == row; ++next) {
            if (entries_[next].second <= row) pattern.slots_[next] = slot++;
        }
        pattern.diagonal_.push_back(slot - 1);
        pattern.row_begin_.push_back(static_cast<int>(next));
    }
    // Rows in order meet the columns of every other row in order.
    std::vector<int> met = pattern.row_begin_;
    for (std::size_t entry = 0; entry < entries_.size(); ++entry) {
        const auto [row, column] = entries_[entry];
        const auto transposed = static_cast<std::size_t>(met[static_cast<std::size_t>(column)]++);
        if (column < row) pattern.slots_[transposed] = pattern.slots_[entry];
    }
    return pattern;
}

int BlockPattern::slot(int row, int column) const {
    assert(column <= row);
    const auto begin = columns_.begin() + row_begin(row);
    const auto end = columns_.begin() + row_begin(row + 1);
    const auto found = std::lower_bound(begin, end, column);
    assert(found != end && *found == column);
    return slot(static_cast<int>(found - columns_.begin()));
}

BlockMatrix::BlockMatrix(std::shared_ptr<const BlockPattern> pattern)
    : pattern_(std::move(pattern)), values_(9 * static_cast<std::size_t>(pattern_->slots()) + 3, 0) {}

void BlockMatrix::set_zero() {
    parallel_for(static_cast<int>(values_.size()),
                 [&](int begin, int end) { std::fill(values_.begin() + begin, values_.begin() + end, 0); });
    couplings_.clear();
}

// Each column of a block is read as four numbers, the fourth of which belongs to the next column and is ignored: on
// machines with 256-bit vectors this makes a block three multiply-adds. The blocks left of the diagonal are read once
// from end to end, and asked for ahead; those right of it, as columns of rows that follow soon, once more.
Vec3 BlockMatrix::multiply_row(int row, std::span<const Vec3> x) const {
    using Four = Eigen::Matrix<Real, 4, 1>;
    using Column = Eigen::Map<const Four, Eigen::Unaligned>;
    const auto numbers_at = [&](int entry) {
        return values_.data() + 9 * static_cast<std::size_t>(pattern_->slot(entry));
    };
    const auto factor = [&](int entry) -> const Vec3& { return x[static_cast<std::size_t>(pattern_->column(entry))]; };
    Four sum0 = Four::Zero(), sum1 = Four::Zero(), sum2 = Four::Zero();
    int entry = pattern_->row_begin(row);
    for (; pattern_->column(entry) < row; ++entry) {
        const Real* block = numbers_at(entry);
        __builtin_prefetch(block + kNumbersAhead);
        const Vec3& xj = factor(entry);
        sum0 += Column(block) * xj[0];
        sum1 += Column(block + 3) * xj[1];
        sum2 += Column(block + 6) * xj[2];
    }
    Four dot0 = Four::Zero(), dot1 = Four::Zero(), dot2 = Four::Zero();
    for (; entry < pattern_->row_begin(row + 1); ++entry) {
        const Real* block = numbers_at(entry);
        const Vec3& xj = factor(entry);
        const Four four(xj[0], xj[1], xj[2], 0);
        dot0 += Column(block).cwiseProduct(four);
        dot1 += Column(block + 3).cwiseProduct(four);
        dot2 += Column(block + 6).cwiseProduct(four);
    }
    return (sum0 + sum1 + sum2).head<3>() + Vec3(dot0.head<3>().sum(), dot1.head<3>().sum(), dot2.head<3>().sum());
}

}  // namespace pleat
