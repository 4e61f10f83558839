#include <cmath>

#include <gtest/gtest.h>

#include <pleat/render/color_map.hpp>
#include <pleat/render/text.hpp>

namespace pleat {
namespace {

constexpr Rgb kPaper{255, 255, 255};

float brightness(const Color& color) { return color.dot(Color(0.2126f, 0.7152f, 0.0722f)); }

TEST(ColorMap, BrightnessGrowsAllTheWay) {
    constexpr int kSteps = 48;
    float last = 0;
    for (int step = 0; step <= kSteps; ++step) {
        // Cube root: as bright as it seems.
        const float now = std::cbrt(brightness(map_color(static_cast<float>(step) / kSteps)));
        EXPECT_GT(now, last);
        if (step > 0) {
            EXPECT_LT(now - last, 2 * (0.92f - 0.29f) / kSteps) << "evenly";
        }
        last = now;
    }
}

TEST(ColorMap, SharesOutsideAreCutOff) {
    EXPECT_EQ(map_color(-3), map_color(0));
    EXPECT_EQ(map_color(4), map_color(1));
    EXPECT_NE(map_color(0), map_color(1));
}

TEST(ColorMap, ARangeOfNoWidthHasAShareToo) {
    EXPECT_EQ((ValueRange{2, 2}.share(2)), 0);
    EXPECT_EQ((ValueRange{2, 4}.share(3)), 0.5f);
}

TEST(Legend, ColoursStandAtTheHeightOfTheirValues) {
    const ValueRange range{-2, 6};
    for (const ImageSize size : {ImageSize{640, 360}, {64, 36}, {200, 400}}) {
        Picture picture(size, kPaper);
        draw_legend("", range, picture);
        const LegendPlace place = legend_place(size);
        ASSERT_GT(place.height, 0);
        for (int row = 0; row < place.height; ++row) {
            // The value in the middle of the row: the highest is on top.
            const float from_bottom = static_cast<float>(place.height - row) - 0.5f;
            const float value = range.low + 8 * from_bottom / static_cast<float>(place.height);
            for (int column = 0; column < place.width; ++column) {
                const Rgb found = picture.at(place.left + column, place.top + row);
                const Rgb expected = to_srgb(map_color(range.share(value)));
                // Rounded to bytes twice on the way.
                EXPECT_NEAR(found.red, expected.red, 1);
                EXPECT_NEAR(found.green, expected.green, 1);
                EXPECT_NEAR(found.blue, expected.blue, 1);
            }
        }
        // Neither wider nor higher than it says.
        EXPECT_EQ(picture.at(place.left - 1, place.top + place.height / 2), kPaper);
        EXPECT_EQ(picture.at(place.left + place.width / 2, place.top - 1), kPaper);
        EXPECT_EQ(picture.at(place.left + place.width / 2, place.top + place.height), kPaper);
    }
}

// The rows around a height, right of the scale, as bytes.
std::vector<Rgb> text_beside(const Picture& picture, float height, float letter) {
    const LegendPlace place = legend_place(picture.size);
    std::vector<Rgb> bytes;
    for (int y = static_cast<int>(height - letter); y < static_cast<int>(height + letter); ++y) {
        for (int x = place.left + place.width; x < picture.size.width; ++x) bytes.push_back(picture.at(x, y));
    }
    return bytes;
}

TEST(Legend, PrintsTheValuesThatTheColoursStandFor) {
    const ImageSize size{640, 360};
    const float letter = 9;  // a 40th of the height
    const LegendPlace place = legend_place(size);
    const struct {
        ValueRange range;
        std::string top, middle, bottom;
    } cases[] = {{{-2, 6}, "6", "2", "-2"},
                 {{0, 0.125f}, "0.125", "0.0625", "0"},
                 {{-1, 1}, "1", "0", "-1"},
                 {{0, 12345}, "1.23e+04", "6.17e+03", "0"}};
    for (const auto& one : cases) {
        Picture picture(size, kPaper);
        draw_legend("", one.range, picture);
        const auto expect_text = [&](const std::string& text, float share) {
            const float y = static_cast<float>(place.top) + (1 - share) * static_cast<float>(place.height);
            Picture expected(size, kPaper);
            draw_text(text, {static_cast<float>(place.left + place.width) + 0.6f * letter, y + 0.5f * letter, letter},
                      {30, 30, 30}, expected);
            EXPECT_EQ(text_beside(picture, y, letter), text_beside(expected, y, letter)) << text;
            EXPECT_NE(text_beside(expected, y, letter), text_beside(Picture(size, kPaper), y, letter)) << text;
        };
        expect_text(one.top, 1);
        expect_text(one.middle, 0.5f);
        expect_text(one.bottom, 0);
    }
}

TEST(Legend, TheTitleIsWhollyInThePictureIfItFits) {
    const ImageSize size{640, 360};
    const auto ink_at_border = [&](const std::string& title) {
        Picture with(size, kPaper), without(size, kPaper);
        draw_legend(title, {}, with);
        draw_legend("", {}, without);
        EXPECT_NE(with.pixels, without.pixels);
        int ink = 0;
        for (int y = 0; y < size.height; ++y) {
            ink += with.at(0, y) != kPaper;
            ink += with.at(size.width - 1, y) != kPaper;
        }
        return ink;
    };
    EXPECT_EQ(ink_at_border("h"), 0);
    EXPECT_EQ(ink_at_border("a rather long title of a field [degrees]"), 0);
}

}  // namespace
}  // namespace pleat
