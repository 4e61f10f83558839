#include <Eigen/LU>

#include <pleat/core/parallel.hpp>
#include <pleat/linear/block_jacobi.hpp>

namespace pleat {

void BlockJacobi::update(const BlockMatrix& matrix, const ParticleFilter&) {
    inverse_diagonal_.resize(static_cast<std::size_t>(matrix.rows()));
    parallel_for(matrix.rows(), [&](int begin, int end) {
        for (int row = begin; row < end; ++row) {
            inverse_diagonal_[static_cast<std::size_t>(row)] = matrix.block(matrix.pattern().diagonal(row)).inverse();
        }
    });
}

Real BlockJacobi::apply(std::span<const Vec3> r, std::span<Vec3> z) const {
    return parallel_sum(static_cast<int>(r.size()), [&](int begin, int end) {
        Real sum = 0;
        for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
            z[i] = inverse_diagonal_[i] * r[i];
            sum += z[i].dot(r[i]);
        }
        return sum;
    });
}

}  // namespace pleat
