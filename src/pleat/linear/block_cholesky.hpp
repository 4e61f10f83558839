// Cholesky factorisation of a sparse symmetric matrix of square blocks whose pattern never changes.
#pragma once
#include <span>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include <pleat/core/real.hpp>

namespace pleat {

/// The order of elimination and the fill are found once; factorising and solving allocate nothing.
class BlockCholesky {
public:
    static constexpr int kSize = 9;  ///< rows of a block
    using Block = Eigen::Matrix<Real, kSize, kSize>;
    using Vector = Eigen::Matrix<Real, kSize, 1>;

    BlockCholesky() = default;
    /// `pairs` are the blocks (row, column) beside the diagonal, in any order, one of each symmetric pair or both.
    BlockCholesky(int rows, const std::vector<std::pair<int, int>>& pairs);

    int rows() const { return static_cast<int>(diagonal_.size()); }

    /// The matrix to be factorised is zero.
    void set_zero();
    /// Sets a block and its transpose; it must be in the pattern.
    void set(int row, int column, const Block& value);

    /// Overwrites the matrix, which must be positive semidefinite. Its diagonal grows by a share of 1e-9 so that
    /// directions in which it is zero do no harm.
    void factorize();
    /// x = A^-1 x
    void solve(std::span<Vector> x) const;

private:
    struct Column {
        int begin, end;  // of its blocks below the diagonal, in blocks_
    };

    int find(int row, int column) const;  // in the order of elimination; row > column

    std::vector<int> place_;       // of each row in the order of elimination
    std::vector<Column> columns_;  // in that order
    std::vector<int> block_rows_;  // of each block below the diagonal, increasing in a column
    std::vector<Block> blocks_;    // those below the diagonal, then the diagonal
    std::vector<Block> diagonal_;  // inverse of the lower factor of each diagonal block, after factorize()
    mutable std::vector<Vector> work_;
};

}  // namespace pleat
