// Preconditioner: the inverse of each particle's own block.
#pragma once
#include <vector>

#include <pleat/linear/preconditioner.hpp>

namespace pleat {

/// Cheap, and blind to all that reaches further than one particle.
class BlockJacobi final : public Preconditioner {
public:
    void update(const BlockMatrix& matrix, const ParticleFilter& filter) override;
    Real apply(std::span<const Vec3> r, std::span<Vec3> z) const override;

    /// What it makes of one particle's part of r.
    Vec3 apply_to(std::size_t particle, const Vec3& r) const { return inverse_diagonal_[particle] * r; }

private:
    std::vector<Mat3> inverse_diagonal_;
};

}  // namespace pleat
