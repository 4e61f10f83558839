// A symmetric block matrix in single precision, for the many products of a linear solve: half the bytes, and twice the
// numbers in a vector register.
//
// Rounding must not add stiffness to cloth that moves as a whole: with kh^2/m of a million, as stiff fine cloth has,
// the rounded forces of a common motion would outweigh its inertia. So a product is taken as
//     y_i = (sum of row i) x_i + sum over j of A_ij (x_j - x_i),
// with the sum of the row, which is mass and drag, and the differences in double precision. What is rounded then is the
// stiffness of each connection, by 6e-8 of itself.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include <pleat/linear/block_matrix.hpp>

namespace pleat {

/// Keeps its tables as long as the pattern stays the same.
class RoundedMatrix {
public:
    /// Items that must be readable behind the end of x in a product; what they are does not matter.
    static constexpr std::size_t kPadding = 2;

    /// Copies `matrix`, both halves of which must be filled.
    void update(const BlockMatrix& matrix);

    /// y = A x; returns x . y. `x` is followed by kPadding readable items.
    Real multiply_and_dot(std::span<const Vec3> x, std::span<Vec3> y) const;

private:
    void adopt(std::shared_ptr<const BlockPattern> pattern);
    Vec3 multiply_row(std::size_t row, std::span<const Vec3> x) const;

    std::shared_ptr<const BlockPattern> pattern_;
    std::vector<int> row_begin_;  // in columns_; one more at the end
    std::vector<int> columns_;    // of the blocks off the diagonal
    std::vector<float> values_;   // 9 a block, column by column
    std::vector<Mat3> row_sums_;
};

}  // namespace pleat
