// Runs that are stopped or killed, and go on as if nothing had been.
#include <chrono>
#include <csignal>
#include <random>
#include <thread>

#include <gtest/gtest.h>

#include "command.hpp"
#include "small_scene.hpp"
#include "tests/io/temporary_folder.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/words.hpp"

namespace pleat {
namespace {

using test::has;
using Words = std::vector<std::string>;
using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

// With --energy-steps.
const Words kFiles{"cloth.obj", "cloth.pc2", "energy-steps.csv", "energy.csv", "state.pleat", "stats.json"};

// Slides over a ball while it is wrapped around it.
constexpr const char* kSheetOnBall = R"(
[[cloth]]
grid = { size = [0.5, 0.5], cells = [10, 10], facing = "level" }
[[solid]]
sphere = { radius = 0.15 }
place = { translate = [0.05, -0.16, 0] }
friction = 0.1
)";

class Resume : public testing::Test {
protected:
    Resume() {
        write_file(folder_ / "flag.toml", kFlag);
        write_file(folder_ / "ball.toml", kSheetOnBall);
    }

    Words words(const std::string& out, int frames, const Words& more = {}) const {
        // One thread, so that other programs on the machine make no difference to the time it takes.
        Words all{"run", scene_, "--quiet", "--threads", "1", "--out", out, "--frames", std::to_string(frames)};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }
    CommandResult run(const Words& all) const { return run_command(folder_ / "", all); }

    // Stops a run in the middle of a frame, goes on with it, and compares it with one that was left alone.
    void stop_and_resume(int signal) {
        // Frames of a second have many steps, so that the signal falls into one.
        const Words slow{"--set", "time.frame_rate=1", "--energy-steps"};
        Command command(folder_ / "", words("stopped", 1'000'000, slow));
        command.wait_until_there_is("stopped/state.pleat");
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        command.send(signal);
        const CommandResult stopped = command.wait();
        EXPECT_EQ(stopped.status, 128 + signal) << stopped.err;
        EXPECT_TRUE(has(stopped.err,
                        "to go on: pleat run flag.toml --out stopped --frames 1000000 --threads 1 --set "
                        "time.frame_rate=1 --energy-steps --resume"))
            << stopped.err;
        EXPECT_EQ(stats_in(folder_ / "stopped")["status"], "interrupted");
        EXPECT_EQ(all_in(folder_ / "stopped"), kFiles);
        const int frames = static_cast<int>(stats_in(folder_ / "stopped")["frames"].size()) + 2;

        const CommandResult refused = run(words("stopped", frames, slow));
        EXPECT_EQ(refused.status, 2);
        EXPECT_TRUE(has(refused.err, "unfinished")) << refused.err;

        Words resume = slow;
        resume.push_back("--resume");
        EXPECT_EQ(run(words("stopped", frames, resume)).status, 0);
        EXPECT_EQ(run(words("whole", frames, slow)).status, 0);
        EXPECT_EQ(hash_in(folder_ / "stopped"), hash_in(folder_ / "whole"));
        EXPECT_EQ(read_file(folder_ / "stopped/cloth.pc2"), read_file(folder_ / "whole/cloth.pc2"));
        EXPECT_EQ(read_file(folder_ / "stopped/energy.csv"), read_file(folder_ / "whole/energy.csv"));
        EXPECT_EQ(read_file(folder_ / "stopped/energy-steps.csv"), read_file(folder_ / "whole/energy-steps.csv"));
    }

    // Kills runs twice at random moments, goes on with them, and compares them with one that was left alone.
    void kill_and_resume(int frames);

    TemporaryFolder folder_;
    std::string scene_ = "flag.toml";
};

TEST_F(Resume, AfterAnInterruptGivesTheSameResult) { stop_and_resume(SIGINT); }

TEST_F(Resume, AfterATerminationGivesTheSameResult) { stop_and_resume(SIGTERM); }

TEST_F(Resume, WhileSettlingGivesTheSameResult) {
    const Words settling{"--set", "time.settle=10", "--energy-steps"};
    Command command(folder_ / "", words("stopped", 2, settling));
    command.wait_until_there_is("stopped/cloth.pc2.part");
    command.send(SIGINT);
    EXPECT_EQ(command.wait().status, 130);
    EXPECT_EQ(stats_in(folder_ / "stopped")["frames"].size(), 0u);
    EXPECT_EQ(run(words("stopped", 2, {"--set", "time.settle=10", "--energy-steps", "--resume"})).status, 0);
    EXPECT_EQ(run(words("whole", 2, settling)).status, 0);
    EXPECT_EQ(hash_in(folder_ / "stopped"), hash_in(folder_ / "whole"));
    EXPECT_EQ(read_file(folder_ / "stopped/cloth.pc2"), read_file(folder_ / "whole/cloth.pc2"));
    EXPECT_EQ(read_file(folder_ / "stopped/cloth.obj"), read_file(folder_ / "whole/cloth.obj"));
    EXPECT_EQ(read_file(folder_ / "stopped/energy-steps.csv"), read_file(folder_ / "whole/energy-steps.csv"));
}

void Resume::kill_and_resume(int frames) {
    const Words often{"--checkpoint-every", "0", "--energy-steps"}, resume{"--energy-steps", "--resume"};
    const auto start = Clock::now();
    ASSERT_EQ(run(words("whole", frames, often)).status, 0);
    const double whole_seconds = Seconds(Clock::now() - start).count();
    const std::string hash = hash_in(folder_ / "whole");
    const std::string cache = read_file(folder_ / "whole/cloth.pc2");
    const std::string steps = read_file(folder_ / "whole/energy-steps.csv");

    std::mt19937 random(1);
    std::uniform_real_distribution<double> moment(0, whole_seconds);
    const int runs = test::effort(20, 2);
    for (int i = 0; i < runs; ++i) {
        const std::string out = "killed" + std::to_string(i);
        for (int kills = 0; kills < 2; ++kills) {
            const bool can_resume = std::filesystem::exists(folder_ / (out + "/state.pleat"));
            Command command(folder_ / "",
                            words(out, frames,
                                  can_resume ? Words{"--checkpoint-every", "0", "--energy-steps", "--resume"} : often));
            std::this_thread::sleep_for(Seconds(moment(random) / (1 + kills)));
            command.send(SIGKILL);
            command.wait();
        }
        const bool can_resume = std::filesystem::exists(folder_ / (out + "/state.pleat"));
        const CommandResult last = run(words(out, frames, can_resume ? resume : often));
        ASSERT_EQ(last.status, 0) << last.err;
        EXPECT_EQ(hash_in(folder_ / out), hash);
        EXPECT_TRUE(read_file(folder_ / (out + "/cloth.pc2")) == cache);
        EXPECT_TRUE(read_file(folder_ / (out + "/energy-steps.csv")) == steps);
        EXPECT_EQ(all_in(folder_ / out), all_in(folder_ / "whole"));
    }
}

TEST_F(Resume, AfterBeingKilledAtAnyMomentGivesTheSameResult) { kill_and_resume(50); }

TEST_F(Resume, AfterBeingKilledInTheMiddleOfContactGivesTheSameResult) {
    scene_ = "ball.toml";
    kill_and_resume(30);
    int frames_with_contact = 0;
    const auto stats = stats_in(folder_ / "whole");
    for (const auto& frame : stats["frames"]) {
        if (frame["ledger"]["contact"] != 0) ++frames_with_contact;
    }
    EXPECT_GT(frames_with_contact, 10);
}

TEST_F(Resume, TheLedgerOfStepsMustBeThereFromTheStart) {
    ASSERT_EQ(run(words("out", 2)).status, 0);
    const CommandResult refused = run(words("out", 4, {"--resume", "--energy-steps"}));
    EXPECT_EQ(refused.status, 2);
    EXPECT_TRUE(has(refused.err, "out/energy-steps.csv: the run was begun without it")) << refused.err;
    ASSERT_EQ(run(words("out", 2, {"--energy-steps"})).status, 0);
    const std::string good = read_file(folder_ / "out/energy-steps.csv");
    for (const std::string& bad : {std::string(), std::string("nonsense"), good.substr(0, good.size() - 30)}) {
        write_file(folder_ / "out/energy-steps.csv", bad);
        EXPECT_EQ(run(words("out", 4, {"--resume", "--energy-steps"})).status, 2) << bad;
    }
    // Without the option the table would not be true any more.
    ASSERT_EQ(run(words("out", 4, {"--resume"})).status, 0);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out/energy-steps.csv"));
}

TEST_F(Resume, AKilledRunIsNotOverwrittenByAccident) {
    {
        Command command(folder_ / "", words("killed", 1'000'000));
        command.wait_until_there_is("killed/state.pleat");
        command.send(SIGKILL);
        command.wait();
    }
    const CommandResult refused = run(words("killed", 3));
    EXPECT_EQ(refused.status, 2);
    EXPECT_TRUE(has(refused.err, "--resume") && has(refused.err, "--overwrite")) << refused.err;
    EXPECT_EQ(run(words("killed", 3, {"--overwrite"})).status, 0);
}

TEST_F(Resume, TwoRunsCannotWriteIntoOneFolder) {
    Command first(folder_ / "", words("both", 1'000'000));
    first.wait_until_there_is("both/state.pleat");
    const CommandResult second = run(words("both", 3, {"--overwrite"}));
    EXPECT_EQ(second.status, 2);
    EXPECT_TRUE(has(second.err, "another run")) << second.err;
    first.send(SIGTERM);
    EXPECT_EQ(first.wait().status, 143);
}

}  // namespace
}  // namespace pleat
