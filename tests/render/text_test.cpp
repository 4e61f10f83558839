#include <set>

#include <gtest/gtest.h>

#include <pleat/render/text.hpp>

namespace pleat {
namespace {

constexpr Rgb kPaper{255, 255, 255};
constexpr Rgb kInk{0, 0, 0};
const std::string kKnown = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz .,:-+=_/%()[]'\"#^<>!?*";

Picture written(std::string_view text, const TextPlace& place = {8, 24, 16}, ImageSize size = {40, 40}) {
    Picture picture(size, kPaper);
    draw_text(text, place, kInk, picture);
    return picture;
}

struct Box {
    int left = 1'000'000, right = -1, top = 1'000'000, bottom = -1;
};

Box ink(const Picture& picture) {
    Box box;
    for (int y = 0; y < picture.size.height; ++y) {
        for (int x = 0; x < picture.size.width; ++x) {
            if (picture.at(x, y) == kPaper) continue;
            box = {std::min(box.left, x), std::max(box.right, x), std::min(box.top, y), std::max(box.bottom, y)};
        }
    }
    return box;
}

std::string bytes_of(const Picture& picture) {
    return {reinterpret_cast<const char*>(picture.pixels.data()), picture.pixels.size() * sizeof(Rgb)};
}

TEST(Text, LettersDifferFromEachOther) {
    std::set<std::string> pictures;
    for (const char letter : kKnown) {
        EXPECT_TRUE(pictures.insert(bytes_of(written({&letter, 1}))).second) << letter;
    }
}

TEST(Text, UnknownLettersAreBoxesAndBlanksAreEmpty) {
    EXPECT_EQ(written(" ").pixels, Picture({40, 40}, kPaper).pixels);
    const Picture box = written("\x01");
    EXPECT_EQ(written("\xc3").pixels, box.pixels);
    EXPECT_EQ(written("\xff").pixels, box.pixels);
    // As high as a capital, and empty inside.
    const Box around = ink(box);
    EXPECT_NEAR(around.bottom - around.top, 16, 2);
    EXPECT_EQ(box.at((around.left + around.right) / 2, (around.top + around.bottom) / 2), kPaper);
    for (const char letter : kKnown) EXPECT_NE(written({&letter, 1}).pixels, box.pixels) << letter;
}

TEST(Text, CapitalsStandOnTheLineAndAreAsHighAsTheySay) {
    for (const char letter : std::string("ABCDEFGHIJKLMNOPRSTUVWXYZ0123456789")) {
        const Box box = ink(written({&letter, 1}, {20, 60, 40}, {80, 80}));
        // Half the pen, 2.5 pixels, and the soft border.
        EXPECT_NEAR(box.top, 60 - 40 - 2.5, 1.6) << letter;
        EXPECT_NEAR(box.bottom, 60 + 2.5, 1.6) << letter;
    }
}

TEST(Text, WidthsAddUp) {
    const float gap = text_width("AA", 10) - 2 * text_width("A", 10);
    EXPECT_GT(gap, 0);
    for (const auto& [first, second] : {std::pair("strain", "[%]"), {"1.5e-3", "mm"}, {"\x80", "WW"}, {" ", " "}}) {
        EXPECT_NEAR(text_width(std::string(first) + second, 10), text_width(first, 10) + gap + text_width(second, 10),
                    1e-4);
    }
    EXPECT_EQ(text_width("", 10), 0);
    EXPECT_NEAR(text_width("abc", 20), 2 * text_width("abc", 10), 1e-4);
}

TEST(Text, AWordIsAsWideAsItsInk) {
    for (const std::string text : {"Height", "0.125", "WIM"}) {
        const Box box = ink(written(text, {20, 60, 40}, {500, 80}));
        const float pen = 2.5f;
        EXPECT_NEAR(static_cast<float>(box.left), 20 - pen, 1.6f) << text;
        EXPECT_NEAR(static_cast<float>(box.right), 20 + text_width(text, 40) + pen, 1.6f) << text;
    }
}

TEST(Text, AWordIsItsLettersSideBySide) {
    Picture expected({100, 40}, kPaper);
    const float gap = text_width("AA", 16) - 2 * text_width("A", 16);
    draw_text("m", {8, 24, 16}, kInk, expected);
    draw_text("x", {8 + text_width("m", 16) + gap, 24, 16}, kInk, expected);
    EXPECT_EQ(written("mx", {8, 24, 16}, {100, 40}).pixels, expected.pixels);
}

TEST(Text, WhatReachesBeyondTheBorderIsTheSameTextCutOff) {
    const Picture whole = written("Wgq", {60, 60, 16}, {160, 120});
    for (const auto& [x, y] : {std::pair(-70, -50), {-20, 10}, {0, -45}, {-80, -80}, {-1000, 0}, {5, 1000}}) {
        Picture expected({40, 30}, kPaper);
        paste(whole, x, y, expected);
        const TextPlace place{60.0f + static_cast<float>(x), 60.0f + static_cast<float>(y), 16};
        EXPECT_EQ(written("Wgq", place, {40, 30}).pixels, expected.pixels) << x << ", " << y;
    }
}

}  // namespace
}  // namespace pleat
