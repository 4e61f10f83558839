// Closest points: against sampling, also where triangles and edges have no size.
#include <random>

#include <gtest/gtest.h>

#include <pleat/collision/distance_math.hpp>

#include "tests/support/sample_cloth.hpp"

namespace pleat {
namespace {

constexpr int kSamples = 40;

// Some corners are made equal or put on a line.
std::array<Vec3, 4> four_points(std::mt19937& random, int n) {
    std::array<Vec3, 4> x;
    for (Vec3& p : x) p = test::random_vector(random, 1);
    if (n % 5 == 1) x[2] = x[1];
    if (n % 5 == 2) x[3] = 0.3 * x[1] + 0.7 * x[2];
    if (n % 5 == 3) x[3] = x[2] + x[1] - x[0];  // parallel edges
    if (n % 5 == 4) x[1] = x[2] = x[3];
    return x;
}

TEST(Distance, NoPointOfATriangleIsNearerThanTheClosest) {
    std::mt19937 random(1);
    for (int n = 0; n < 500; ++n) {
        const auto [p, a, b, c] = four_points(random, n);
        const auto w = closest_on_triangle<Real>(p, {a, b, c});
        EXPECT_NEAR(w[0] + w[1] + w[2], 1, 1e-15);
        EXPECT_GE(std::min({w[0], w[1], w[2]}), 0);
        const Real closest = (p - w[0] * a - w[1] * b - w[2] * c).norm();
        for (int i = 0; i <= kSamples; ++i) {
            for (int j = 0; i + j <= kSamples; ++j) {
                const Real u = static_cast<Real>(i) / kSamples, v = static_cast<Real>(j) / kSamples;
                EXPECT_LE(closest, (p - (1 - u - v) * a - u * b - v * c).norm() + 1e-14);
            }
        }
    }
}

TEST(Distance, NoPointsOfEdgesAreNearerThanTheClosest) {
    std::mt19937 random(2);
    for (int n = 0; n < 500; ++n) {
        const auto [a0, a1, b0, b1] = four_points(random, n);
        const auto [s, r] = closest_on_edges<Real>({a0, a1}, {b0, b1});
        EXPECT_TRUE(s >= 0 && s <= 1 && r >= 0 && r <= 1) << s << " " << r;
        const Real closest = (a0 + s * (a1 - a0) - b0 - r * (b1 - b0)).norm();
        for (int i = 0; i <= kSamples; ++i) {
            for (int j = 0; j <= kSamples; ++j) {
                const Real u = static_cast<Real>(i) / kSamples, v = static_cast<Real>(j) / kSamples;
                EXPECT_LE(closest, (a0 + u * (a1 - a0) - b0 - v * (b1 - b0)).norm() + 1e-14);
            }
        }
    }
}

TEST(Distance, ClosestPointsOfAKnownPair) {
    const std::array<Vec3, 3> triangle = {Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0)};
    const auto inside = closest_on_triangle<Real>(Vec3(1, 2, 7), triangle);
    EXPECT_DOUBLE_EQ(inside[0], 0.25);
    EXPECT_DOUBLE_EQ(inside[1], 0.25);
    EXPECT_DOUBLE_EQ(inside[2], 0.5);
    const auto corner = closest_on_triangle<Real>(Vec3(9, -1, 3), triangle);
    EXPECT_EQ(corner, (std::array<Real, 3>{0, 1, 0}));
    const auto [s, r] = closest_on_edges<Real>({Vec3(-1, 0, 0), Vec3(3, 0, 0)}, {Vec3(0, -1, 5), Vec3(0, 1, 5)});
    EXPECT_DOUBLE_EQ(s, 0.25);
    EXPECT_DOUBLE_EQ(r, 0.5);
}

}  // namespace
}  // namespace pleat
