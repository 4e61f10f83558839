#include <limits>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <pleat/report/claims.hpp>

namespace pleat::test {
namespace {

Verdict judge(Wanted::Kind kind, Real bound, std::optional<Real> paper, std::optional<Real> ours) {
    return Claim{"id", "text", paper, ours, "", {kind, bound}, ""}.verdict();
}

TEST(Claims, AValueNearThePapersIsReproduced) {
    EXPECT_EQ(judge(Wanted::Kind::near_paper, 0.1, 2, 2.19), Verdict::reproduced);
    EXPECT_EQ(judge(Wanted::Kind::near_paper, 0.1, 2, 1.79), Verdict::refuted);
}

TEST(Claims, ABoundCanBeMetExceededOrMissed) {
    EXPECT_EQ(judge(Wanted::Kind::at_least, 4, 9, 5), Verdict::reproduced);
    EXPECT_EQ(judge(Wanted::Kind::at_least, 4, 9, 10), Verdict::exceeded);
    EXPECT_EQ(judge(Wanted::Kind::at_least, 4, 9, 3), Verdict::refuted);
    EXPECT_EQ(judge(Wanted::Kind::at_most, 1.1, 1, 1.05), Verdict::reproduced);
    EXPECT_EQ(judge(Wanted::Kind::at_most, 1.1, 1, 0.9), Verdict::exceeded);
    EXPECT_EQ(judge(Wanted::Kind::at_most, 1.1, 1, 1.2), Verdict::refuted);
}

TEST(Claims, ANumberThatIsMissingMustBeMissingOnBothSides) {
    EXPECT_EQ(judge(Wanted::Kind::near_paper, 0.1, {}, {}), Verdict::reproduced);
    EXPECT_EQ(judge(Wanted::Kind::near_paper, 0.1, {}, 1), Verdict::refuted);
    EXPECT_EQ(judge(Wanted::Kind::near_paper, 0.1, 1, {}), Verdict::refuted);
    const Real nan = std::numeric_limits<Real>::quiet_NaN();
    for (const auto kind : {Wanted::Kind::near_paper, Wanted::Kind::at_least, Wanted::Kind::at_most}) {
        EXPECT_EQ(judge(kind, 1, 1, nan), Verdict::refuted);
    }
}

TEST(Claims, JsonHasOneObjectAClaimWithAllThatIsAsked) {
    const std::vector<Claim> claims{
        {"ratio", "It is \"faster\".", 9, 5.5, "", {Wanted::Kind::at_least, 4}, "pleat reproduce x"},
        {"period", "There is none.", {}, {}, "s", {Wanted::Kind::near_paper, 0.25}, "pleat reproduce x"}};
    const auto json = nlohmann::json::parse(format_claims_json(claims));
    ASSERT_EQ(json.size(), 2u);
    EXPECT_EQ(json[0]["id"], "ratio");
    EXPECT_EQ(json[0]["text"], "It is \"faster\".");
    EXPECT_EQ(json[0]["paper"], 9);
    EXPECT_EQ(json[0]["ours"], 5.5);
    EXPECT_EQ(json[0]["wanted"], "at least 4");
    EXPECT_EQ(json[0]["verdict"], "reproduced");
    EXPECT_EQ(json[0]["command"], "pleat reproduce x");
    EXPECT_TRUE(json[1]["paper"].is_null());
    EXPECT_TRUE(json[1]["ours"].is_null());
    EXPECT_EQ(json[1]["unit"], "s");
    EXPECT_EQ(claims_table(claims).rows.size(), 2u);
}

}  // namespace
}  // namespace pleat::test
