// Symmetric sparse matrix of 3 x 3 blocks with a fixed pattern, one block row a particle, and couplings beside it.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include <pleat/linear/coupling.hpp>

namespace pleat {

/// Which blocks of the matrix may differ from zero. Symmetric; the diagonal is always there.
class BlockPattern {
public:
    /// Collects the groups of particles that act on each other.
    class Builder {
    public:
        explicit Builder(int rows) : rows_(rows) {}
        /// Every particle of the group is coupled with every other.
        void couple(std::span<const int> particles);
        BlockPattern build();

    private:
        int rows_;
        std::vector<std::pair<int, int>> entries_;
    };

    int rows() const { return static_cast<int>(row_begin_.size()) - 1; }
    /// Blocks of both halves are the pattern's entries, row by row.
    int entries() const { return static_cast<int>(columns_.size()); }
    /// First entry of the row, or the end of the last one.
    int row_begin(int row) const { return row_begin_[static_cast<std::size_t>(row)]; }
    int column(int entry) const { return columns_[static_cast<std::size_t>(entry)]; }

    /// Blocks that are stored, those of the lower half, have slots.
    int slots() const { return static_cast<int>(columns_.size() + diagonal_.size()) / 2; }
    /// Of the entry or, right of the diagonal, of its transpose.
    int slot(int entry) const { return slots_[static_cast<std::size_t>(entry)]; }
    /// Of the block, which must be in the pattern and in the lower half.
    int slot(int row, int column) const;
    int diagonal(int row) const { return diagonal_[static_cast<std::size_t>(row)]; }

private:
    std::vector<int> row_begin_{0};
    std::vector<int> columns_;   // of every entry, increasing in each row
    std::vector<int> slots_;     // of every entry; those of the lower half increase
    std::vector<int> diagonal_;  // slot of each row's diagonal block
};

/// Only the lower half is stored: what is filled, read and rounded in every step is half as much then.
class BlockMatrix {
public:
    explicit BlockMatrix(std::shared_ptr<const BlockPattern> pattern);

    const BlockPattern& pattern() const { return *pattern_; }
    std::shared_ptr<const BlockPattern> shared_pattern() const { return pattern_; }
    int rows() const { return pattern_->rows(); }
    void set_zero();

    Eigen::Map<Mat3> block(int slot) { return Eigen::Map<Mat3>(numbers(slot)); }
    Eigen::Map<const Mat3> block(int slot) const {
        return Eigen::Map<const Mat3>(values_.data() + 9 * static_cast<std::size_t>(slot));
    }

    /// Adds to a block: eight numbers at once, and one. A slot below 0 is of the upper half and left alone.
    void add(int slot, const Mat3& value) {
        if (slot < 0) return;
        Real* to = values_.data() + 9 * static_cast<std::size_t>(slot);
        Eigen::Map<Eigen::Array<Real, 8, 1>>(to) += Eigen::Map<const Eigen::Array<Real, 8, 1>>(value.data());
        to[8] += value.data()[8];
    }
    /// Adds the outer product a b^T to a block, likewise.
    void add_outer(int slot, const Vec3& a, const Vec3& b) {
        if (slot < 0) return;
        using Four = Eigen::Array<Real, 4, 1>;
        Real* to = values_.data() + 9 * static_cast<std::size_t>(slot);
        Eigen::Map<Four>(to + 0) += Four(a[0], a[1], a[2], a[0]) * Four(b[0], b[0], b[0], b[1]);
        Eigen::Map<Four>(to + 4) += Four(a[1], a[2], a[0], a[1]) * Four(b[1], b[1], b[2], b[2]);
        to[8] += a[2] * b[2];
    }

    /// The block's nine numbers, column by column.
    Real* numbers(int slot) { return values_.data() + 9 * static_cast<std::size_t>(slot); }

    /// Adds what is not in the pattern.
    void couple(const Coupling& coupling) { couplings_.push_back(coupling); }
    void clear_couplings() { couplings_.clear(); }
    std::span<const Coupling> couplings() const { return couplings_; }

    /// Row `row` of A x, without couplings.
    Vec3 multiply_row(int row, std::span<const Vec3> x) const;

private:
    std::shared_ptr<const BlockPattern> pattern_;
    std::vector<Real> values_;  // 9 a slot, and 3 more so that the last column can be read as four numbers
    std::vector<Coupling> couplings_;
};

}  // namespace pleat
