// What `pleat reproduce` tells and leaves behind.
#include <algorithm>

#include <gtest/gtest.h>

#include "command.hpp"
#include "small_scene.hpp"
#include "tests/io/temporary_folder.hpp"
#include "tests/report/page_checks.hpp"

namespace pleat {
namespace {

using test::has;
using Words = std::vector<std::string>;

nlohmann::json claim(const nlohmann::json& claims, const std::string& id) {
    const auto found =
        std::find_if(claims.begin(), claims.end(), [&](const nlohmann::json& one) { return one["id"] == id; });
    EXPECT_NE(found, claims.end()) << id;
    return found == claims.end() ? nlohmann::json() : *found;
}

TEST(Reproduce, GeneralizedAlphaKeepsEnergyAtTheSameWork) {
    const TemporaryFolder folder;
    const CommandResult result =
        run_command(folder / "", {"reproduce", "generalized-alpha", "--quick", "--out", "out"});
    ASSERT_EQ(result.status, 0) << result.err;
    EXPECT_TRUE(has(result.out, "verdict")) << result.out;

    const auto claims = nlohmann::json::parse(read_file(folder / "out/claims.json"));
    for (const auto& one : claims) {
        for (const char* key : {"id", "text", "paper", "ours", "unit", "verdict", "command"}) {
            EXPECT_TRUE(one.contains(key)) << key;
        }
        EXPECT_EQ(one["command"], "pleat reproduce generalized-alpha --quick");
    }
    // So short a run shows only the first seconds after the stop, in which folds form, and one run is partly chance;
    // the full one takes medians (docs/papers/generalized-alpha.md). From the same states a step takes fewer
    // iterations; in its own run it takes what the livelier motion needs.
    for (const char* step : {"0.005", "0.03"}) {
        EXPECT_GE(claim(claims, std::string("sigma-ratio-") + step)["ours"], 1.2) << step;
        EXPECT_LE(claim(claims, std::string("work-evaluations-") + step)["ours"], 1.01);  // one more in the first step
        EXPECT_LE(claim(claims, std::string("work-same-") + step)["ours"], 0.9) << step;
        EXPECT_LE(claim(claims, std::string("work-driven-") + step)["ours"], 1.4) << step;
    }
    EXPECT_EQ(claim(claims, "figure-1-formula")["verdict"], "reproduced");

    const std::string page = read_file(folder / "out/generalized-alpha.html");
    test::expect_self_contained(page);
    EXPECT_EQ(test::count(page, "<img "), 16);
    const std::string markdown = read_file(folder / "out/generalized-alpha.md");
    const Words files = all_in(folder / "out/generalized-alpha");
    EXPECT_EQ(files.size(), 16u + 4u);
    for (const std::string& file : files) EXPECT_TRUE(has(markdown, "(generalized-alpha/" + file + ")")) << file;
}

TEST(Reproduce, RefusesAPaperThatItDoesNotKnow) {
    const TemporaryFolder folder;
    const CommandResult result = run_command(folder / "", {"reproduce", "generalised-alpha"});
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.err, "pleat: there is no paper \"generalised-alpha\" (did you mean \"generalized-alpha\"?)\n");
    EXPECT_EQ(run_command(folder / "", {"reproduce"}).status, 2);
    EXPECT_FALSE(std::filesystem::exists(folder / "out"));
}

}  // namespace
}  // namespace pleat
