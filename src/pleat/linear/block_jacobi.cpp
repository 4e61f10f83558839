#include <Eigen/LU>

#include <pleat/core/parallel.hpp>
#include <pleat/linear/block_jacobi.hpp>

namespace pleat {

void BlockJacobi::update(const BlockMatrix& matrix, const ParticleFilter& filter) {
    const auto diagonal = [&](int row) { return matrix.block(matrix.pattern().diagonal(row)); };
    inverse_diagonal_.resize(static_cast<std::size_t>(matrix.rows()));
    parallel_for(matrix.rows(), [&](int begin, int end) {
        for (int row = begin; row < end; ++row) {
            inverse_diagonal_[static_cast<std::size_t>(row)] = padded(Mat3(diagonal(row).inverse()));
        }
    });
    // The inverse of S A S where S allows motion, which may be far from S A^-1 S: cloth is soft across and stiff along
    // itself, and a direction that is held need be neither.
    for (const FilteredParticle& held : filter.particles) {
        const Mat3 block = diagonal(held.particle);
        const Mat3 forbidden = Mat3::Identity() - held.allowed;
        const Mat3 reduced = held.allowed * block * held.allowed + block.trace() * forbidden;
        const Mat3 inverse = held.allowed * reduced.inverse() * held.allowed;
        inverse_diagonal_[static_cast<std::size_t>(held.particle)] = padded(inverse);
    }
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
