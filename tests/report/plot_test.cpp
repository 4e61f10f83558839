#include <limits>

#include <gtest/gtest.h>

#include <pleat/report/plot.hpp>

#include "page_checks.hpp"

namespace pleat::test {
namespace {

void expect_ticks(const Ticks& ticks, const std::vector<Real>& expected) {
    ASSERT_EQ(ticks.at.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_NEAR(ticks.at[i], expected[i], 1e-9 * std::abs(expected[i]));
    EXPECT_NEAR(ticks.low, expected.front(), 1e-9);
    EXPECT_NEAR(ticks.high, expected.back(), 1e-9);
}

TEST(Plot, LinearTicksAreRoundAndEncloseTheValues) {
    expect_ticks(find_ticks({0.3, 9.7}, Scale::linear), {0, 2, 4, 6, 8, 10});
    expect_ticks(find_ticks({-0.011, 0.02}, Scale::linear), {-0.02, -0.01, 0, 0.01, 0.02});
}

TEST(Plot, LogarithmicTicksArePowersOfTenAndMoreWhereTheyAreFew) {
    expect_ticks(find_ticks({1, 30, 100}, Scale::logarithmic), {1, 2, 5, 10, 20, 50, 100});
    expect_ticks(find_ticks({1e-3, 100}, Scale::logarithmic), {1e-3, 0.01, 0.1, 1, 10, 100});
    const Ticks ticks = find_ticks({0.03, 7}, Scale::logarithmic);
    EXPECT_NEAR(ticks.low, 0.02, 1e-12);
    EXPECT_NEAR(ticks.high, 10, 1e-9);
}

TEST(Plot, AxesHaveALengthWhateverTheValues) {
    const Real infinity = std::numeric_limits<Real>::infinity();
    for (const Scale scale : {Scale::linear, Scale::logarithmic}) {
        for (const std::vector<Real>& values :
             std::vector<std::vector<Real>>{{}, {0}, {3}, {-2, -2}, {1, infinity}, {1e-300, 1}}) {
            const Ticks ticks = find_ticks(values, scale);
            EXPECT_LT(ticks.low, ticks.high);
            EXPECT_GE(ticks.at.size(), 2u);
        }
    }
}

TEST(Plot, HasOneDotForEachPointThatCanBeShown) {
    Plot plot{{"x", Scale::logarithmic}, {"y", Scale::linear}, {}};
    plot.series.push_back({"", {{1, 2}, {10, 3}, {0, 4}, {5, std::numeric_limits<Real>::quiet_NaN()}}, Stroke::dots});
    EXPECT_EQ(count(format_svg(plot), "<circle"), 2);
}

TEST(Plot, LinesRunFromCornerToCorner) {
    const Plot plot{{"x", Scale::logarithmic}, {"y", Scale::logarithmic}, {{"", {{1, 1}, {100, 100}}, Stroke::line}}};
    EXPECT_NE(format_svg(plot).find("d=\"M74.0 348.0L624.0 16.0\""), std::string::npos);
}

TEST(Plot, LegendListsNamesSafelyAndColorsCanBeShared) {
    Plot plot{{"x"}, {"y"}, {}};
    plot.series.push_back({"a < b & c", {{0, 0}, {1, 1}}, Stroke::line, 0});
    plot.series.push_back({"again", {{0, 1}, {1, 0}}, Stroke::dots, 0});
    plot.series.push_back({"", {{0, 1}, {1, 1}}, Stroke::dashes});
    const std::string svg = format_svg(plot);
    EXPECT_EQ(count(svg, "a &lt; b &amp; c"), 1);
    EXPECT_EQ(count(svg, ">again<"), 1);
    EXPECT_EQ(count(svg, "stroke-dasharray"), 1);
    EXPECT_EQ(count(svg, "#d55e00"), 0);
}

TEST(Plot, ALegendBelowMakesRoomForItself) {
    Plot plot{{"x"}, {"y"}, {{"one", {{0, 0}, {1, 1}}}, {"two", {{0, 1}, {1, 0}}}}};
    EXPECT_TRUE(has(format_svg(plot), "height=\"400\">\n"));
    plot.legend = PlotLegend::below;
    const std::string svg = format_svg(plot);
    EXPECT_TRUE(has(svg, "height=\"438\">\n"));
    EXPECT_EQ(count(svg, "<rect"), 1);  // nothing is covered
}

}  // namespace
}  // namespace pleat::test
