#include <pleat/core/parallel.hpp>
#include <pleat/core/simd.hpp>
#include <pleat/linear/rounded_matrix.hpp>

namespace pleat {
namespace {

constexpr std::ptrdiff_t kNumbersAhead = std::ptrdiff_t{9} * 32;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// Sums of blocks times vectors: the first eight of a block's nine numbers at once, and the last.
struct BlockSum {
    // Only the first three numbers of `d` count.
    void add(const float* block, const Float8& d) {
        eight += load<Float8>(block) * __builtin_shufflevector(d, d, 0, 0, 0, 1, 1, 1, 2, 2);
        last += block[8] * d[2];
    }
    // The sum, in the first three numbers: those of the three columns are added.
    Double8 total() const {
        const Float8 ninth{0, 0, last};
        const Float8 second = __builtin_shufflevector(eight, eight, 3, 4, 5, 0, 0, 0, 0, 0);
        const Float8 third = __builtin_shufflevector(eight, ninth, 6, 7, 10, 0, 0, 0, 0, 0);
        return __builtin_convertvector(eight + second + third, Double8);
    }

    Float8 eight{};
    float last = 0;
};

}  // namespace

void RoundedMatrix::adopt(std::shared_ptr<const BlockPattern> pattern) {
    pattern_ = std::move(pattern);
    row_begin_.assign(1, 0);
    columns_.clear();
    for (int row = 0; row < pattern_->rows(); ++row) {
        for (int slot = pattern_->row_begin(row); slot < pattern_->row_begin(row + 1); ++slot) {
            if (slot != pattern_->diagonal(row)) columns_.push_back(pattern_->column(slot));
        }
        row_begin_.push_back(static_cast<int>(columns_.size()));
    }
    values_.resize(9 * columns_.size());
    row_sums_.resize(at(pattern_->rows()));
}

void RoundedMatrix::update(const BlockMatrix& matrix) {
    if (matrix.shared_pattern() != pattern_) adopt(matrix.shared_pattern());
    parallel_for(matrix.rows(), [&](int begin, int end) {
        for (int row = begin; row < end; ++row) {
            Mat3 sum = matrix.block(pattern_->diagonal(row));
            float* to = values_.data() + 9 * at(row_begin_[at(row)]);
            for (int slot = pattern_->row_begin(row); slot < pattern_->row_begin(row + 1); ++slot) {
                if (slot == pattern_->diagonal(row)) continue;
                const auto block = matrix.block(slot);
                sum += block;
                Eigen::Map<Eigen::Matrix3f> rounded(to);
                rounded = block.cast<float>();
                to += 9;
            }
            row_sums_[at(row)] = sum;
        }
    });
}

// Two sums, since the additions of one would wait for each other. The matrix is read once from end to end, and asked
// for ahead.
inline Vec3 RoundedMatrix::multiply_row(std::size_t row, std::span<const Vec3> x) const {
    const Double8 own = load<Double8>(x[row].data());
    const auto difference = [&](int k) {
        return __builtin_convertvector(load<Double8>(x[at(columns_[at(k)])].data()) - own, Float8);
    };
    BlockSum even, odd;
    const int end = row_begin_[row + 1];
    const float* block = values_.data() + 9 * at(row_begin_[row]);
    int k = row_begin_[row];
    for (; k + 1 < end; k += 2, block += 18) {
        __builtin_prefetch(block + kNumbersAhead);
        __builtin_prefetch(block + kNumbersAhead + 16);
        even.add(block, difference(k));
        odd.add(block + 9, difference(k + 1));
    }
    if (k < end) even.add(block, difference(k));
    even.eight += odd.eight;
    even.last += odd.last;
    const Double8 sum = even.total();
    return row_sums_[row] * x[row] + Vec3(sum[0], sum[1], sum[2]);
}

Real RoundedMatrix::multiply_and_dot(std::span<const Vec3> x, std::span<Vec3> y) const {
    return parallel_sum(pattern_->rows(), [&](int begin, int end) {
        Real sum = 0;
        for (auto row = at(begin); row < at(end); ++row) {
            y[row] = multiply_row(row, x);
            sum += x[row].dot(y[row]);
        }
        return sum;
    });
}

}  // namespace pleat
