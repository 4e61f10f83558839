#include <cmath>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include <pleat/render/sampler.hpp>

namespace pleat {
namespace {

constexpr SampleUse kUses[] = {SampleUse::pixel, SampleUse::sun, SampleUse::sky};

using Points = std::vector<Eigen::Vector2f>;

Points points_of(int x, int y, int samples, SampleUse use) {
    const PixelSampler sampler(x, y, samples);
    Points points;
    for (int sample = 0; sample < samples; ++sample) points.push_back(sampler.pair(use, sample));
    return points;
}

// Whether each cell of a grid holds one point.
bool fills(const Points& points, int columns, int rows) {
    std::set<std::pair<int, int>> cells;
    for (const Eigen::Vector2f& p : points) {
        cells.emplace(static_cast<int>(p.x() * static_cast<float>(columns)),
                      static_cast<int>(p.y() * static_cast<float>(rows)));
    }
    return cells.size() == points.size() && static_cast<int>(points.size()) == columns * rows;
}

// In every grid of 16 equal cells.
bool is_stratified(const Points& points) {
    for (const int columns : {1, 2, 4, 8, 16}) {
        if (!fills(points, columns, 16 / columns)) return false;
    }
    return true;
}

TEST(Sampler, TheSixteenSamplesOfAPixelFillEveryGridOfSixteenCells) {
    for (const SampleUse use : kUses) {
        for (const auto& [x, y] : {std::pair(0, 0), {1, 0}, {0, 1}, {37, 91}, {1279, 719}, {16383, 16383}}) {
            EXPECT_TRUE(is_stratified(points_of(x, y, 16, use))) << x << ", " << y;
        }
    }
}

TEST(Sampler, FourSamplesOfFourNeighboursFillEveryGridOfSixteenCells) {
    for (const SampleUse use : kUses) {
        for (const auto& [x, y] : {std::pair(0, 0), {2, 0}, {36, 90}, {1278, 718}}) {
            Points points;
            for (const auto& [right, down] : {std::pair(0, 0), {1, 0}, {0, 1}, {1, 1}}) {
                const Points more = points_of(x + right, y + down, 4, use);
                EXPECT_TRUE(fills(more, 2, 2));
                points.insert(points.end(), more.begin(), more.end());
            }
            EXPECT_TRUE(is_stratified(points)) << x << ", " << y;
        }
    }
}

TEST(Sampler, NumbersAreInTheUnitSquareForAnyCount) {
    for (const int samples : {1, 2, 3, 5, 16, 17, 100}) {
        std::set<std::pair<float, float>> different;
        for (const Eigen::Vector2f& p : points_of(5, 6, samples, SampleUse::sun)) {
            EXPECT_TRUE(p.x() >= 0 && p.x() < 1 && p.y() >= 0 && p.y() < 1) << p.transpose();
            different.emplace(p.x(), p.y());
        }
        EXPECT_EQ(static_cast<int>(different.size()), samples);
    }
}

TEST(Sampler, NumbersAreTheSameEveryTimeButNotForOtherUsesAndPixels) {
    std::set<std::pair<float, float>> first_samples;
    for (int y = 0; y < 8; ++y) {
        for (int x = 0; x < 8; ++x) {
            for (const SampleUse use : kUses) {
                const Points points = points_of(x, y, 16, use);
                EXPECT_EQ(points, points_of(x, y, 16, use));
                first_samples.emplace(points[0].x(), points[0].y());
            }
        }
    }
    EXPECT_EQ(first_samples.size(), 8u * 8u * 3u);
}

// One use must not tell what another gives: else the sun would shine on one side of each pixel only.
TEST(Sampler, UsesAreIndependent) {
    constexpr int kSide = 32, kSamples = 16;
    for (const auto& [a, b] : {std::pair(SampleUse::pixel, SampleUse::sun),
                               {SampleUse::pixel, SampleUse::sky},
                               {SampleUse::sun, SampleUse::sky}}) {
        for (const int first : {0, 1}) {
            for (const int second : {0, 1}) {
                double sum = 0;
                for (int pixel = 0; pixel < kSide * kSide; ++pixel) {
                    const Points p = points_of(pixel % kSide, pixel / kSide, kSamples, a);
                    const Points q = points_of(pixel % kSide, pixel / kSide, kSamples, b);
                    for (std::size_t i = 0; i < p.size(); ++i) sum += (p[i][first] - 0.5) * (q[i][second] - 0.5);
                }
                const double count = kSide * kSide * kSamples;
                // The deviation of a correlation of independent numbers is 1 / sqrt(count).
                EXPECT_LT(std::abs(12 * sum / count), 4 / std::sqrt(count));
            }
        }
    }
}

// The share of a pixel behind an edge that crosses it, found with 16 samples.
TEST(Sampler, EdgesAreFarSmootherThanWithRandomNumbers) {
    std::mt19937 random(1);
    std::uniform_real_distribution<float> uniform(0, 1);
    double own = 0, plain = 0;
    for (int pixel = 0; pixel < 1024; ++pixel) {
        const float slope = 2 * uniform(random) - 1, offset = uniform(random) - 0.5f * slope;
        const auto count = [&](const Points& points) {
            int below = 0;
            for (const Eigen::Vector2f& p : points) below += p.y() < offset + slope * p.x();
            return below / 16.0;
        };
        double exact = 0;  // by many columns
        for (int i = 0; i < 4096; ++i) {
            exact += std::clamp(offset + slope * (static_cast<float>(i) + 0.5f) / 4096, 0.0f, 1.0f) / 4096;
        }
        Points scattered(16);
        for (Eigen::Vector2f& p : scattered) p = {uniform(random), uniform(random)};
        own += std::pow(count(points_of(pixel % 32, pixel / 32, 16, SampleUse::pixel)) - exact, 2);
        plain += std::pow(count(scattered) - exact, 2);
    }
    // Measured: 0.43 of the rms of random numbers.
    EXPECT_LT(std::sqrt(own / plain), 0.5);
}

}  // namespace
}  // namespace pleat
