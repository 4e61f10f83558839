#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <pleat/mesh/split_polygon.hpp>

namespace pleat {
namespace {

using Triangles = std::vector<std::array<int, 3>>;

// Twice the area, about the x-y plane.
Real turn(const Vec3& a, const Vec3& b, const Vec3& c) { return (b - a).cross(c - a).z(); }

Triangles split(const std::vector<Vec3>& corners) {
    PolygonSplitter splitter;
    const auto triangles = splitter.split(corners);
    return {triangles.begin(), triangles.end()};
}

Real twice_area(const std::vector<Vec3>& corners) {
    Real sum = 0;
    for (std::size_t i = 0; i < corners.size(); ++i) sum += corners[i].cross(corners[(i + 1) % corners.size()]).z();
    return sum;
}

// Every triangle turns left, none is thinner than `thinnest`, and together they have the polygon's area.
void expect_good_split(const std::vector<Vec3>& corners, Real thinnest) {
    const Triangles triangles = split(corners);
    ASSERT_EQ(triangles.size(), corners.size() - 2);
    Real sum = 0;
    for (const auto& triangle : triangles) {
        const Vec3& a = corners[static_cast<std::size_t>(triangle[0])];
        const Vec3& b = corners[static_cast<std::size_t>(triangle[1])];
        const Vec3& c = corners[static_cast<std::size_t>(triangle[2])];
        const Real longest = std::max({(b - a).norm(), (c - b).norm(), (a - c).norm()});
        EXPECT_GT(turn(a, b, c), thinnest * longest * longest);
        sum += turn(a, b, c);
    }
    EXPECT_NEAR(sum, twice_area(corners), 1e-9 * std::abs(sum));
}

TEST(SplitPolygon, SquareIsCutFromFirstToThirdCorner) {
    EXPECT_EQ(split({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}), (Triangles{{0, 1, 2}, {0, 2, 3}}));
}

TEST(SplitPolygon, QuadIsCutAlongItsShorterDiagonal) {
    // 1-3 is shorter here.
    const Triangles triangles = split({{0, 0, 0}, {1, 0, 0}, {3, 3, 0}, {0, 1, 0}});
    for (const auto& triangle : triangles) {
        EXPECT_EQ(std::count(triangle.begin(), triangle.end(), 1), 1);
        EXPECT_EQ(std::count(triangle.begin(), triangle.end(), 3), 1);
    }
}

TEST(SplitPolygon, DartIsCutFromItsInnerCornerHoweverItIsTurned) {
    std::vector<Vec3> dart{{0, 0, 0}, {2, -1, 0}, {0.3, 0, 0}, {2, 1, 0}};
    for (int k = 0; k < 4; ++k) {
        expect_good_split(dart, 1e-3);
        std::rotate(dart.begin(), dart.begin() + 1, dart.end());
    }
}

TEST(SplitPolygon, CornersOnStraightSidesGiveNoEmptyTriangles) {
    expect_good_split({{0, 0, 0}, {0.5, 0, 0}, {1, 0, 0}, {0.4, 9, 0}}, 1e-3);
    expect_good_split({{0.5, 0, 0}, {1, 0, 0}, {0.4, 9, 0}, {0, 0, 0}}, 1e-3);
    expect_good_split({{0, 0, 0}, {0.1, 0, 0}, {0.2, 0, 0}, {0.3, 0, 0}, {1, 0, 0}, {1, 0.5, 0}, {1, 1, 0}}, 1e-3);
    // Almost straight, bulging a little to either side, as with coordinates written with few digits.
    for (const Real bulge : {-1e-7, 1e-7}) {
        expect_good_split({{0, 0, 0}, {0.5, bulge, 0}, {1, 0, 0}, {0.4, 9, 0}}, 1e-3);
    }
}

TEST(SplitPolygon, CombsAreSplitInside) {
    std::vector<Vec3> comb{{0, -1, 0}, {40, -1, 0}};
    for (int tooth = 39; tooth >= 0; --tooth) {
        comb.emplace_back(tooth + 0.5, 10, 0);
        comb.emplace_back(tooth, 0, 0);
    }
    expect_good_split(comb, 1e-9);
}

TEST(SplitPolygon, RandomStarsAreSplitInside) {
    std::mt19937 random(1);
    std::uniform_real_distribution<Real> radius(0.1, 1);
    for (int n = 4; n < 200; ++n) {
        std::vector<Vec3> star;
        for (int i = 0; i < n; ++i) {
            const Real angle = 2 * kPi * i / n;
            star.push_back(radius(random) * Vec3(std::cos(angle), std::sin(angle), 0));
        }
        expect_good_split(star, 1e-9);
    }
}

TEST(SplitPolygon, TurningAndScalingInSpaceChangesNothing) {
    const std::vector<Vec3> corners{{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {3, 1, 0}, {1, 1.5, 0}};
    const Triangles expected = split(corners);
    std::mt19937 random(2);
    std::normal_distribution<Real> normal;
    for (const Real scale : {1e-150, 1e-3, 1.0, 1e150}) {
        const Eigen::Quaterniond rotation(normal(random), normal(random), normal(random), normal(random));
        std::vector<Vec3> moved;
        for (const Vec3& x : corners) moved.push_back(scale * (rotation.normalized() * x + Vec3(1, 2, 3)));
        EXPECT_EQ(split(moved), expected);
    }
}

TEST(SplitPolygon, BadPolygonsStillGiveTheRightNumberOfTriangles) {
    constexpr Real kHuge = std::numeric_limits<Real>::max();
    const std::vector<std::vector<Vec3>> bad{
        {{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}},                            // crosses itself
        {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {4, 0, 0}},                 // a line
        {{1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}},                            // a point
        {{-kHuge, 0, 0}, {kHuge, 0, 0}, {kHuge, kHuge, 0}, {-kHuge, kHuge, 1}},  // overflows
        {{0, 0, 0}, {5e-324, 0, 0}, {5e-324, 5e-324, 0}, {0, 5e-324, 0}},        // underflows
    };
    for (const auto& corners : bad) EXPECT_EQ(split(corners).size(), corners.size() - 2);
    std::mt19937 random(3);
    std::uniform_real_distribution<Real> anywhere(-1, 1);
    for (std::size_t n = 4; n < 60; ++n) {
        std::vector<Vec3> tangle(n);
        for (Vec3& x : tangle) x = Vec3(anywhere(random), anywhere(random), anywhere(random));
        EXPECT_EQ(split(tangle).size(), n - 2);
    }
}

TEST(SplitPolygon, OnlyConvexFacesMayHaveVeryManyCorners) {
    std::vector<Vec3> round;
    for (int i = 0; i < 5000; ++i) {
        const Real angle = 2 * kPi * i / 5000;
        round.emplace_back(std::cos(angle), std::sin(angle), 0);
    }
    EXPECT_EQ(split(round).size(), 4998u);
    round[17] *= 0.5;
    EXPECT_TRUE(split(round).empty());
}

}  // namespace
}  // namespace pleat
