// The law of pressed cloth: its force is the slope of its energy, its stiffness that of its force.
#include <gtest/gtest.h>

#include <pleat/forces/pressing_math.hpp>

namespace pleat::test {
namespace {

constexpr Real kDistance = 5e-4, kStiffness = 30;

Pressing at_share(Real share) { return pressing(share * kDistance, kDistance, kStiffness); }

TEST(Pressing, ForceIsTheSlopeOfItsEnergyAndStiffnessThatOfItsForce) {
    constexpr Real kStep = 1e-5;
    for (const Real share : {-0.5, 0.0, 0.05, 0.0999, 0.1001, 0.2, 0.5, 0.8, 0.99, 1.5}) {
        const Pressing low = at_share(share - kStep), here = at_share(share), high = at_share(share + kStep);
        const Real apart = 2 * kStep * kDistance;
        EXPECT_NEAR((low.energy - high.energy) / apart, here.force, 1e-6 * here.force + 1e-9) << share;
        if (share < 1) {
            EXPECT_NEAR((low.force - high.force) / apart, here.stiffness, 1e-3 * here.stiffness) << share;
        }
    }
}

TEST(Pressing, IsTheClosedFormDownToATenth) {
    for (const Real share : {0.1, 0.3, 0.7, 1.0}) {
        const Pressing here = at_share(share);
        EXPECT_NEAR(here.force, 0.5 * kStiffness * kDistance * (1 / (share * share) - 1), 1e-12);
        EXPECT_NEAR(here.energy, kStiffness * kDistance * kDistance * (1 - share) * (1 - share) / (2 * share), 1e-15);
    }
}

TEST(Pressing, BeginsSoftlyAndIsNothingFartherAway) {
    EXPECT_EQ(at_share(1).force, 0);
    EXPECT_EQ(at_share(1).stiffness, kStiffness);
    EXPECT_EQ(at_share(1.2).force, 0);
    EXPECT_EQ(at_share(1.2).energy, 0);
    EXPECT_NEAR(at_share(0.9999).stiffness, kStiffness, 1e-3 * kStiffness);
}

// What a step works with where cloth is pressed harder still.
TEST(Pressing, GoesOnAsALineBelowATenth) {
    const Pressing edge = at_share(Pressing::kTightest), below = at_share(0.02);
    EXPECT_EQ(below.stiffness, edge.stiffness);
    EXPECT_NEAR(below.force, edge.force + edge.stiffness * 0.08 * kDistance, 1e-9 * below.force);
}

}  // namespace
}  // namespace pleat::test
