// Conjugate gradients that meet particle constraints exactly after any number of iterations: Baraff & Witkin 1998,
// section 5.3, with the stopping rule of Ascher & Boxerman 2003.
//
// Iterations use a matrix and directions of single precision. Steps along these and the residual are summed up in
// double precision. The residual that they arrive at is then computed anew from the matrix itself, and they go on from
// there if it is too large; where the rounded matrix does not help they use the matrix itself.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include <pleat/linear/preconditioner.hpp>
#include <pleat/linear/rounded_matrix.hpp>

namespace pleat {

/// When to stop.
struct PcgSettings {
    Real tolerance = 1e-3;  ///< share of the first residual, measured in the preconditioner's norm
    int max_iterations = 2000;
    /// The matrix is that of the last call; only its couplings and the filter have changed.
    bool is_known = false;
    Real negligible = 0;  ///< a residual whose square in that norm is not above this is small enough anyway
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
    enum class Precision { rounded, exact };
    // The system that is being solved.
    struct System {
        const BlockMatrix& a;
        std::span<const Vec3> b;
        const ParticleFilter& filter;
    };

    Real start_from(const System& system, std::span<const Vec3> x);
    Real start_from_rounded(const System& system, std::span<Vec3> x);
    Real choose_start(const System& system, std::span<Vec3> x);
    Real multiply_exactly(const BlockMatrix& a);
    Real iterate(const System& system, Precision precision, Real delta, Real goal, int& left, std::span<Vec3> x);

    std::unique_ptr<Preconditioner> preconditioner_;
    RoundedMatrix rounded_;
    std::vector<Vec4> residual_, product_, progress_;
    std::vector<Vec4f> direction_, preconditioned_;
    std::vector<Vec3> z_, exact_direction_;
    Real delta_z_ = 0;  // residual at z alone, the scale of the stopping test
};

}  // namespace pleat
