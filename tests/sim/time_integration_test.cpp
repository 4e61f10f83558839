// The closed forms of time integration that `./do validate` prints, with bounds.
#include "validation/time_integration.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace pleat::test {
namespace {

using namespace validation;

void expect_near(const std::vector<Comparison>& results, Real bound) {
    EXPECT_FALSE(results.empty());
    for (const Comparison& c : results) EXPECT_NEAR(c.ours, c.exact, bound) << c.what;
}

constexpr Real kRhos[] = {0, 0.2, 0.5, 0.8, 1};

TEST(TimeIntegration, FreeFallIsExactForSecondOrder) { expect_near(free_fall_of_second_order(), 1e-11); }

TEST(TimeIntegration, ASpringIsDampedAndSlowedAsTheAmplificationMatrixSays) {
    for (const TimeIntegrator integrator :
         {TimeIntegrator::backward_euler, TimeIntegrator::bdf2, TimeIntegrator::midpoint}) {
        expect_near(spring(with_integrator(integrator)), 1e-7);
    }
    for (const Real rho : kRhos) expect_near(spring(with_integrator(TimeIntegrator::generalized_alpha, rho)), 1e-7);
}

TEST(TimeIntegration, OfASpringTooFastForTheStepLeavesTheShareRho) {
    for (const Real rho : kRhos) {
        const auto results = spring(with_integrator(TimeIntegrator::generalized_alpha, rho));
        EXPECT_NEAR(results.back().ours, rho, 0.015) << rho;
    }
}

TEST(TimeIntegration, APendulumConvergesWithOrderTwo) {
    expect_near(pendulum_order(with_integrator(TimeIntegrator::bdf2), 2), 0.05);
    for (const Real rho : kRhos) {
        expect_near(pendulum_order(with_integrator(TimeIntegrator::generalized_alpha, rho), 2), 0.05);
    }
}

TEST(TimeIntegration, WithRhoOneKeepsTheEnergyOfASpring) { expect_near(energy_kept(100000), 1e-10); }

}  // namespace
}  // namespace pleat::test
