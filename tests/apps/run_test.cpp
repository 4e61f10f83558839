// What `pleat run` leaves behind.
#include <gtest/gtest.h>

#include <pleat/io/pc2.hpp>

#include "command.hpp"
#include "small_scene.hpp"
#include "tests/io/file_size_limit.hpp"
#include "tests/io/temporary_folder.hpp"
#include "tests/support/words.hpp"

namespace pleat {
namespace {

using test::has;
using Words = std::vector<std::string>;

class RunCommand : public testing::Test {
protected:
    RunCommand() { write_file(folder_ / "flag.toml", kFlag); }

    // pleat run flag.toml WORDS
    CommandResult run(const Words& words = {}) {
        Words all{"run", "flag.toml"};
        all.insert(all.end(), words.begin(), words.end());
        return run_command(folder_ / "", all);
    }

    TemporaryFolder folder_;
};

// Everything but what depends on how fast the machine is and how many threads it has.
nlohmann::json without_seconds(nlohmann::json stats) {
    stats.erase("threads");
    stats["totals"].erase("seconds");
    for (auto& frame : stats["frames"]) frame.erase("seconds");
    return stats;
}

TEST_F(RunCommand, LeavesThePromisedFilesAndNothingElse) {
    const CommandResult result = run({"--frames", "2", "--set", "output.formats=[\"pc2\", \"obj\", \"ply\"]"});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(all_in(folder_ / "out/flag"),
              (Words{"cloth.obj", "cloth.pc2", "energy.csv", "obj", "obj/cloth_0000.obj", "obj/cloth_0001.obj",
                     "obj/cloth_0002.obj", "ply", "ply/cloth_0000.ply", "ply/cloth_0001.ply", "ply/cloth_0002.ply",
                     "state.pleat", "stats.json"}));
    EXPECT_TRUE(has(result.out, "out/flag")) << result.out;
    EXPECT_TRUE(has(result.out, hash_in(folder_ / "out/flag"))) << result.out;
    EXPECT_TRUE(has(result.err, "frame 2/2")) << result.err;
}

TEST_F(RunCommand, QuietSaysNothingAndVerboseALineForEachFrame) {
    const CommandResult quiet = run({"--quiet"});
    EXPECT_EQ(quiet.status, 0);
    EXPECT_EQ(quiet.out + quiet.err, "");
    const CommandResult verbose = run({"--verbose"});
    for (int frame = 1; frame <= 12; ++frame) {
        EXPECT_TRUE(has(verbose.err, "frame " + std::to_string(frame) + ": ")) << verbose.err;
    }
}

TEST_F(RunCommand, TellsHowMuchClothIsInsideSolids) {
    write_file(folder_ / "inside.toml", R"(
        [world]
        gravity = [0, 0, 0]
        [[cloth]]
        grid = {size = [0.2, 0.2], cells = [4, 4], facing = "level"}
        place = {translate = [0.011, 0.017, 0.007]}
        [[solid]]
        sphere = {radius = 0.3, rings = 4}
    )");
    const CommandResult early = run_command(folder_ / "", {"run", "inside.toml", "--frames", "1", "--verbose"});
    EXPECT_TRUE(has(early.err, ", 25 inside solids")) << early.err;
    EXPECT_TRUE(has(early.out, "25 particles are still inside solids")) << early.out;
    const CommandResult late = run_command(folder_ / "", {"run", "inside.toml", "--frames", "40", "--verbose"});
    EXPECT_FALSE(has(late.out, "inside solids")) << late.out;
}

TEST_F(RunCommand, TheResultDoesNotDependOnTheNumberOfThreads) {
    run({"--threads", "1", "--out", "one"});
    run({"--threads", "2", "--out", "two"});
    run({"--threads", "4", "--out", "four"});
    EXPECT_EQ(hash_in(folder_ / "one"), hash_in(folder_ / "two"));
    EXPECT_EQ(hash_in(folder_ / "one"), hash_in(folder_ / "four"));
    EXPECT_EQ(read_file(folder_ / "one/cloth.pc2"), read_file(folder_ / "four/cloth.pc2"));
    EXPECT_EQ(stats_in(folder_ / "four")["threads"], 4);
}

TEST_F(RunCommand, TwoRunsDifferInTheirSecondsOnly) {
    run({"--out", "a"});
    run({"--out", "b"});
    EXPECT_EQ(without_seconds(stats_in(folder_ / "a")), without_seconds(stats_in(folder_ / "b")));
    for (const auto& file : {"cloth.obj", "cloth.pc2", "energy.csv"}) {
        EXPECT_EQ(read_file(folder_ / "a" / file), read_file(folder_ / "b" / file));
    }
}

TEST_F(RunCommand, AFinishedRunCanBeMadeLongerAndIsThenTheSameAsALongOne) {
    run({"--out", "grown", "--frames", "5"});
    EXPECT_EQ(run({"--out", "grown", "--frames", "12", "--resume"}).status, 0);
    run({"--out", "whole"});
    EXPECT_EQ(without_seconds(stats_in(folder_ / "grown")), without_seconds(stats_in(folder_ / "whole")));
    EXPECT_EQ(read_file(folder_ / "grown/cloth.pc2"), read_file(folder_ / "whole/cloth.pc2"));
}

TEST_F(RunCommand, ResumingAFinishedRunSaysThatNothingIsLeftToDo) {
    run();
    const Words before = all_in(folder_ / "out/flag");
    const CommandResult again = run({"--resume"});
    EXPECT_EQ(again.status, 0) << again.err;
    EXPECT_TRUE(has(again.out, "Nothing was left to do")) << again.out;
    EXPECT_EQ(all_in(folder_ / "out/flag"), before);
}

TEST_F(RunCommand, AFinishedRunIsReplaced) {
    run({"--frames", "5"});
    EXPECT_EQ(run({"--frames", "3"}).status, 0);
    EXPECT_EQ(read_pc2_header(folder_ / "out/flag/cloth.pc2").samples, 4);
}

TEST_F(RunCommand, ResumingNothingIsRefused) {
    const CommandResult result = run({"--resume"});
    EXPECT_EQ(result.status, 2);
    EXPECT_TRUE(has(result.err, "no checkpoint")) << result.err;
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
}

TEST_F(RunCommand, ADamagedCheckpointIsRefused) {
    run();
    const std::string good = read_file(folder_ / "out/flag/state.pleat");
    std::string flipped = good;
    flipped[good.size() / 2] ^= 1;
    for (const std::string& bad : {std::string(), std::string("nonsense"), good.substr(0, good.size() - 1), flipped}) {
        write_file(folder_ / "out/flag/state.pleat", bad);
        const CommandResult result = run({"--resume", "--frames", "20"});
        EXPECT_EQ(result.status, 2) << result.err;
        EXPECT_TRUE(has(result.err, "state.pleat")) << result.err;
    }
}

TEST_F(RunCommand, ACheckpointOfAnotherSceneIsRefused) {
    run();
    const CommandResult result = run({"--resume", "--frames", "20", "--set", "world.gravity=[0, -1, 0]"});
    EXPECT_EQ(result.status, 2) << result.err;
    EXPECT_TRUE(has(result.err, "another scene")) << result.err;
    EXPECT_EQ(run({"--resume", "--frames", "13"}).status, 0);  // and the run is as good as before
}

TEST_F(RunCommand, ASimulationThatCannotGoOnLeavesTheFramesBefore) {
    const Words impossible{"--set",          "steps.max=0.01", "--set",
                           "steps.min=0.01", "--set",          "steps.max_stretch_change=0.0005"};
    const CommandResult result = run(impossible);
    EXPECT_EQ(result.status, 4) << result.err;
    EXPECT_TRUE(has(result.err, "pleat: the simulation cannot go on: at ")) << result.err;
    const auto stats = stats_in(folder_ / "out/flag");
    EXPECT_EQ(stats["status"], "cannot go on");
    EXPECT_EQ(read_pc2_header(folder_ / "out/flag/cloth.pc2").samples, static_cast<int>(stats["frames"].size()));
    EXPECT_EQ(all_in(folder_ / "out/flag"),
              (Words{"cloth.obj", "cloth.pc2", "energy.csv", "state.pleat", "stats.json"}));
    EXPECT_EQ(run(impossible).status, 4);  // such a run is no reason to refuse the next
}

TEST_F(RunCommand, AFolderThatCannotBeWrittenIsAnIoError) {
    write_file(folder_ / "file", "");
    const CommandResult result = run({"--out", "file/run"});
    EXPECT_EQ(result.status, 3);
    EXPECT_TRUE(has(result.err, "file/run")) << result.err;
}

TEST_F(RunCommand, AFullDiskIsAnIoErrorAndTheRunCanBeResumed) {
    CommandResult result;
    {
        const FileSizeLimit limit(20000);  // room for mesh and checkpoint and for eight frames
        result = run({"--frames", "20", "--quiet"});
    }
    EXPECT_EQ(result.status, 3) << result.err;
    EXPECT_TRUE(has(result.err, "cloth.pc2")) << result.err;
    EXPECT_TRUE(has(result.err, "--resume")) << result.err;
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    for (const std::string& name : all_in(folder_ / "out/flag")) {
        EXPECT_TRUE(name == "cloth.obj" || name == "cloth.pc2.part" || name == "state.pleat") << name;
    }
    EXPECT_EQ(run({"--frames", "20", "--resume"}).status, 0);
    run({"--frames", "20", "--out", "whole"});
    EXPECT_EQ(read_file(folder_ / "out/flag/cloth.pc2"), read_file(folder_ / "whole/cloth.pc2"));
}

}  // namespace
}  // namespace pleat
