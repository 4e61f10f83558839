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
    const bool has_product = !is_zero(x);
    parallel_for_each(system.a.rows(), [&](std::size_t i) {
        Vec3 residual = system.b[i];
        if (has_product) residual -= system.a.multiply_row(static_cast<int>(i), x);
        residual_[i] = padded(residual);
    });
    if (has_product) add_product(system.a.couplings(), x, std::span(residual_), -1);
    system.filter.apply(residual_);
    return preconditioner_->apply(residual_, preconditioned_);
}

// The same at x rounded to single precision, with the rounded matrix, which is exact enough for a start; x becomes
// that.
Real ModifiedPcg::start_from_rounded(const System& system, std::span<Vec3> x) {
    parallel_for_each(system.a.rows(), [&](std::size_t i) { direction_[i] = padded(x[i]).cast<float>(); });
    rounded_.multiply_and_dot(direction_, product_);
    add_product(system.a.couplings(), std::span<const Vec4f>(direction_), std::span(product_));
    parallel_for_each(system.a.rows(), [&](std::size_t i) {
        x[i] = direction_[i].head<3>().cast<Real>();
        residual_[i] = padded(system.b[i]) - product_[i];
    });
    system.filter.impose(x);
    system.filter.apply(residual_);
    return preconditioner_->apply(residual_, preconditioned_);
}

// Starts from the guess in x or from z alone, whichever has the smaller residual. The scale of the stopping test is the
// residual at z, so that a good guess saves iterations.
Real ModifiedPcg::choose_start(const System& system, std::span<Vec3> x) {
    const bool has_guess = !is_zero(x);
    std::fill(z_.begin(), z_.end(), Vec3::Zero());
    system.filter.impose(z_);
    if (has_guess) {
        delta_z_ = start_from_rounded(system, z_);
        system.filter.impose(x);
        const Real delta = start_from_rounded(system, x);
        if (delta < delta_z_) return delta;
    }
    std::copy(z_.begin(), z_.end(), x.begin());
    delta_z_ = start_from(system, x);
    return delta_z_;
}

// Sets the product of the direction with the matrix itself, without couplings; returns that of both.
Real ModifiedPcg::multiply_exactly(const BlockMatrix& a) {
    parallel_for_each(a.rows(), [&](std::size_t i) { exact_direction_[i] = direction_[i].head<3>().cast<Real>(); });
    return parallel_sum(a.rows(), [&](int begin, int end) {
        Real sum = 0;
        for (int row = begin; row < end; ++row) {
            const auto i = static_cast<std::size_t>(row);
            const Vec3 value = a.multiply_row(row, exact_direction_);
            product_[i] = padded(value);
            sum += value.dot(exact_direction_[i]);
        }
        return sum;
    });
}

// From the residual in place down to `goal`, in at most `left` iterations; returns the residual's square.
Real ModifiedPcg::iterate(const System& system, Precision precision, Real delta, Real goal, int& left,
                          std::span<Vec3> x) {
    const int count = system.a.rows();
    std::fill(progress_.begin(), progress_.end(), Vec4::Zero());
    direction_ = preconditioned_;
    system.filter.apply(direction_);
    for (; delta > goal && left > 0; --left) {
        // The direction is filtered, so its product with the filtered A c is that with A c itself.
        Real curvature = precision == Precision::rounded ? rounded_.multiply_and_dot(direction_, product_)
                                                         : multiply_exactly(system.a);
        curvature += add_product(system.a.couplings(), std::span<const Vec4f>(direction_), std::span(product_));
        if (!(curvature > 0)) break;
        system.filter.apply(product_);
        const Real alpha = delta / curvature;
        parallel_for_each(count, [&](std::size_t i) {
            progress_[i] += alpha * direction_[i].cast<Real>();
            residual_[i] -= alpha * product_[i];
        });
        const Real next = preconditioner_->apply(residual_, preconditioned_);
        const auto beta = static_cast<float>(next / delta);
        parallel_for_each(count, [&](std::size_t i) { direction_[i] = preconditioned_[i] + beta * direction_[i]; });
        system.filter.apply(direction_);
        delta = next;
    }
    system.filter.apply(progress_);  // directions obey it to single precision only
    parallel_for_each(count, [&](std::size_t i) { x[i] += progress_[i].head<3>(); });
    return delta;
}

PcgReport ModifiedPcg::solve(const BlockMatrix& a, std::span<const Vec3> b, const ParticleFilter& filter,
                             const PcgSettings& settings, std::span<Vec3> x) {
    const System system{a, b, filter};
    for (auto* work : {&residual_, &product_, &progress_}) work->resize(b.size());
    for (auto* work : {&direction_, &preconditioned_}) work->resize(b.size());
    for (auto* work : {&z_, &exact_direction_}) work->resize(b.size());
    if (settings.is_known) {
        preconditioner_->refresh(a, filter);
    } else {
        preconditioner_->update(a, filter);
        rounded_.update(a);
    }

    Real delta = choose_start(system, x);
    const Real goal = std::max(settings.tolerance * settings.tolerance * delta_z_, settings.negligible);
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
