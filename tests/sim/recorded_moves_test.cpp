// A simulation that records how far corrections move each particle.
#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include <pleat/io/scene_file.hpp>
#include <pleat/sim/checkpoint.hpp>

namespace pleat::test {
namespace {

// A sheet, held at one corner, that falls on a ball and folds.
Simulation sheet_on_ball(const std::string& method, bool records, int threads = 1) {
    SceneFile file = parse_scene(R"(
        [time]
        frame_rate = 20
        [method]
        preset = ")" + method + R"("
        [[cloth]]
        grid = { size = [0.6, 0.6], cells = [12, 12], facing = "level" }
        velocity = [0, -3, 0]
        [[pin]]
        group = "top-left"
        [[solid]]
        sphere = { radius = 0.12 }
        place = { translate = [0.03, -0.14, 0] })",
                                 "ball.toml");
    file.settings.record_moves = records;
    file.settings.threads = threads;
    return Simulation(file.model, file.scene, file.settings);
}

Real sum_of(const std::vector<Real>& values) { return std::accumulate(values.begin(), values.end(), Real{0}); }

class Moves : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Methods, Moves, testing::Values("large_steps", "interactive", "directional"),
                         [](const auto& method) { return std::string(method.param); });

std::string preset(const char* name) {
    std::string preset = name;
    std::replace(preset.begin(), preset.end(), '_', '-');
    return preset;
}

TEST_P(Moves, AreNoMoreThanTheAccountSaysAndThereWhereItSaysSo) {
    Simulation simulation = sheet_on_ball(preset(GetParam()), true);
    for (const auto& moved : simulation.frame_moves().by) EXPECT_EQ(sum_of(moved), 0);
    Real all = 0;
    for (int frame = 0; frame < 6; ++frame) {
        simulation.advance_frame();
        const FrameStats& stats = simulation.frame_stats();
        for (std::size_t mover = 0; mover < kFailSafeMover; ++mover) {
            const Real sum = sum_of(simulation.frame_moves().by[mover]);
            // The account counts each of several moves of a particle in a sweep by itself; solids move one only once.
            const Real account = stats.corrections.moved[mover];
            EXPECT_LE(sum, (1 + 1e-9) * account) << mover_name(mover);
            EXPECT_EQ(sum > 0, account > 0) << mover_name(mover);
            if (mover == mover_of(CorrectionKind::push_out)) {
                EXPECT_NEAR(sum, account, 1e-12);
            }
            all += sum;
        }
        const std::vector<Real>& safe = simulation.frame_moves().by[kFailSafeMover];
        EXPECT_EQ(sum_of(safe) > 0, stats.fail_safe_moves > 0) << frame;
        all += sum_of(safe);
    }
    EXPECT_GT(all, 0);
}

TEST_P(Moves, ChangeNoResultAndAreTheSameForAnyNumberOfThreads) {
    Simulation plain = sheet_on_ball(preset(GetParam()), false);
    Simulation one = sheet_on_ball(preset(GetParam()), true, 1);
    Simulation four = sheet_on_ball(preset(GetParam()), true, 4);
    for (int frame = 0; frame < 4; ++frame) {
        for (Simulation* simulation : {&plain, &one, &four}) simulation->advance_frame();
        EXPECT_EQ(one.frame_stats().hash, plain.frame_stats().hash);
        EXPECT_EQ(one.frame_moves().by, four.frame_moves().by);
        EXPECT_EQ(plain.frame_moves().by, MovedParticles{}.by) << "nobody asked";
    }
}

TEST_P(Moves, OfAFrameThatWasStoppedInTheMiddleAreThoseOfTheWholeFrame) {
    Simulation whole = sheet_on_ball(preset(GetParam()), true);
    for (int frame = 0; frame < 3; ++frame) whole.advance_frame();
    Simulation first = sheet_on_ball(preset(GetParam()), true);
    while (first.advance_frame([&] { return first.state().time > 0.12; })) {
    }
    ASSERT_GT(first.snapshot().frame_so_far.steps, 0) << "stopped inside a frame";
    ASSERT_EQ(first.state().frame, 2);
    const std::string bytes = format_checkpoint({42, first.snapshot(), {}});
    Simulation second = sheet_on_ball(preset(GetParam()), true);
    second.restore(parse_checkpoint(bytes, "state", 42).snapshot);
    second.advance_frame();
    EXPECT_EQ(second.frame_moves().by, whole.frame_moves().by);
}

}  // namespace
}  // namespace pleat::test
