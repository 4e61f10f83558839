#include <cmath>

#include <gtest/gtest.h>

#include <pleat/render/image.hpp>

namespace pleat {
namespace {

Rgb grey(int value) {
    const auto byte = static_cast<std::uint8_t>(value);
    return {byte, byte, byte};
}

Image one_pixel(float light) {
    Image image({1, 1});
    image.at(0, 0) = Color::Constant(light);
    return image;
}

int developed(float light) { return develop(one_pixel(light)).at(0, 0).red; }

TEST(Image, EveryByteSurvivesTheWayToLinearLightAndBack) {
    for (int value = 0; value < 256; ++value) {
        EXPECT_EQ(to_srgb(to_linear(grey(value))), grey(value));
    }
    // IEC 61966-2-1: half of the bytes is 21.6 % of the light.
    EXPECT_NEAR(to_linear(grey(128)).x(), 0.21586f, 1e-5f);
    EXPECT_EQ(to_srgb({-1, 0.5f, 7}), (Rgb{0, 188, 255}));
}

TEST(Image, DevelopingKeepsOrderAndShowsNoLightAsCutOff) {
    int last = 0;
    for (int step = 0; step <= 100; ++step) {
        const int now = developed(0.01f * static_cast<float>(step));
        EXPECT_GE(now, last);
        last = now;
    }
    // Up to the knee bytes mean what they say; beyond it twice the light can still be told from once.
    EXPECT_EQ(developed(0.5f), to_srgb(Color::Constant(0.5f)).red);
    EXPECT_LT(developed(1), developed(2));
    EXPECT_LT(developed(2), 255);
}

TEST(Image, BlendingMixesInsideAndDoesNothingOutside) {
    Picture picture({2, 1}, grey(100));
    picture.blend(1, 0, grey(200), 0.25f);
    EXPECT_EQ(picture.at(1, 0), grey(125));
    picture.blend(1, 0, grey(7), 1);
    EXPECT_EQ(picture.at(1, 0), grey(7));
    const Picture before = picture;
    for (const auto& [x, y] : {std::pair(-1, 0), {2, 0}, {0, -1}, {0, 1}}) picture.blend(x, y, grey(0), 1);
    picture.blend(0, 0, grey(0), 0);
    EXPECT_EQ(picture.pixels, before.pixels);
}

TEST(Image, PastingLeavesOutWhatReachesBeyond) {
    Picture source({3, 2});
    for (std::size_t i = 0; i < source.pixels.size(); ++i) source.pixels[i] = grey(static_cast<int>(i) + 1);
    for (int x = -4; x <= 6; ++x) {
        for (int y = -3; y <= 5; ++y) {
            Picture target({5, 4});
            paste(source, x, y, target);
            for (int row = 0; row < 4; ++row) {
                for (int column = 0; column < 5; ++column) {
                    const int sx = column - x, sy = row - y;
                    const bool is_inside = sx >= 0 && sx < 3 && sy >= 0 && sy < 2;
                    EXPECT_EQ(target.at(column, row), is_inside ? source.at(sx, sy) : Rgb{});
                }
            }
        }
    }
}

}  // namespace
}  // namespace pleat
