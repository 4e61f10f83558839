// The benchmark of Wang et al. 2021, where it is at hand, and files that are not in its form.
#include <cstdio>
#include <filesystem>

#include <gtest/gtest.h>

#include <pleat/io/collision_queries.hpp>

#include "expect_error.hpp"
#include "tests/support/places.hpp"

namespace pleat {
namespace {

namespace fs = std::filesystem;

const std::string kRow = "1,2,-3,4,123456789012345678901234567890,1,1\n";

std::string rows(int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += kRow;
    return text;
}

void expect_refused(const std::string& text, const std::string& message) {
    const std::string found = error_of(ErrorKind::bad_input, [&] { parse_collision_queries(text, "q.csv"); });
    EXPECT_NE(found.find(message), std::string::npos) << found;
}

TEST(CollisionQueries, ReadsIntegersOfAnyLength) {
    const auto queries = parse_collision_queries(rows(16), "q.csv");
    ASSERT_EQ(queries.size(), 2u);
    EXPECT_EQ(queries[1].motion.end[3], Vec3(0.5, -0.75, 123456789012345678901234567890.0));
    EXPECT_TRUE(queries[0].is_contact);
    EXPECT_TRUE(parse_collision_queries("", "q.csv").empty());
}

TEST(CollisionQueries, ToldWithCarriageReturnsAndEmptyLines) {
    std::string text = "\n" + rows(8) + "\n\n";
    for (std::size_t i = 0; (i = text.find('\n', i)) != text.npos; i += 2) text.insert(i, "\r");
    EXPECT_EQ(parse_collision_queries(text, "q.csv").size(), 1u);
}

TEST(CollisionQueries, AMistakeIsToldWithItsPlace) {
    expect_refused(rows(2) + "1,1,x,1,0,1,0\n", "q.csv:3:5: \"x\"; must be an integer");
    expect_refused("1,1,1.5,1,0,1,0\n", "q.csv:1:5: \"1.5\"; must be an integer");
    expect_refused("1,1,,1,0,1,0\n", "q.csv:1:5: \"\"; must be an integer");
    expect_refused("1,1,1,0,0,1,0\n", "q.csv:1:7: \"0\"; must not be 0");
    expect_refused("1,1,1,1,0,1,2\n", "q.csv:1:13: \"2\"; must be 0 or 1");
    expect_refused("1,1,1,1,0,1\n", "q.csv:1:1: \"1,1,1,1,0,1\"; must be 7 integers");
    expect_refused(std::string(400, '9') + ",1,1,1,0,1,0\n", "not that large");
    expect_refused(rows(7), "q.csv:7:1: ");
    expect_refused(kRow + "1,1,1,1,0,1,0\n", "q.csv:2:13: \"0\"; must be the same answer");
}

TEST(CollisionQueries, NoContactOfTheBenchmarkIsMissed) {
    const fs::path folder = test::source_path("../shared/data/ccd-queries");
    if (!fs::exists(folder)) GTEST_SKIP() << "the benchmark is not here: " << folder;
    int queries = 0, contacts = 0, too_many = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.path().extension() != ".csv") continue;
        const bool is_edges = entry.path().parent_path().filename() == "edge-edge";
        for (const CollisionQuery& query : read_collision_queries(entry.path())) {
            const bool found =
                first_contact(is_edges ? PairKind::edge_edge : PairKind::vertex_face, query.motion).has_value();
            EXPECT_TRUE(found || !query.is_contact) << entry.path() << " query " << queries;
            ++queries;
            contacts += query.is_contact ? 1 : 0;
            too_many += found && !query.is_contact ? 1 : 0;
        }
    }
    std::printf("%d queries, %d contacts, none missed, %d too many\n", queries, contacts, too_many);
    EXPECT_GT(contacts, 0);
    EXPECT_LE(too_many, queries / 10);
}

}  // namespace
}  // namespace pleat
