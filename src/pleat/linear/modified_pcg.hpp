// Conjugate gradients that meet particle constraints exactly after any number of iterations: Baraff & Witkin 1998,
// section 5.3, with the stopping rule of Ascher & Boxerman 2003.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include <pleat/linear/preconditioner.hpp>

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
    explicit ModifiedPcg(std::unique_ptr<Preconditioner> preconditioner) : preconditioner_(std::move(preconditioner)) {}

    /// Solves S A x = S b among the x that agree with the filter. A must be symmetric and positive definite. `x` holds
    /// a first guess, which is made to agree with the filter and dropped if z alone is nearer, and receives the
    /// solution.
    PcgReport solve(const BlockMatrix& a, std::span<const Vec3> b, const ParticleFilter& filter,
                    const PcgSettings& settings, std::span<Vec3> x);

private:
    Real start_from(const BlockMatrix& a, std::span<const Vec3> b, const ParticleFilter& filter,
                    std::span<const Vec3> x);

    std::unique_ptr<Preconditioner> preconditioner_;
    std::vector<Vec3> residual_, direction_, product_, preconditioned_;
};

}  // namespace pleat
