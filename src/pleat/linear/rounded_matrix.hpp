// A symmetric block matrix in single precision, for the many products of a linear solve: half the bytes, and twice the
// numbers in a vector register.
//
// Rounding must not add stiffness to cloth that moves as a whole: with kh^2/m of a million, as stiff fine cloth has,
// the rounded forces of a common motion would outweigh its inertia. So a product is taken as
//     y_i = (sum of row i) x_i + sum over j of A_ij (x_j - x_i),
// with the sum of the row, which is mass and drag, taken in double precision and then rounded. What is rounded then is
// the stiffness of each connection, by 6e-8 of itself.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include <pleat/linear/block_matrix.hpp>
#include <pleat/linear/padded_vector.hpp>

namespace pleat {

/// Keeps its tables as long as the pattern stays the same.
class RoundedMatrix {
public:
    /// Copies `matrix`, with both halves.
    void update(const BlockMatrix& matrix);

    /// y = A x; returns x . y.
    Real multiply_and_dot(std::span<const Vec4f> x, std::span<Vec4> y) const;

private:
    void adopt(std::shared_ptr<const BlockPattern> pattern);
    Vec4f multiply_row(std::size_t row, std::span<const Vec4f> x) const;

    std::shared_ptr<const BlockPattern> pattern_;
    std::vector<int> row_begin_;  // in columns_; one more at the end
    std::vector<int> columns_;    // of the blocks off the diagonal
    std::vector<float> values_;   // 9 a block, column by column
    std::vector<Mat43f> row_sums_;
};

}  // namespace pleat
