#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include <pleat/render/light.hpp>

namespace pleat {
namespace {

// Normals all around, with those at which a frame is hardest to find.
std::vector<Eigen::Vector3f> some_normals() {
    std::vector<Eigen::Vector3f> normals = {{0, 0, 1}, {0, 0, -1}, {1, 0, 0}, {0, -1, 0}, {1e-4f, 0, -1}};
    std::mt19937 random(8);
    std::normal_distribution<float> normal;
    for (int i = 0; i < 20; ++i) normals.emplace_back(normal(random), normal(random), normal(random));
    for (Eigen::Vector3f& n : normals) n.normalize();
    return normals;
}

// A regular grid of random numbers: sums over it are integrals.
template <class Body>
void for_grid(Body&& body) {
    constexpr int kSide = 64;
    for (int i = 0; i < kSide * kSide; ++i) {
        body(Eigen::Vector2f((static_cast<float>(i % kSide) + 0.5f) / kSide,
                             (static_cast<float>(i / kSide) + 0.5f) / kSide),
             1.0 / (kSide * kSide));
    }
}

TEST(Light, DirectionsAreSpreadByTheCosine) {
    for (const Eigen::Vector3f& n : some_normals()) {
        double mean = 0, square = 0;
        Eigen::Vector3d sum = Eigen::Vector3d::Zero();
        for_grid([&](const Eigen::Vector2f& random, double share) {
            const Eigen::Vector3f d = cosine_direction(n, random);
            const double cosine = d.dot(n);
            EXPECT_NEAR(d.norm(), 1, 1e-5);
            EXPECT_GE(cosine, 0);
            mean += share * cosine;
            square += share * cosine * cosine;
            sum += share * d.cast<double>();
        });
        // Under cos / pi the means of the cosine and its square are 2/3 and 1/2, and the sides are alike. The grid is
        // coarse for a root at its border: (1/64)^1.5.
        EXPECT_NEAR(mean, 2.0 / 3, 2e-3);
        EXPECT_NEAR(square, 0.5, 1e-3);
        EXPECT_LT((sum - mean * n.cast<double>()).norm(), 1e-3);
    }
}

TEST(Light, TheSunIsADiscOfItsRadius) {
    for (const Eigen::Vector3f& n : some_normals()) {
        Light light;
        light.sun_direction = n;
        light.sun_radius = 0.1f;
        double square = 0, largest = 0;
        for_grid([&](const Eigen::Vector2f& random, double share) {
            const Eigen::Vector3f d = light.towards_sun(random);
            EXPECT_NEAR(d.norm(), 1, 1e-6);
            const double angle = std::acos(std::min(1.0, static_cast<double>(d.dot(n))));
            largest = std::max(largest, angle);
            square += share * std::pow(std::tan(angle) / std::tan(0.1), 2);
        });
        EXPECT_LT(largest, 0.1);
        EXPECT_GT(largest, 0.097);
        EXPECT_NEAR(square, 0.5, 2e-3);  // evenly: the mean of r^2 on a disc
    }
}

TEST(Light, TheSkyChangesFromTheHorizonToTheZenith) {
    const Light light;
    EXPECT_EQ(light.sky({0, 1, 0}), light.zenith);
    EXPECT_EQ(light.sky({1, 0, 0}), light.horizon);
    EXPECT_EQ(light.sky({0.6f, -0.8f, 0}), light.below);
    EXPECT_GT(light.sky({0.8f, 0.6f, 0}).x(), light.zenith.x());
    EXPECT_LT(light.sky({0.8f, 0.6f, 0}).x(), light.horizon.x());
}

}  // namespace
}  // namespace pleat
