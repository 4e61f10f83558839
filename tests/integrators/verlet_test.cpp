// Verlet's rule against closed forms.
#include <algorithm>
#include <cmath>
#include <random>

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include <pleat/integrators/verlet.hpp>
#include <pleat/report/amplification.hpp>

namespace pleat {
namespace {

using Complex = std::complex<Real>;

// Sizes of steps that differ by up to ten times.
std::vector<Real> uneven_steps() {
    std::mt19937 random(1);
    std::uniform_real_distribution<Real> size(0.01, 0.1);
    std::vector<Real> steps(50);
    for (Real& dt : steps) dt = size(random);
    return steps;
}

// The step on x'' = -w^2 x as a matrix on (x, h v), in units in which h is 1.
Eigen::Matrix2d amplification(Real wh, Real damping) {
    const VerletStep step{1, 1, damping};
    Eigen::Matrix2d matrix;
    for (int column = 0; column < 2; ++column) {
        const Real x = column == 0 ? 1 : 0, v = column == 1 ? 1 : 0;
        const Real change = step.change(Vec3(v, 0, 0), Vec3(-wh * wh * x, 0, 0)).x();
        matrix.col(column) = Eigen::Vector2d(x + change, change);
    }
    return matrix;
}

std::vector<Complex> eigenvalues(const Eigen::Matrix2d& matrix) {
    const Eigen::VectorXcd values = matrix.eigenvalues();
    return {values.begin(), values.end()};
}

// Those that are conjugates, or both real, in one order.
void sort(std::vector<Complex>& values) {
    std::sort(values.begin(), values.end(), [](const Complex& a, const Complex& b) {
        return std::pair(a.imag(), a.real()) < std::pair(b.imag(), b.real());
    });
}

TEST(Verlet, IsExactForConstantAccelerationWithChangingSteps) {
    const Vec3 start(0.3, -0.2, 1), velocity(2, 0.5, -1), acceleration(0.7, -9.81, 3);
    Vec3 x = start, v = velocity;
    Real time = 0, before = 0;
    for (const Real dt : uneven_steps()) {
        const Vec3 change = VerletStep{dt, before}.change(v, acceleration);
        x += change;
        v = change / dt;
        before = dt;
        time += dt;
        const Vec3 exact = start + time * velocity + 0.5 * time * time * acceleration;
        ASSERT_LT((x - exact).norm(), 1e-13 * (1 + exact.norm())) << time;
    }
}

TEST(Verlet, DampingKeepsTheSameShareOfAVelocityWhateverTheSteps) {
    const Real damping = 1.7;
    Vec3 v(1, -2, 3);
    const Vec3 start = v;
    Real time = 0, before = 0;
    for (const Real dt : uneven_steps()) {
        v = VerletStep{dt, before, damping}.change(v, Vec3::Zero()) / dt;
        before = dt;
        time += dt;
        ASSERT_LT((v - std::exp(-damping * time) * start).norm(), 1e-14) << time;
    }
    EXPECT_GT(time, 2);
}

TEST(Verlet, HasTheEigenvaluesOfItsFormulaOnASpring) {
    for (const Real wh : {0.01, 0.3, 1.0, 1.5, 1.99, 2.01, 3.0}) {
        std::vector<Complex> found = eigenvalues(amplification(wh, 0));
        std::vector<Complex> exact = exact_eigenvalues(with_integrator(TimeIntegrator::verlet), wh);
        sort(found);
        sort(exact);
        ASSERT_EQ(exact.size(), 2u);
        for (std::size_t i = 0; i < 2; ++i) EXPECT_LT(std::abs(found[i] - exact[i]), 1e-12) << wh;
        // It is stable up to w h = 2, and loses nothing there.
        if (wh < 2) {
            EXPECT_NEAR(spectral_radius(found), 1, 1e-13) << wh;
        } else {
            EXPECT_GT(spectral_radius(found), 1.1) << wh;
        }
    }
}

TEST(Verlet, DampingShrinksMotionsOfASpringByItsRootInAStep) {
    // The product of both eigenvalues, which are conjugates, is the share of the velocity that is kept.
    for (const Real wh : {0.3, 1.0, 1.5}) {
        EXPECT_NEAR(spectral_radius(eigenvalues(amplification(wh, 0.2))), std::exp(-0.1), 1e-13) << wh;
    }
}

}  // namespace
}  // namespace pleat
