#include <algorithm>
#include <cmath>

#include <pleat/core/parallel.hpp>
#include <pleat/linear/modified_pcg.hpp>

namespace pleat {

// Sets the residual at x and its preconditioned form; returns their product.
Real ModifiedPcg::start_from(const BlockMatrix& a, std::span<const Vec3> b, const ParticleFilter& filter,
                             std::span<const Vec3> x) {
    a.multiply(x, product_);
    parallel_for(a.rows(), [&](int begin, int end) {
        for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
            residual_[i] = b[i] - product_[i];
        }
    });
    filter.apply(residual_);
    return preconditioner_->apply(residual_, preconditioned_);
}

PcgReport ModifiedPcg::solve(const BlockMatrix& a, std::span<const Vec3> b, const ParticleFilter& filter,
                             const PcgSettings& settings, std::span<Vec3> x) {
    const int count = a.rows();
    for (auto* work : {&residual_, &direction_, &product_, &preconditioned_}) work->resize(b.size());
    preconditioner_->update(a, filter);

    // The scale of the stopping test is the residual at z alone, so that a good first guess saves iterations.
    const bool has_guess = std::any_of(x.begin(), x.end(), [](const Vec3& value) { return !value.isZero(0); });
    std::fill(direction_.begin(), direction_.end(), Vec3::Zero());
    filter.impose(direction_);
    const Real delta_z = start_from(a, b, filter, direction_);
    Real delta = delta_z;
    if (has_guess) {
        filter.impose(x);
        delta = start_from(a, b, filter, x);
    }
    if (!has_guess || !(delta < delta_z)) {
        std::copy(direction_.begin(), direction_.end(), x.begin());
        if (has_guess) delta = start_from(a, b, filter, x);
    }
    std::copy(preconditioned_.begin(), preconditioned_.end(), direction_.begin());
    filter.apply(direction_);

    PcgReport report;
    const Real goal = settings.tolerance * settings.tolerance * delta_z;
    while (delta > goal && report.iterations < settings.max_iterations) {
        // The direction is filtered, so its product with the filtered A c is that with A c itself.
        const Real curvature = a.multiply_and_dot(direction_, product_);
        filter.apply(product_);
        const Real alpha = delta / curvature;
        parallel_for(count, [&](int begin, int end) {
            for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
                x[i] += alpha * direction_[i];
                residual_[i] -= alpha * product_[i];
            }
        });
        const Real next = preconditioner_->apply(residual_, preconditioned_);
        const Real beta = next / delta;
        parallel_for(count, [&](int begin, int end) {
            for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
                direction_[i] = preconditioned_[i] + beta * direction_[i];
            }
        });
        filter.apply(direction_);
        delta = next;
        ++report.iterations;
        if (!std::isfinite(delta)) break;
    }
    report.converged = delta <= goal;
    report.residual = delta_z > 0 ? std::sqrt(delta / delta_z) : 0;
    return report;
}

}  // namespace pleat
