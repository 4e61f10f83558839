#include <Eigen/LU>

#include <pleat/core/parallel.hpp>
#include <pleat/linear/block_jacobi.hpp>

namespace pleat {

void BlockJacobi::update(const BlockMatrix& matrix, const ParticleFilter& filter) {
    diagonal_.resize(static_cast<std::size_t>(matrix.rows()));
    inverse_diagonal_.resize(diagonal_.size());
    parallel_for_each(matrix.rows(), [&](std::size_t i) {
        diagonal_[i] = matrix.block(matrix.pattern().diagonal(static_cast<int>(i)));
    });
    for (const Coupling& coupling : matrix.couplings()) {
        coupling.for_each([&](std::size_t i, Real weight) { diagonal_[i] += weight * weight * coupling.block; });
    }
    parallel_for_each(matrix.rows(),
                      [&](std::size_t i) { inverse_diagonal_[i] = padded(Mat3(diagonal_[i].inverse())); });
    // The inverse of S A S where S allows motion, which may be far from S A^-1 S: cloth is soft across and stiff along
    // itself, and a direction that is held need be neither.
    for (const FilteredParticle& held : filter.particles) {
        const Mat3& block = diagonal_[static_cast<std::size_t>(held.particle)];
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
