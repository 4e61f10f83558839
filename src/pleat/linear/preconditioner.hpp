// The interface of a preconditioner: an approximate inverse of the matrix that conjugate gradients work with.
#pragma once
#include <span>

#include <pleat/linear/block_matrix.hpp>
#include <pleat/linear/particle_filter.hpp>

namespace pleat {

/// Symmetric and positive definite among the vectors that agree with the filter, up to the rounding of single
/// precision.
class Preconditioner {
public:
    virtual ~Preconditioner() = default;

    /// To be called when the matrix or the filter have changed.
    virtual void update(const BlockMatrix& matrix, const ParticleFilter& filter) = 0;
    /// To be called when only the filter and the couplings have changed, and not by much: it may be less good then.
    virtual void refresh(const BlockMatrix& matrix, const ParticleFilter& filter) { update(matrix, filter); }
    /// z = P^-1 r for a filtered r; z need not be filtered. Returns r . z.
    virtual Real apply(std::span<const Vec4> r, std::span<Vec4f> z) const = 0;
};

}  // namespace pleat
