#include <gtest/gtest.h>

#include <pleat/io/scene_file.hpp>
#include <pleat/sim/step_ledger.hpp>

namespace pleat::test {
namespace {

Simulation driven_sheet() {
    const SceneFile file = parse_scene(R"(
        [time]
        frame_rate = 10
        settle = 0.05
        [[cloth]]
        grid = {size = [0.4, 0.4], cells = [6, 6]}
        [[pin]]
        group = "top"
        motion = {sine = {amplitude = [0, 0, 0.1], period = 0.4}})",
                                       "sheet.toml");
    return Simulation(file.model, file.scene, file.settings);
}

TEST(StepLedger, StepsAddUpToTheirFrame) {
    Simulation simulation = driven_sheet();
    StepLedger steps(simulation);
    for (int frame = 0; frame < 4; ++frame) {
        EnergyFlows flows;
        Real remainder = 0, duration = 0;
        int count = 0;
        const auto add = [&] {
            const StepEnergy step = steps.after_step(simulation);
            EXPECT_EQ(step.frame, frame);
            EXPECT_EQ(step.time, simulation.state().time);
            EXPECT_GT(step.size, 0);
            flows += step.ledger.flows;
            remainder += step.ledger.remainder();
            duration += step.size;
            ++count;
            return false;
        };
        ASSERT_TRUE(simulation.advance_frame(add));
        add();
        const FrameStats& stats = simulation.frame_stats();
        EXPECT_EQ(count, stats.steps);
        EXPECT_NEAR(duration, frame == 0 ? 0.05 : 0.1, 1e-12);
        for (const EnergyFlow& flow : kEnergyFlows) EXPECT_NEAR(flows.*flow.value, stats.flows.*flow.value, 1e-12);
        EXPECT_NEAR(remainder, stats.remainder, 1e-12);
    }
}

}  // namespace
}  // namespace pleat::test
