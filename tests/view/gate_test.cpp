#include <gtest/gtest.h>

#include <pleat/view/gate.hpp>

namespace pleat {
namespace {

using namespace std::chrono_literals;

const Gate kGate{4711, "0123456789abcdef0123456789abcdef"};

TEST(Gate, KnowsTheLoopbackAddressByItsNamesAndPort) {
    EXPECT_TRUE(kGate.knows_host("127.0.0.1:4711"));
    EXPECT_TRUE(kGate.knows_host("localhost:4711"));
    for (const char* host : {"", "127.0.0.1", "127.0.0.1:4712", "127.0.0.1:47110", "evil.example:4711", "localhost",
                             "127.0.0.1:4711.evil.example", "x127.0.0.1:4711"}) {
        EXPECT_FALSE(kGate.knows_host(host)) << host;
    }
}

TEST(Gate, KnowsOnlyItsOwnPage) {
    EXPECT_TRUE(kGate.knows_origin("http://127.0.0.1:4711"));
    EXPECT_TRUE(kGate.knows_origin("http://localhost:4711"));
    for (const char* origin : {"", "null", "http://evil.example", "https://127.0.0.1:4711", "http://127.0.0.1:4711/",
                               "http://127.0.0.1", "127.0.0.1:4711", "file://"}) {
        EXPECT_FALSE(kGate.knows_origin(origin)) << origin;
    }
}

TEST(Gate, WantsTheWholeTokenAndNothingElse) {
    const std::string good = "/session?token=" + kGate.token;
    EXPECT_TRUE(kGate.knows_session(good));
    for (const std::string& target :
         {std::string("/session"), std::string("/session?token="), good + "0", good.substr(0, good.size() - 1),
          "/" + good, "/session?token=1" + good.substr(16)}) {
        EXPECT_FALSE(kGate.knows_session(target)) << target;
    }
}

TEST(Gate, MakesAnotherTokenEachTime) {
    const std::string token = make_token();
    EXPECT_EQ(token.size(), 32u);
    EXPECT_EQ(token.find_first_not_of("0123456789abcdef"), std::string::npos);
    EXPECT_NE(token, make_token());
}

TEST(RateLimit, LetsABurstThroughAndThenSoManyASecond) {
    const RateLimit::Time start{};
    RateLimit limit(10, 5, start);
    for (int i = 0; i < 5; ++i) EXPECT_TRUE(limit.allows(start));
    EXPECT_FALSE(limit.allows(start));
    EXPECT_FALSE(limit.allows(start + 50ms));
    EXPECT_TRUE(limit.allows(start + 150ms));
    EXPECT_FALSE(limit.allows(start + 151ms));
    int passed = 0;
    for (int i = 0; i < 1000; ++i) passed += limit.allows(start + 10s + i * 1ms) ? 1 : 0;
    EXPECT_NEAR(passed, 15, 1);
}

}  // namespace
}  // namespace pleat
