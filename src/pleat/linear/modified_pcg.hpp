// Conjugate gradients that meet particle constraints exactly after any number of iterations: Baraff & Witkin 1998,
// section 5.3, with the stopping rule of Ascher & Boxerman 2003.
#pragma once
#include <span>
#include <vector>

#include <pleat/linear/block_matrix.hpp>
#include <pleat/linear/particle_filter.hpp>

namespace pleat {

/// When to stop.
struct PcgSettings {
    Real tolerance = 1e-3;  ///< share of the first residual, measured in the preconditioner's norm
    int max_iterations = 2000;
};

/// What happened.
struct PcgReport {
    int iterations = 0;
    bool converged = false;
    Real residual = 0;  ///< share of the first residual that is left
};

/// Keeps its work space from call to call.
class ModifiedPcg {
public:
    /// Solves S A x = S b among the x that agree with the filter. A must be symmetric and positive definite. `x` holds
    /// a first guess, which is made to agree with the filter and dropped if z alone is nearer, and receives the
    /// solution.
    PcgReport solve(const BlockMatrix& a, std::span<const Vec3> b, const ParticleFilter& filter,
                    const PcgSettings& settings, std::span<Vec3> x);

private:
    void invert_diagonal(const BlockMatrix& a);
    Real start_from(const BlockMatrix& a, std::span<const Vec3> b, const ParticleFilter& filter,
                    std::span<const Vec3> x);

    std::vector<Mat3> inverse_diagonal_;
    std::vector<Vec3> residual_, direction_, product_, preconditioned_;
};

}  // namespace pleat
