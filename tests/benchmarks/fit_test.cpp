#include "benchmarks/fit.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace pleat::test {
namespace {

using bench::Cost;
using bench::fit_exponent;

TEST(Fit, FindsTheExponentOfAPowerLaw) {
    std::vector<Cost> costs;
    for (const Real n : {484.0, 900.0, 2601.0, 7396.0, 29929.0}) costs.push_back({n, 3e-6 * std::pow(n, 1.43)});
    EXPECT_NEAR(fit_exponent(costs), 1.43, 1e-12);
}

TEST(Fit, TakesTheMiddleOfScatteredCosts) {
    // A factor of 2 up and down at both ends leaves the slope as it is.
    const std::vector<Cost> costs{{10, 2}, {10, 0.5}, {1000, 200}, {1000, 50}};
    EXPECT_NEAR(fit_exponent(costs), 1, 1e-12);
}

TEST(Fit, DoesNotKnowUnits) {
    const std::vector<Cost> seconds{{500, 0.02}, {2600, 0.2}, {7400, 0.9}};
    std::vector<Cost> milliseconds = seconds;
    for (Cost& c : milliseconds) c.cost *= 1000;
    EXPECT_NEAR(fit_exponent(seconds), fit_exponent(milliseconds), 1e-12);
}

}  // namespace
}  // namespace pleat::test
