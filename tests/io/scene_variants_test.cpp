#include <gtest/gtest.h>

#include <pleat/core/error.hpp>
#include <pleat/io/scene_variants.hpp>

#include "expect_error.hpp"

namespace pleat {
namespace {

using Words = std::vector<std::string>;

TEST(SceneVariants, CommasSeparateValuesButNotWithinBracketsAndQuotes) {
    const auto values = [](const std::string& text) { return parse_variation(text).values; };
    EXPECT_EQ(values("steps.max=0.005,0.01, 0.02"), (Words{"0.005", "0.01", "0.02"}));
    EXPECT_EQ(values("world.gravity=[0, -9.81, 0],[0, -1.62, 0]"), (Words{"[0, -9.81, 0]", "[0, -1.62, 0]"}));
    EXPECT_EQ(values("cloth.0.grid={cells=[4, 4], size=[1, 1]},{cells=[8, 8]}"),
              (Words{"{cells=[4, 4], size=[1, 1]}", "{cells=[8, 8]}"}));
    EXPECT_EQ(values("title=\"a, b\",'c]'"), (Words{"\"a, b\"", "'c]'"}));
    EXPECT_EQ(parse_variation("cloth.0.fabric=silk").key, "cloth.0.fabric");
}

TEST(SceneVariants, AMethodIsNamedByItsPreset) {
    EXPECT_EQ(parse_variation("method=large-steps,generalized-alpha").key, "method.preset");
    EXPECT_EQ(parse_variation("method.rho=0,1").key, "method.rho");
}

TEST(SceneVariants, WhatCannotBeMeantIsRefused) {
    const auto refusal = [](const std::string& text) {
        return error_of(ErrorKind::bad_input, [&] { parse_variation(text); });
    };
    EXPECT_EQ(refusal("steps.max"), "--vary steps.max: must be key=value,value,... (as in steps.max=0.005,0.01)");
    EXPECT_EQ(refusal("=1,2"), "--vary =1,2: must be key=value,value,... (as in steps.max=0.005,0.01)");
    EXPECT_EQ(refusal("a=1,,2"), "--vary a=1,,2: a value is empty");
    EXPECT_EQ(refusal("a="), "--vary a=: a value is empty");
    EXPECT_EQ(refusal("a=[1,2"), "--vary a=[1,2: \"]\" is missing at its end");
    EXPECT_EQ(refusal("a=1],2"), "--vary a=1],2: \"]\" closes nothing");
    EXPECT_EQ(refusal("a=1,1"), "--vary a=1,1: 1 is there twice");
}

TEST(SceneVariants, AllCombinationsAreMade) {
    const std::vector<Variation> variations{{"a", {"1", "2"}}, {"b", {"x", "y", "z"}}};
    const std::vector<Variant> variants = combine(variations);
    ASSERT_EQ(variants.size(), 6u);
    EXPECT_EQ(variants[1].overrides, (Words{"a=1", "b=y"}));
    EXPECT_EQ(variants[3].label, "a=2, b=x");
}

TEST(SceneVariants, TooManyAndTheSameKeyTwiceAreRefused) {
    const std::vector<Variation> twice{{"a", {"1"}}, {"b", {"1"}}, {"a", {"2"}}};
    EXPECT_EQ(error_of(ErrorKind::bad_input, [&] { combine(twice); }),
              "--vary a: is varied twice; name all its values at once");
    const std::vector<Variation> many{{"a", Words(11, "1")}, {"b", Words(10, "1")}};
    EXPECT_EQ(error_of(ErrorKind::bad_input, [&] { combine(many); }), "--vary b: makes more than 100 variants");
}

}  // namespace
}  // namespace pleat
