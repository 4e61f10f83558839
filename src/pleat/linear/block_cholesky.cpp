#include <algorithm>
#include <cassert>
#include <set>

#include <Eigen/Cholesky>
#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>

#include <pleat/core/index.hpp>
#include <pleat/linear/block_cholesky.hpp>

namespace pleat {
namespace {

// place[row] in an order of elimination with little fill.
std::vector<int> order_with_little_fill(int rows, const std::vector<std::pair<int, int>>& pairs) {
    std::vector<Eigen::Triplet<Real>> entries;
    entries.reserve(at(rows) + 2 * pairs.size());
    for (int i = 0; i < rows; ++i) entries.emplace_back(i, i, 1);
    for (const auto& [row, column] : pairs) {
        entries.emplace_back(row, column, 1);
        entries.emplace_back(column, row, 1);
    }
    Eigen::SparseMatrix<Real> graph(rows, rows);
    graph.setFromTriplets(entries.begin(), entries.end());
    Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
    Eigen::AMDOrdering<int>()(graph.selfadjointView<Eigen::Lower>(), order);
    std::vector<int> place(at(rows));
    // order.indices()[k] is the row that is eliminated at step k.
    for (int k = 0; k < rows; ++k) place[at(order.indices()[k])] = k;
    return place;
}

}  // namespace

BlockCholesky::BlockCholesky(int rows, const std::vector<std::pair<int, int>>& pairs)
    : place_(order_with_little_fill(rows, pairs)), diagonal_(at(rows)), work_(at(rows)) {
    std::vector<std::set<int>> below(at(rows));
    for (const auto& [row, column] : pairs) {
        const int a = place_[at(row)], b = place_[at(column)];
        if (a != b) below[at(std::min(a, b))].insert(std::max(a, b));
    }
    // Eliminating a column couples all rows below it.
    for (int k = 0; k < rows; ++k) {
        if (below[at(k)].empty()) continue;
        const int parent = *below[at(k)].begin();
        below[at(parent)].insert(std::next(below[at(k)].begin()), below[at(k)].end());
    }
    for (int k = 0; k < rows; ++k) {
        const int begin = static_cast<int>(block_rows_.size());
        block_rows_.insert(block_rows_.end(), below[at(k)].begin(), below[at(k)].end());
        columns_.push_back({begin, static_cast<int>(block_rows_.size())});
    }
    blocks_.resize(block_rows_.size() + at(rows));
    set_zero();
}

void BlockCholesky::set_zero() {
    for (Block& block : blocks_) block.setZero();
}

int BlockCholesky::find(int row, int column) const {
    const auto begin = block_rows_.begin() + columns_[at(column)].begin,
               end = block_rows_.begin() + columns_[at(column)].end;
    const auto found = std::lower_bound(begin, end, row);
    assert(found != end && *found == row);
    return static_cast<int>(found - block_rows_.begin());
}

void BlockCholesky::set(int row, int column, const Block& value) {
    const int a = place_[at(row)], b = place_[at(column)];
    if (a == b)
        blocks_[block_rows_.size() + at(a)] = value;
    else if (a > b)
        blocks_[at(find(a, b))] = value;
    else
        blocks_[at(find(b, a))] = value.transpose();
}

void BlockCholesky::factorize() {
    const std::size_t diagonal = block_rows_.size();
    for (std::size_t k = diagonal; k < blocks_.size(); ++k) {
        const Real largest = blocks_[k].diagonal().maxCoeff();
        blocks_[k].diagonal().array() += largest > 0 ? 1e-9 * largest : 1;
    }
    for (int k = 0; k < rows(); ++k) {
        Block& d = blocks_[diagonal + at(k)];
        Eigen::LLT<Eigen::Ref<Block>> llt(d);
        if (llt.info() != Eigen::Success) {
            // Rounding has eaten what was left of it: this block then takes no part.
            d = (1e6 * (std::abs(d.trace()) + 1)) * Block::Identity();
        }
        Block& inverse = diagonal_[at(k)];
        inverse.setIdentity();
        d.triangularView<Eigen::Lower>().solveInPlace(inverse);
        const Column column = columns_[at(k)];
        // L_ik = A_ik L_kk^-T
        for (int i = column.begin; i < column.end; ++i) {
            const Block a = blocks_[at(i)];
            blocks_[at(i)] = a.lazyProduct(inverse.transpose());
        }
        for (int j = column.begin; j < column.end; ++j) {
            const int target = block_rows_[at(j)];
            blocks_[diagonal + at(target)] -= blocks_[at(j)].lazyProduct(blocks_[at(j)].transpose());
            // Both lists of rows increase: find the targets in one sweep.
            int slot = columns_[at(target)].begin;
            for (int i = j + 1; i < column.end; ++i) {
                while (block_rows_[at(slot)] < block_rows_[at(i)]) ++slot;
                blocks_[at(slot)] -= blocks_[at(i)].lazyProduct(blocks_[at(j)].transpose());
            }
        }
    }
}

void BlockCholesky::solve(std::span<Vector> x) const {
    for (int i = 0; i < rows(); ++i) work_[at(place_[at(i)])] = x[at(i)];
    for (int k = 0; k < rows(); ++k) {
        const Vector y = diagonal_[at(k)].lazyProduct(work_[at(k)]);
        work_[at(k)] = y;
        for (int i = columns_[at(k)].begin; i < columns_[at(k)].end; ++i) {
            work_[at(block_rows_[at(i)])] -= blocks_[at(i)].lazyProduct(y);
        }
    }
    for (int k = rows() - 1; k >= 0; --k) {
        Vector y = work_[at(k)];
        for (int i = columns_[at(k)].begin; i < columns_[at(k)].end; ++i) {
            y -= blocks_[at(i)].transpose().lazyProduct(work_[at(block_rows_[at(i)])]);
        }
        work_[at(k)] = diagonal_[at(k)].transpose().lazyProduct(y);
    }
    for (int i = 0; i < rows(); ++i) x[at(i)] = work_[at(place_[at(i)])];
}

}  // namespace pleat
