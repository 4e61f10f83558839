// What `pleat compare` tells and leaves behind.
#include <csignal>
#include <regex>

#include <gtest/gtest.h>

#include "command.hpp"
#include "small_scene.hpp"
#include "tests/io/temporary_folder.hpp"
#include "tests/report/page_checks.hpp"

namespace pleat {
namespace {

using test::count;
using test::expect_self_contained;
using test::has;
using Words = std::vector<std::string>;

class CompareCommand : public testing::Test {
protected:
    CompareCommand() { write_file(folder_ / "flag.toml", kFlag); }

    // pleat compare flag.toml WORDS
    Words words(const Words& more) const {
        Words all{"compare", "flag.toml"};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }
    CommandResult run(const Words& more) const { return run_command(folder_ / "", words(more)); }

    void expect_refused(const Words& more, const std::string& part) const {
        const CommandResult result = run(more);
        EXPECT_EQ(result.status, 2) << result.err;
        EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
        EXPECT_TRUE(has(result.err, part)) << result.err;
        EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
    }

    TemporaryFolder folder_;
};

const Words kTwoMethods{"--vary", "method=large-steps,generalized-alpha", "--frames", "6"};

TEST_F(CompareCommand, PrintsATableAndWritesOnePageThatNeedsNothingElse) {
    const CommandResult result = run(kTwoMethods);
    ASSERT_EQ(result.status, 0) << result.err;
    for (const char* column :
         {"energy decay", "numerical loss", "worst stretch", "steps", "CG iterations", "seconds"}) {
        EXPECT_TRUE(has(result.out, column)) << result.out;
    }
    EXPECT_TRUE(has(result.out, "\nmethod.preset=large-steps ")) << result.out;
    EXPECT_TRUE(has(result.out, "out/flag-compare.html\n")) << result.out;
    EXPECT_TRUE(has(result.err, "variant 2/2  frame 6/6")) << result.err;
    EXPECT_EQ(all_in(folder_ / "out"), Words{"flag-compare.html"});
    const std::string page = read_file(folder_ / "out/flag-compare.html");
    expect_self_contained(page);
    EXPECT_TRUE(has(page, "pleat compare flag.toml --vary method=large-steps,generalized-alpha --frames 6"));
    EXPECT_EQ(count(page, "<img "), 6);  // three moments of two variants
    EXPECT_EQ(count(page, "<svg"), 3);
    EXPECT_EQ(count(page, "<path fill=\"none\""), 3 * 2 * 2);  // each curve, and once more in the legend
}

TEST_F(CompareCommand, RunsEveryCombinationAndVariesAnyKey) {
    const CommandResult result =
        run({"--vary", "cloth.0.fabric=cotton,denim", "--vary", "world.gravity=[0, -9.81, 0],[0, -1.62, 0]", "--frames",
             "2", "--pictures", "0", "--out", "all.html", "--set", "steps.max=0.01"});
    ASSERT_EQ(result.status, 0) << result.err;
    for (const char* fabric : {"cotton", "denim"}) {
        for (const char* gravity : {"[0, -9.81, 0]", "[0, -1.62, 0]"}) {
            EXPECT_TRUE(has(result.out, std::string("cloth.0.fabric=") + fabric + ", world.gravity=" + gravity + " "));
        }
    }
    EXPECT_EQ(count(read_file(folder_ / "all.html"), "<img "), 0);
}

TEST_F(CompareCommand, TwoPagesDifferInTheirSecondsOnly) {
    Words first = kTwoMethods, second = kTwoMethods;
    first.insert(first.end(), {"--pictures", "1", "--out", "a.html", "--threads", "1"});
    second.insert(second.end(), {"--pictures", "1", "--out", "b.html", "--threads", "2"});
    ASSERT_EQ(run(first).status + run(second).status, 0);
    const std::regex seconds("<td>[0-9.]+</td><td>finished</td>");
    const auto without_seconds = [&](const char* name) {
        return std::regex_replace(read_file(folder_ / name), seconds, "");
    };
    EXPECT_TRUE(without_seconds("a.html") == without_seconds("b.html"));
}

TEST_F(CompareCommand, RefusesBadKeysAndValuesBeforeAnythingRuns) {
    expect_refused({"--vary", "metod.rho=0,1"}, "--vary metod.rho=0: ");
    expect_refused({"--vary", "method=large-steps,generalised"}, "--vary method.preset=generalised: ");
    expect_refused({"--vary", "steps.max=0.01,-1"}, "steps.max = -1; must be > 0");
    expect_refused({"--vary", "steps.max"}, "must be key=value,value,...");
    expect_refused({"--vary", "world.gravity=[0, 1"}, "\"]\" is missing");
    expect_refused({"--vary", "steps.max=0.01", "--set", "steps.min=x"}, "--set steps.min=x: ");
    expect_refused({"--vary", "steps.max=0.01", "--out", "page.pdf"}, "must end in .html");
    expect_refused({}, "--vary");
}

TEST_F(CompareCommand, AVariantThatCannotGoOnIsShownAndTheOthersAreRun) {
    const CommandResult result = run({"--vary", "steps.max_stretch_change=0.0005,10", "--set", "steps.max=0.01",
                                      "--set", "steps.min=0.01", "--frames", "6", "--pictures", "1"});
    EXPECT_EQ(result.status, 4) << result.err;
    EXPECT_TRUE(has(result.err, "pleat: steps.max_stretch_change=0.0005: the simulation cannot go on: ")) << result.err;
    EXPECT_TRUE(has(result.out, "finished")) << result.out;
    const std::string page = read_file(folder_ / "out/flag-compare.html");
    EXPECT_TRUE(has(page, "<td>cannot go on: "));
    EXPECT_TRUE(has(page, "<td>finished</td>"));
}

TEST_F(CompareCommand, AFolderThatCannotBeWrittenIsAnIoError) {
    write_file(folder_ / "file", "");
    EXPECT_EQ(run({"--vary", "steps.max=0.01", "--frames", "1", "--out", "file/page.html"}).status, 3);
}

TEST_F(CompareCommand, LeavesNothingWhenItIsStopped) {
    Command command(folder_ / "", words({"--vary", "steps.max=0.01,0.005", "--frames", "1000000"}));
    command.wait_until_it_handles(SIGINT);
    command.send(SIGINT);
    const CommandResult result = command.wait();
    EXPECT_EQ(result.status, 130);
    EXPECT_TRUE(has(result.err, "pleat: stopped; out/flag-compare.html was not written\n")) << result.err;
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
}

}  // namespace
}  // namespace pleat
