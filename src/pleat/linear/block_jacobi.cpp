#include <Eigen/LU>

#include <pleat/core/parallel.hpp>
#include <pleat/linear/block_jacobi.hpp>

namespace pleat {

void BlockJacobi::update(const BlockMatrix& matrix, const ParticleFilter&) {
    inverse_diagonal_.resize(static_cast<std::size_t>(matrix.rows()));
    parallel_for(matrix.rows(), [&](int begin, int end) {
        for (int row = begin; row < end; ++row) {
            const Mat3 inverse = matrix.block(matrix.pattern().diagonal(row)).inverse();
            inverse_diagonal_[static_cast<std::size_t>(row)] = padded(inverse);
        }
    });
}

Real BlockJacobi::apply(std::span<const Vec4> r, std::span<Vec4f> z) const {
    return parallel_sum(static_cast<int>(r.size()), [&](int begin, int end) {
        Real sum = 0;
        for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
            z[i] = apply_to(i, r[i]);
            sum += r[i].dot(z[i].cast<Real>());
        }
        return sum;
    });
}

}  // namespace pleat
