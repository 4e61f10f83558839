#include <gtest/gtest.h>

#include <pleat/mesh/triangle_angles.hpp>

namespace pleat {
namespace {

TEST(TriangleAngles, AnEvenTriangleHas60DegreesEverywhere) {
    EXPECT_NEAR(smallest_angle(Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)), kPi / 3, 1e-15);
}

TEST(TriangleAngles, HalfASquareHas45DegreesAtBest) {
    EXPECT_NEAR(smallest_angle(Vec2(0, 0), Vec2(1, 0), Vec2(0, 1)), kPi / 4, 1e-15);
}

TEST(TriangleAngles, TinyAnglesKeepTheirPrecision) {
    EXPECT_NEAR(smallest_angle(Vec2(0, 0), Vec2(1, 0), Vec2(1, 1e-12)), 1e-12, 1e-24);
}

TEST(TriangleAngles, CornersAtOnePlaceOrOnALineGive0) {
    EXPECT_EQ(smallest_angle(Vec2(1, 1), Vec2(1, 1), Vec2(1, 1)), 0);
    EXPECT_EQ(smallest_angle(Vec2(0, 0), Vec2(1, 1), Vec2(2, 2)), 0);
}

}  // namespace
}  // namespace pleat
