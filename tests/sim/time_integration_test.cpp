// The closed forms of time integration that `./do validate` prints, with bounds.
#include "validation/time_integration.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "validation/bounds.hpp"

namespace pleat::test {
namespace {

using namespace validation;

void expect_near(const std::vector<Comparison>& results, const Bound& bound) {
    EXPECT_FALSE(results.empty());
    for (const Comparison& c : results) EXPECT_NEAR(c.ours, c.exact, bound.value) << c.what;
}

constexpr Real kRhos[] = {0, 0.2, 0.5, 0.8, 1};

TEST(TimeIntegration, FreeFallIsExactForSecondOrder) {
    expect_near(free_fall_of_second_order(), bounds::kFreeFallOfSecondOrder);
}

TEST(TimeIntegration, ASpringIsDampedAndSlowedAsTheAmplificationMatrixSays) {
    for (const TimeIntegrator integrator :
         {TimeIntegrator::backward_euler, TimeIntegrator::bdf2, TimeIntegrator::midpoint}) {
        expect_near(spring(with_integrator(integrator)), bounds::kSpring);
    }
    for (const Real rho : kRhos)
        expect_near(spring(with_integrator(TimeIntegrator::generalized_alpha, rho)), bounds::kSpring);
}

TEST(TimeIntegration, OfASpringTooFastForTheStepLeavesTheShareRho) {
    for (const Real rho : kRhos) {
        const auto results = spring(with_integrator(TimeIntegrator::generalized_alpha, rho));
        EXPECT_NEAR(results.back().ours, rho, 0.015) << rho;
    }
}

TEST(TimeIntegration, APendulumConvergesWithOrderTwo) {
    expect_near(pendulum_order(with_integrator(TimeIntegrator::bdf2), 2), bounds::kSecondOrder);
    for (const Real rho : kRhos) {
        expect_near(pendulum_order(with_integrator(TimeIntegrator::generalized_alpha, rho), 2), bounds::kSecondOrder);
    }
}

TEST(TimeIntegration, WithRhoOneKeepsTheEnergyOfASpring) { expect_near(energy_kept(100000), bounds::kEnergyKept); }

}  // namespace
}  // namespace pleat::test
