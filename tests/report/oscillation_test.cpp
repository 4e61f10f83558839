#include <cmath>

#include <gtest/gtest.h>

#include <pleat/report/oscillation.hpp>

namespace pleat::test {
namespace {

// y(t) at 0, 0.03, ... 30 s.
template <class Function>
std::vector<Vec2> curve(Function&& y) {
    std::vector<Vec2> points;
    for (int i = 0; i <= 1000; ++i) points.emplace_back(0.03 * i, y(0.03 * i));
    return points;
}

TEST(DecayRate, IsThatOfAnExponential) {
    for (const Real rate : {0.008, 0.069, 0.2}) {
        const auto found = decay_rate(curve([&](Real t) { return 3 * std::exp(-rate * t); }));
        ASSERT_TRUE(found);
        EXPECT_NEAR(*found, rate, 1e-12);
    }
}

TEST(DecayRate, IsNotMisledByAnOscillation) {
    const auto found =
        decay_rate(curve([](Real t) { return std::exp(-0.07 * t) * (1 + 0.4 * std::sin(7 * t)) + 1e-7; }));
    ASSERT_TRUE(found);
    EXPECT_NEAR(*found, 0.07, 0.002);
}

TEST(DecayRate, IsNotMisledByAnEndThatIsOnlyNoise) {
    const auto found = decay_rate(curve([](Real t) { return std::exp(-0.5 * t) + 1e-6 * std::sin(40 * t); }));
    ASSERT_TRUE(found);
    EXPECT_NEAR(*found, 0.5, 0.002);
}

TEST(DecayRate, NeedsThreePositivePoints) {
    EXPECT_FALSE(decay_rate({}));
    EXPECT_FALSE(decay_rate(curve([](Real) { return -1; })));
    EXPECT_FALSE(decay_rate(curve([](Real t) { return 0.05 - t; })));
}

TEST(HalfPeriod, IsThatOfASineAroundAnyMean) {
    const auto found = half_period(curve([](Real t) { return 5 + 0.1 * std::sin(kPi * t / 0.9); }), 0.01);
    ASSERT_TRUE(found);
    EXPECT_NEAR(*found, 0.9, 0.005);
}

TEST(HalfPeriod, IsNoneWhereHardlyAnythingMoves) {
    EXPECT_FALSE(half_period(curve([](Real t) { return 1e-4 * std::sin(t); }), 1e-3));
    EXPECT_FALSE(half_period(curve([](Real t) { return t; }), 1e-3));
    EXPECT_FALSE(half_period({}, 1e-3));
}

}  // namespace
}  // namespace pleat::test
