// The section [[order]]: what it becomes, and what is refused.
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include <pleat/io/scene_file.hpp>

#include "tests/io/expect_error.hpp"

namespace pleat {
namespace {

// Four lines, then those of the rule.
const std::string kScene =
    "method.preset = 'directional'\nsolid = [{name = 'leg', sphere = {}}, {plane = {}}]\n"
    "[[cloth]]\ngrid = {cells = [2, 2]}\n";
const std::string kRule = kScene + "[[order]]\n";  // the rule begins in line 6

SceneFile parse(const std::string& text) { return parse_scene(text + "\n", "folder/scene.toml"); }

OrderRule parse_rule(const std::string& keys) { return parse(kRule + keys).scene.order_rules.at(0); }

// At "line:column", for this reason.
void expect_refused(const std::string& text, const std::string& place, const std::string& reason) {
    SCOPED_TRACE(text);
    const std::string message = error_of(ErrorKind::bad_input, [&] { parse(text); });
    const std::string expected = "folder/scene.toml:" + place + ": ";
    EXPECT_EQ(message.substr(0, expected.size()), expected) << message;
    EXPECT_NE(message.find(reason), std::string::npos) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
}

TEST(SceneOrder, WithoutKeysIsARuleThatAlwaysActsAndNamesNoParticles) {
    const OrderRule rule = parse_rule("");
    EXPECT_EQ(rule.name, "order");
    EXPECT_TRUE(rule.fixed.empty());
    EXPECT_EQ(rule.solid, -1);
    EXPECT_EQ(rule.from, -kForever);
    EXPECT_EQ(rule.until, kForever);
    EXPECT_EQ(rule.period, 0);
    EXPECT_TRUE(parse(kScene).scene.order_rules.empty());
}

TEST(SceneOrder, IsRead) {
    const OrderRule rule = parse_rule(R"(
        name = "knee"
        cloth = "cloth"
        particles = [7, 2]
        touching = "leg"
        from = 1
        until = 1.5
        period = 2
    )");
    EXPECT_EQ(rule.name, "knee");
    EXPECT_EQ(rule.fixed, (std::vector<int>{2, 7}));
    EXPECT_EQ(rule.solid, 0);
    EXPECT_EQ(rule.from, 1);
    EXPECT_EQ(rule.until, 1.5);
    EXPECT_EQ(rule.period, 2);
    EXPECT_EQ(parse_rule("touching = 'solid2'").solid, 1);
}

TEST(SceneOrder, NamesParticlesAsPinsDo) {
    EXPECT_EQ(parse_rule("particle = 4").fixed, (std::vector<int>{4}));
    EXPECT_EQ(parse_rule("group = 'top'").fixed, (std::vector<int>{6, 7, 8}));
    EXPECT_EQ(parse_rule("corner = 'top-right'").fixed, (std::vector<int>{8}));
    EXPECT_EQ(parse_rule("corners = ['top-right', 'bottom-left']").fixed, (std::vector<int>{0, 8}));
    EXPECT_EQ(parse_rule("box = {min = [-1, -0.1, -1], max = [1, 0.1, 1]}").fixed, (std::vector<int>{3, 4, 5}));
    EXPECT_EQ(parse_rule("nearest = [0.1, 0.1, 0]").fixed, (std::vector<int>{4}));
}

TEST(SceneOrder, OfASecondClothCountsItsParticlesInTheModel) {
    const SceneFile file =
        parse(kScene +
              "[[cloth]]\nname = 'other'\ngrid = {cells = [1, 1]}\n[[order]]\ncloth = 'other'\nparticle = 2\n"
              "[[order]]\nfrom = 3");
    ASSERT_EQ(file.scene.order_rules.size(), 2u);
    EXPECT_EQ(file.scene.order_rules[0].fixed, (std::vector<int>{11}));
    EXPECT_EQ(file.scene.order_rules[1].name, "order2");
    EXPECT_EQ(file.scene.order_rules[1].from, 3) << "without particles no cloth has to be named";
}

TEST(SceneOrder, MayActFromOrUntilAlways) {
    EXPECT_EQ(parse_rule("from = -inf\nuntil = 2").until, 2);
    EXPECT_EQ(parse_rule("from = 1\nuntil = inf").until, kForever);
    EXPECT_EQ(parse_rule("until = -1").until, -1);
}

TEST(SceneOrder, IsRefusedWithPlaceAndReason) {
    expect_refused("order = 3\n" + kScene, "1:9", "order = 3; must be at most 100 tables: [[order]]");
    std::string many = kScene;
    for (int k = 0; k < 101; ++k) many += "[[order]]\n";
    expect_refused(many, "5:1", "must be at most 100 tables: [[order]]");
    expect_refused(kRule + "gruop = 'top'", "6:1", "order.0.gruop = \"top\"; no such key (did you mean \"group\"?)");
    expect_refused(kRule + "group = 'tpo'", "6:9", "no such group in cloth \"cloth\" (did you mean \"top\"?)");
    expect_refused(kRule + "group = 'top'\nparticle = 1", "6:9", "only one of particle, particles, group");
    expect_refused(kRule + "particle = 9", "6:12", "must be a whole number >= 0 and <= 8");
    expect_refused(kRule + "cloth = 'flag'\nparticle = 1", "6:9", "order.0.cloth = \"flag\"; no such cloth");
    expect_refused(kRule + "touching = 'lge'", "6:12",
                   "order.0.touching = \"lge\"; no such solid (did you mean \"leg\"?)");
    expect_refused(kRule + "touching = 0", "6:12", "must be the name of a solid");
    expect_refused(kRule + "name = ''", "6:8", "must be 1 to 64 bytes");
    expect_refused(kScene + "[[cloth]]\nname = 'other'\ndisc = {}\n[[order]]\nparticle = 1", "8:1",
                   "order.0.cloth is missing; must be the name of a cloth, as there are several");
}

TEST(SceneOrder, IsRefusedWithoutDirectionalCorrection) {
    const std::string rest = kRule.substr(kRule.find('\n'));
    const std::string reason = "order belongs to directional correction (method.preset = \"directional\")";
    expect_refused("method.preset = 'large-steps'" + rest, "5:1", reason);
    expect_refused("method.preset = 'interactive'" + rest, "5:1", reason);
    expect_refused("method = {preset = 'directional', lengths = 'none'}" + rest, "5:1", reason);
    EXPECT_EQ(parse("method = {preset = 'interactive', lengths = 'directional'}" + rest).scene.order_rules.size(), 1u);
}

TEST(SceneOrder, TimesThatMakeNoSenseAreRefused) {
    expect_refused(kRule + "from = 2\nuntil = 2", "7:9", "order.0.until = 2; must be > 2");
    expect_refused(kRule + "from = inf", "6:8", "must be a number <= 1e+09 [s]");
    expect_refused(kRule + "from = 'now'", "6:8", "must be a number");
    expect_refused(kRule + "until = nan", "6:9", "must be a number");
    for (const char* times : {"", "from = 1\n", "until = 2\n", "from = 1\nuntil = inf\n"}) {
        const int lines = static_cast<int>(std::count(times, times + std::string(times).size(), '\n'));
        expect_refused(kRule + times + "period = 3", std::to_string(6 + lines) + ":10",
                       "only with both from and until, which it repeats");
    }
    expect_refused(kRule + "from = 1\nuntil = 3\nperiod = 2", "8:10", "order.0.period = 2; must be > 2 [s]");
    expect_refused(kRule + "from = 1\nuntil = 3\nperiod = inf", "8:10", "must be a finite number > 2 [s]");
}

TEST(SceneOrder, IsPartOfTheFingerprintButForItsName) {
    std::set<std::uint64_t> seen{parse(kScene).fingerprint};
    for (const char* keys : {"", "particle = 1", "particle = 2", "particles = [1, 2]", "touching = 'leg'",
                             "touching = 'solid2'", "from = 1", "until = 1", "from = 1\nuntil = 2",
                             "from = 1\nuntil = 2\nperiod = 3", "from = 1\nuntil = 2\nperiod = 4", "[[order]]"}) {
        EXPECT_TRUE(seen.insert(parse(kRule + keys).fingerprint).second) << keys;
    }
    EXPECT_FALSE(seen.insert(parse(kRule + "name = 'knee'").fingerprint).second);
    // Which rule comes first matters.
    EXPECT_TRUE(seen.insert(parse(kRule + "particle = 1\n[[order]]\nparticle = 2").fingerprint).second);
    EXPECT_TRUE(seen.insert(parse(kRule + "particle = 2\n[[order]]\nparticle = 1").fingerprint).second);
}

}  // namespace
}  // namespace pleat
