// Preconditioner: the inverse of each particle's own block.
#pragma once
#include <vector>

#include <pleat/linear/preconditioner.hpp>

namespace pleat {

/// Cheap, and blind to all that reaches further than one particle.
class BlockJacobi final : public Preconditioner {
public:
    void update(const BlockMatrix& matrix, const ParticleFilter& filter) override;
    Real apply(std::span<const Vec4> r, std::span<Vec4f> z) const override;

    /// What it makes of one particle's part of r.
    Vec4f apply_to(std::size_t particle, const Vec4& r) const {
        return inverse_diagonal_[particle] * r.head<3>().cast<float>();
    }

private:
    std::vector<Mat3> diagonal_;
    std::vector<Mat43f> inverse_diagonal_;
};

}  // namespace pleat
