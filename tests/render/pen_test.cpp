#include <gtest/gtest.h>

#include <pleat/render/pen.hpp>

namespace pleat {
namespace {

constexpr Rgb kPaper{255, 255, 255}, kInk{0, 0, 0};

// [pixels] How much ink there is.
double ink(const Picture& picture) {
    double sum = 0;
    for (const Rgb& pixel : picture.pixels) sum += (255.0 - pixel.red) / 255;
    return sum;
}

TEST(Pen, ALineTakesTheAreaOfItsShape) {
    for (const Eigen::Vector2f& to : {Eigen::Vector2f(50, 12), Eigen::Vector2f(12, 50), Eigen::Vector2f(43, 37)}) {
        for (const float width : {1.0f, 2.5f, 6.0f}) {
            Picture picture({64, 64}, kPaper);
            const Eigen::Vector2f from(12.3f, 11.8f);
            draw_line({from, to, width}, kInk, picture);
            const double length = (to - from).norm(), round = 3.14159 * width * width / 4;
            EXPECT_NEAR(ink(picture), length * width + round, 0.03 * length * width + 0.3) << width;
        }
    }
}

TEST(Pen, ALineWithoutLengthIsADisc) {
    Picture picture({64, 64}, kPaper);
    draw_line({{30.2f, 33.7f}, {30.2f, 33.7f}, 20}, kInk, picture);
    EXPECT_NEAR(ink(picture), 314.16, 3);
    EXPECT_EQ(picture.at(30, 33), kInk);
    EXPECT_EQ(picture.at(41, 33), kPaper);
}

TEST(Pen, ANarrowLineIsFaint) {
    Picture picture({64, 64}, kPaper);
    draw_line({{10, 20.5f}, {50, 20.5f}, 0.25f}, kInk, picture);
    EXPECT_NEAR(picture.at(30, 20).red, 191, 1);
    EXPECT_NEAR(ink(picture), 0.25 * 41, 0.5);
}

TEST(Pen, ATriangleTakesItsAreaInEitherSense) {
    const Eigen::Vector2f a(10, 10), b(50, 14), c(22, 48);
    const double area = 0.5 * std::abs(40.0 * 38 - 4.0 * 12);
    for (const auto& corners : {std::array{a, b, c}, std::array{a, c, b}}) {
        Picture picture({64, 64}, kPaper);
        draw_triangle(corners, kInk, picture);
        EXPECT_NEAR(ink(picture), area, 0.01 * area);
        EXPECT_EQ(picture.at(27, 24), kInk);
    }
}

TEST(Pen, WhatIsOutsideOfThePictureIsLeftOut) {
    Picture picture({16, 16}, kPaper);
    draw_line({{-40, 5}, {-20, 5}, 3}, kInk, picture);
    draw_line({{0, 1e9f}, {1e9f, 1e9f}, 3}, kInk, picture);
    draw_triangle({{{-9, -9}, {-5, -9}, {-9, -5}}}, kInk, picture);
    draw_triangle({{{3, 3}, {3, 3}, {9, 9}}}, kInk, picture);
    EXPECT_EQ(ink(picture), 0);
    draw_line({{-40, 8}, {40, 8}, 4}, kInk, picture);
    EXPECT_NEAR(ink(picture), 16 * 4, 1);
}

}  // namespace
}  // namespace pleat
