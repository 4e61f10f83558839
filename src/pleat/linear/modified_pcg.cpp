#include <algorithm>
#include <cmath>

#include <pleat/core/parallel.hpp>
#include <pleat/linear/modified_pcg.hpp>

namespace pleat {
namespace {

// How far the square of the residual can fall, at most, before rounding of the matrix shows in it.
constexpr Real kRoundedGain = 1e-8;
// Share by which the square of the true residual may exceed that of the iterations.
constexpr Real kSlack = 1.2;

bool is_zero(std::span<const Vec3> x) {
    return std::all_of(x.begin(), x.end(), [](const Vec3& value) { return value.isZero(0); });
}

}  // namespace

// Sets the residual at x and its preconditioned form; returns their product.
Real ModifiedPcg::start_from(const System& system, std::span<const Vec3> x) {
    if (is_zero(x))
        std::fill(product_.begin(), product_.end(), Vec3::Zero());
    else
        system.a.multiply(x, product_);
    parallel_for_each(system.a.rows(), [&](std::size_t i) { residual_[i] = system.b[i] - product_[i]; });
    system.filter.apply(residual_);
    return preconditioner_->apply(residual_, preconditioned_);
}

// Starts from the guess in x or from z alone, whichever has the smaller residual. The scale of the stopping test is the
// residual at z, so that a good guess saves iterations.
Real ModifiedPcg::choose_start(const System& system, std::span<Vec3> x) {
    const bool has_guess = !is_zero(x);
    std::fill(direction_.begin(), direction_.end(), Vec3::Zero());
    const std::span<Vec3> z(direction_.data(), x.size());
    system.filter.impose(z);
    delta_z_ = start_from(system, z);
    if (has_guess) {
        system.filter.impose(x);
        const Real delta = start_from(system, x);
        if (delta < delta_z_) return delta;
    }
    std::copy(z.begin(), z.end(), x.begin());
    return has_guess ? start_from(system, x) : delta_z_;
}

// From the residual in place down to `goal`, in at most `left` iterations; returns the residual's square.
Real ModifiedPcg::iterate(const System& system, Precision precision, Real delta, Real goal, int& left,
                          std::span<Vec3> x) {
    const int count = system.a.rows();
    const std::span<Vec3> direction(direction_.data(), x.size());
    std::copy(preconditioned_.begin(), preconditioned_.end(), direction.begin());
    system.filter.apply(direction);
    for (; delta > goal && left > 0; --left) {
        // The direction is filtered, so its product with the filtered A c is that with A c itself.
        const Real curvature = precision == Precision::rounded ? rounded_.multiply_and_dot(direction, product_)
                                                               : system.a.multiply_and_dot(direction, product_);
        if (!(curvature > 0)) return delta;
        system.filter.apply(product_);
        const Real alpha = delta / curvature;
        parallel_for_each(count, [&](std::size_t i) {
            x[i] += alpha * direction[i];
            residual_[i] -= alpha * product_[i];
        });
        const Real next = preconditioner_->apply(residual_, preconditioned_);
        const Real beta = next / delta;
        parallel_for_each(count, [&](std::size_t i) { direction[i] = preconditioned_[i] + beta * direction[i]; });
        system.filter.apply(direction);
        delta = next;
    }
    return delta;
}

PcgReport ModifiedPcg::solve(const BlockMatrix& a, std::span<const Vec3> b, const ParticleFilter& filter,
                             const PcgSettings& settings, std::span<Vec3> x) {
    const System system{a, b, filter};
    for (auto* work : {&residual_, &product_, &preconditioned_}) work->resize(b.size());
    direction_.resize(b.size() + RoundedMatrix::kPadding);
    preconditioner_->update(a, filter);
    rounded_.update(a);

    Real delta = choose_start(system, x);
    const Real goal = settings.tolerance * settings.tolerance * delta_z_;
    int left = settings.max_iterations;
    bool is_close = delta <= goal;
    while (!is_close && left > 0) {
        const Real reached = iterate(system, Precision::rounded, delta, std::max(goal, kRoundedGain * delta), left, x);
        const Real before = delta;
        delta = start_from(system, x);
        is_close = delta <= kSlack * goal;
        if (is_close || (std::isfinite(reached) && delta < 0.25 * before)) continue;
        delta = iterate(system, Precision::exact, delta, goal, left, x);
        is_close = delta <= goal;
        break;
    }
    PcgReport report;
    report.iterations = settings.max_iterations - left;
    report.converged = is_close;
    report.residual = delta_z_ > 0 ? std::sqrt(delta / delta_z_) : 0;
    return report;
}

}  // namespace pleat
