#include <gtest/gtest.h>

#include <pleat/sim/step_control.hpp>

namespace pleat::test {
namespace {

TEST(StepControl, DividesAFrameIntoEqualSteps) {
    const StepControl control({.max_step = 0.01, .min_step = 1e-6});
    StepControlState state;
    EXPECT_NEAR(control.next_step(state, 1.0 / 30), 1.0 / 120, 1e-15);
    EXPECT_EQ(control.next_step(state, 0.01), 0.01);
    EXPECT_EQ(control.next_step(state, 0.003), 0.003);
}

TEST(StepControl, HalvesAfterAFailureAndDoublesAfterTwoSuccesses) {
    const StepControl control({.max_step = 0.016, .min_step = 1e-6});
    StepControlState state;
    ASSERT_TRUE(control.reject(state, 0.016));
    EXPECT_EQ(state.step, 0.008);
    control.accept(state, 0.008);
    EXPECT_EQ(state.step, 0.008);
    control.accept(state, 0.008);
    EXPECT_EQ(state.step, 0.016);
}

TEST(StepControl, WaitsLongerAfterEachFailureAtTheLargerSizeUpTo40) {
    const StepControl control({.max_step = 0.016, .min_step = 1e-6});
    StepControlState state;
    ASSERT_TRUE(control.reject(state, 0.016));
    std::vector<int> waits;
    for (int round = 0; round < 7; ++round) {
        int good = 0;
        while (state.step < 0.016) {
            control.accept(state, 0.008);
            ++good;
        }
        waits.push_back(good);
        ASSERT_TRUE(control.reject(state, 0.016));  // the larger size fails at once
    }
    EXPECT_EQ(waits, (std::vector<int>{2, 4, 8, 16, 32, 40, 40}));
}

TEST(StepControl, ForgetsTheWaitOnceTheLargerSizeHolds) {
    const StepControl control({.max_step = 0.016, .min_step = 1e-6});
    StepControlState state;
    state.step = 0.008;
    state.wait = 16;
    for (int i = 0; i < 16; ++i) control.accept(state, 0.008);
    EXPECT_EQ(state.step, 0.016);
    control.accept(state, 0.016);
    control.accept(state, 0.016);
    EXPECT_EQ(state.wait, 2);
}

TEST(StepControl, GivesUpAtTheSmallestStep) {
    const StepControl control({.max_step = 0.016, .min_step = 0.005});
    StepControlState state;
    EXPECT_TRUE(control.reject(state, 0.016));
    EXPECT_TRUE(control.reject(state, 0.008));
    EXPECT_EQ(state.step, 0.005);
    EXPECT_FALSE(control.reject(state, 0.005));
}

}  // namespace
}  // namespace pleat::test
