#include <algorithm>
#include <cmath>
#include <random>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <pleat/render/camera.hpp>

#include "tests/io/expect_error.hpp"
#include "tests/support/sample_cloth.hpp"

namespace pleat {
namespace {

constexpr Real kDegree = kPi / 180;

// What points take of a picture: 0 to 1 from its left to its right and from its top to its bottom.
struct Extent {
    Vec2 low = Vec2::Constant(1e9);
    Vec2 high = Vec2::Constant(-1e9);
};

// By the definition of a pinhole, not by the code that is tested.
Extent seen_extent(const std::vector<Vec3>& points, const Camera& camera, ImageSize size) {
    const Vec3 back = (camera.eye - camera.target).normalized();
    const Vec3 right = Vec3::UnitY().cross(back).normalized(), up = back.cross(right);
    const Real half = std::tan(0.5 * camera.field_of_view), wide = half * size.width / size.height;
    Extent extent;
    for (const Vec3& p : points) {
        const Vec3 d = p - camera.eye;
        const Real depth = -d.dot(back);
        EXPECT_GT(depth, 0);
        const Vec2 place(0.5 + 0.5 * d.dot(right) / depth / wide, 0.5 - 0.5 * d.dot(up) / depth / half);
        extent.low = extent.low.cwiseMin(place);
        extent.high = extent.high.cwiseMax(place);
    }
    return extent;
}

TEST(Camera, ShowsAllPointsInTheMiddleAndAsLargeAsTheMarginAllows) {
    std::mt19937 random(3);
    for (int trial = 0; trial < 60; ++trial) {
        std::vector<Vec3> points = test::random_vectors(random, 30, 1);
        const Vec3 scale = Vec3(0.05, 0.05, 0.05) + test::random_vector(random, 3).cwiseAbs();
        const Vec3 shift = test::random_vector(random, 20);
        for (Vec3& p : points) p = shift + scale.cwiseProduct(p);
        const ImageSize size = trial % 2 == 0 ? ImageSize{1280, 720} : ImageSize{300, 500};
        CameraWish wish;
        if (trial % 3 != 0) wish = {trial * 17 * kDegree, (trial % 9 - 4) * 20 * kDegree, 1, {}};
        const Extent extent = seen_extent(points, find_camera(points, size, wish), size);
        constexpr Real kMargin = 0.07, kRounding = 1e-6;
        for (const int axis : {0, 1}) {
            EXPECT_GE(extent.low[axis], kMargin - kRounding);
            EXPECT_LE(extent.high[axis], 1 - kMargin + kRounding);
            EXPECT_NEAR(extent.low[axis] + extent.high[axis], 1, kRounding);  // centred
        }
        const Real largest = std::max(extent.high.x(), extent.high.y());
        EXPECT_NEAR(largest, 1 - kMargin, kRounding);
    }
}

TEST(Camera, LooksFromTheDirectionThatIsAskedFor) {
    const std::vector<Vec3> points = {{-1, -1, -1}, {1, 1, 1}, {1, -1, 0}, {-1, 1, 0}};
    const auto towards_eye = [&](Real azimuth, Real elevation) {
        const Camera camera = find_camera(points, {}, {azimuth * kDegree, elevation * kDegree, 1, {}});
        return Vec3((camera.eye - camera.target).normalized());
    };
    EXPECT_LT((towards_eye(0, 0) - Vec3(0, 0, 1)).norm(), 1e-12);
    EXPECT_LT((towards_eye(90, 0) - Vec3(1, 0, 0)).norm(), 1e-12);
    EXPECT_LT((towards_eye(0, 90) - Vec3(0, 1, 0)).norm(), 1e-12);
    EXPECT_LT((towards_eye(180, -30) - Vec3(0, -0.5, -std::sqrt(0.75))).norm(), 1e-12);
}

TEST(Camera, WithoutAWishItSeesTheBroadSideOfHangingCloth) {
    std::mt19937 random(4);
    for (const Real turn : {0.0, 0.7, 1.5, -1.1}) {
        const Vec3 along(std::cos(turn), 0, -std::sin(turn)), normal(std::sin(turn), 0, std::cos(turn));
        std::vector<Vec3> points;
        for (const Vec3& p : test::random_vectors(random, 200, 1)) {
            points.emplace_back(p.x() * along + Vec3(0, p.y(), 0) + 0.05 * p.z() * normal);
        }
        const Camera camera = find_camera(points, {});
        const Vec3 back = (camera.eye - camera.target).normalized();
        // 25 degrees aside and 10 up.
        EXPECT_NEAR(std::abs(back.dot(normal)), std::cos(25 * kDegree) * std::cos(10 * kDegree), 0.03) << turn;
        EXPECT_GT(back.y(), 0);
        EXPECT_GT(back.dot(normal), 0) << "from the front";
    }
}

TEST(Camera, TwiceTheZoomIsHalfTheDistance) {
    std::mt19937 random(5);
    const std::vector<Vec3> points = test::random_vectors(random, 20, 1);
    const Camera one = find_camera(points, {}, {0.3, 0.2, 1, {}}), two = find_camera(points, {}, {0.3, 0.2, 2, {}});
    EXPECT_LT((one.target - two.target).norm(), 1e-12);
    EXPECT_LT(((one.eye - one.target) - 2 * (two.eye - two.target)).norm(), 1e-12);
}

TEST(Camera, OnePointAndNoneAreNoTrouble) {
    const Camera camera = find_camera(std::vector<Vec3>{{5, 6, 7}}, {});
    EXPECT_LT((camera.target - Vec3(5, 6, 7)).norm(), 1e-6);
    EXPECT_GT((camera.eye - camera.target).norm(), 1e-3);
    EXPECT_EQ(find_camera({}, {}), Camera{});
}

TEST(Camera, RaysGoThroughTheCornersAndTheMiddle) {
    const Camera camera{{1, 2, 3}, {1, 2, -1}, 40 * kDegree};
    const CameraRays rays(camera, {200, 100});
    const auto half = static_cast<float>(std::tan(20 * kDegree));
    EXPECT_LT((rays.direction(100, 50) - Eigen::Vector3f(0, 0, -1)).norm(), 1e-6f);
    EXPECT_LT((rays.direction(0, 0) - Eigen::Vector3f(-2 * half, half, -1).normalized()).norm(), 1e-6f);
    EXPECT_LT((rays.direction(200, 100) - Eigen::Vector3f(2 * half, -half, -1).normalized()).norm(), 1e-6f);
    EXPECT_NEAR(rays.pixel_width(), 2 * half / 100, 1e-7f);
}

TEST(Camera, UnderstandsAUsersWords) {
    const CameraWish turned = parse_camera("30,-15");
    EXPECT_NEAR(turned.azimuth.value(), 30 * kDegree, 1e-15);
    EXPECT_NEAR(turned.elevation.value(), -15 * kDegree, 1e-15);
    EXPECT_EQ(turned.zoom, 1);
    EXPECT_FALSE(turned.exact);
    EXPECT_EQ(parse_camera("0,90,2.5").zoom, 2.5);
    const CameraWish exact = parse_camera("1,2,3:-1,0.5,1e1");
    ASSERT_TRUE(exact.exact);
    EXPECT_EQ(*exact.exact, (Camera{{1, 2, 3}, {-1, 0.5, 10}}));
    EXPECT_EQ(find_camera(std::vector<Vec3>{{7, 7, 7}}, {}, exact), *exact.exact);
}

TEST(Camera, RefusesNonsenseWithTheRule) {
    for (const std::string text :
         {"",         "30",        "30,",         ",15",           "30;15", "30,15,", "30,15,0",
          "30,15,-1", "30,91",     "30,-91",      "1,2,3,4",       "a,b",   "30, 15", "nan,0",
          "0,inf",    "1,2,3:4,5", "1,2,3:1,2,3", "1,2,3:4,5,6:7", "1:2",   "30,15x"}) {
        const std::string message = error_of(ErrorKind::bad_input, [&] { parse_camera(text); });
        EXPECT_TRUE(message.starts_with("camera \"" + text + "\"; must be azimuth,elevation or ")) << message;
    }
}

}  // namespace
}  // namespace pleat
