#include <pleat/core/index.hpp>
#include <pleat/core/parallel.hpp>
#include <pleat/linear/block_numbers.hpp>
#include <pleat/linear/rounded_matrix.hpp>

namespace pleat {
namespace {

constexpr std::ptrdiff_t kFloatsAhead = std::ptrdiff_t{9} * 32;

// Sums of blocks times vectors: the first eight of a block's nine numbers at once, and the last.
struct BlockSum {
    void add(const float* block, const Float4& d) {
        eight += load<Float8>(block) * __builtin_shufflevector(d, d, 0, 0, 0, 1, 1, 1, 2, 2);
        ninth += block[8] * d;
    }
    // The sums of the three columns together.
    Vec4f total() const {
        return {eight[0] + eight[3] + eight[6], eight[1] + eight[4] + eight[7], eight[2] + eight[5] + ninth[2], 0};
    }

    Float8 eight{};
    Float4 ninth{};  // of which the third number counts
};

}  // namespace

void RoundedMatrix::adopt(std::shared_ptr<const BlockPattern> pattern) {
    pattern_ = std::move(pattern);
    row_begin_.assign(1, 0);
    columns_.clear();
    for (int row = 0; row < pattern_->rows(); ++row) {
        for (int entry = pattern_->row_begin(row); entry < pattern_->row_begin(row + 1); ++entry) {
            if (pattern_->column(entry) != row) columns_.push_back(pattern_->column(entry));
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
            BlockNumbers sum;
            float* to = values_.data() + 9 * at(row_begin_[at(row)]);
            for (int entry = pattern_->row_begin(row); entry < pattern_->row_begin(row + 1); ++entry) {
                const int column = pattern_->column(entry);
                BlockNumbers block = BlockNumbers::read(matrix.block(pattern_->slot(entry)).data());
                if (column > row) block = block.transposed();
                sum.add(1, block);
                if (column == row) continue;
                store(__builtin_convertvector(block.eight, Float8), to);
                to[8] = static_cast<float>(block.last);
                to += 9;
            }
            row_sums_[at(row)] = padded(sum.block());
        }
    });
}

// Two sums, since the additions of one would wait for each other. The matrix is read once from end to end, and asked
// for ahead.
inline Vec4f RoundedMatrix::multiply_row(std::size_t row, std::span<const Vec4f> x) const {
    const Float4 own = load<Float4>(x[row].data());
    const auto difference = [&](int k) { return load<Float4>(x[at(columns_[at(k)])].data()) - own; };
    BlockSum even, odd;
    const int end = row_begin_[row + 1];
    const float* block = values_.data() + 9 * at(row_begin_[row]);
    int k = row_begin_[row];
    for (; k + 1 < end; k += 2, block += 18) {
        __builtin_prefetch(block + kFloatsAhead);
        __builtin_prefetch(block + kFloatsAhead + 16);
        even.add(block, difference(k));
        odd.add(block + 9, difference(k + 1));
    }
    if (k < end) even.add(block, difference(k));
    even.eight += odd.eight;
    even.ninth += odd.ninth;
    return row_sums_[row] * x[row].head<3>() + even.total();
}

Real RoundedMatrix::multiply_and_dot(std::span<const Vec4f> x, std::span<Vec4> y) const {
    return parallel_sum(pattern_->rows(), [&](int begin, int end) {
        Vec4 sum = Vec4::Zero();
        for (auto row = at(begin); row < at(end); ++row) {
            y[row] = multiply_row(row, x).cast<Real>();
            sum += x[row].cast<Real>().cwiseProduct(y[row]);
        }
        return sum[0] + sum[1] + sum[2];
    });
}

}  // namespace pleat
