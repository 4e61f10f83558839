#include <random>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <pleat/render/weave.hpp>

namespace pleat {
namespace {

const Eigen::Vector3f kUp(0, 0, 1), kAlongU(1, 0, 0), kAlongV(0, 1, 0);

WovenPoint at(const Material& material, const Eigen::Vector2f& uv, float footprint) {
    return weave(material, uv, footprint, kUp, kAlongU, kAlongV);
}

Material two_colors() {
    Material material;
    material.warp = {0.8f, 0.1f, 0.1f};
    material.weft = {0.1f, 0.1f, 0.8f};
    material.thread_width = 0.01f;
    return material;
}

// What leaves on both sides together, for light of 1 from one side or from both.
Color total(const WovenPoint& point, float out) {
    return scatter(point, LitSide::seen, out) + scatter(point, LitSide::hidden, out);
}

TEST(Weave, NoMoreLightLeavesThanComesInAtAnyAngle) {
    std::mt19937 random(2);
    std::uniform_real_distribution<float> uniform(0, 1);
    for (int trial = 0; trial < 2000; ++trial) {
        const WovenPoint point{
            {uniform(random), uniform(random), trial % 2 == 0 ? 1.0f : 0.0f}, kUp, uniform(random), uniform(random)};
        for (const float out : {1e-4f, 0.01f, 0.3f, 0.7f, 1.0f}) {
            EXPECT_LE(total(point, out).maxCoeff(), 1 + 1e-6f);
            EXPECT_GE(scatter(point, LitSide::seen, out).minCoeff(), 0);
            EXPECT_GE(scatter(point, LitSide::hidden, out).minCoeff(), 0);
        }
    }
}

TEST(Weave, WhiteLosesNothingAndBlackWithoutSheenThrowsNothingBack) {
    for (const float out : {0.01f, 0.5f, 1.0f}) {
        EXPECT_NEAR(total({Color::Ones(), kUp, 0.7f, 0.3f}, out).x(), 1, 1e-6f);
        EXPECT_EQ(total({Color::Zero(), kUp, 0, 0.3f}, out), Color(Color::Zero()));
    }
}

TEST(Weave, FibresAreSeenAtGrazingAnglesOnly) {
    const WovenPoint dark{Color::Constant(0.1f), kUp, 0.5f, 0};
    EXPECT_FLOAT_EQ(scatter(dark, LitSide::seen, 1).x(), 0.1f);
    // S = 1/2 at the edge: half of the view is fibres that throw back 0.55.
    EXPECT_FLOAT_EQ(scatter(dark, LitSide::seen, 0).x(), 0.5f * 0.55f + 0.5f * 0.1f);
    EXPECT_GT(scatter(dark, LitSide::seen, 0.2f).x(), scatter(dark, LitSide::seen, 0.6f).x());
}

TEST(Weave, TransmissionMovesLightToTheOtherSide) {
    const WovenPoint point{Color::Constant(0.6f), kUp, 0, 0.25f};
    EXPECT_FLOAT_EQ(scatter(point, LitSide::seen, 1).x(), 0.45f);
    EXPECT_FLOAT_EQ(scatter(point, LitSide::hidden, 1).x(), 0.15f);
}

TEST(Weave, WarpAndWeftCrossLikeAChessBoard) {
    for (int column = -3; column <= 3; ++column) {
        for (int row = -3; row <= 3; ++row) {
            const Eigen::Vector2f middle(0.01f * (static_cast<float>(column) + 0.5f),
                                         0.01f * (static_cast<float>(row) + 0.5f));
            const Color albedo = at(two_colors(), middle, 0).albedo;
            EXPECT_EQ(albedo.x() > albedo.z(), (column + row) % 2 == 0) << column << ", " << row;
        }
    }
}

TEST(Weave, ThreadsTooThinForAPixelBecomeTheirMean) {
    std::mt19937 random(3);
    std::uniform_real_distribution<float> uniform(-1, 1);
    const Material material = two_colors();
    const Color mean = 0.5f * (material.warp + material.weft);
    Color sum = Color::Zero();
    for (int i = 0; i < 500; ++i) {
        const WovenPoint point = at(material, {uniform(random), uniform(random)}, 0.01f);
        EXPECT_EQ(point.normal, kUp);
        // Yarns may differ by a twentieth, in brightness but not in colour.
        EXPECT_LE((point.albedo - mean).norm(), 0.0501f * mean.norm());
        EXPECT_LT((point.albedo.normalized() - mean.normalized()).norm(), 1e-6f);
        sum += point.albedo;
    }
    EXPECT_LT((sum / 500 - mean).norm(), 0.01f * mean.norm());
}

TEST(Weave, AThreadIsRoundAcross) {
    const auto normal_at = [](float u, float v) { return at(two_colors(), {0.01f * u, 0.01f * v}, 0).normal; };
    // A warp thread runs along u: it looks to both of its sides, v, and not along itself in the middle of a crossing.
    EXPECT_GT(normal_at(0.5f, 0.9f).y(), 0.2f);
    EXPECT_LT(normal_at(0.5f, 0.1f).y(), -0.2f);
    EXPECT_NEAR(normal_at(0.5f, 0.9f).x(), 0, 1e-4f);
    // A weft thread, the next crossing, runs along v.
    EXPECT_GT(normal_at(1.9f, 0.5f).x(), 0.2f);
    EXPECT_NEAR(normal_at(1.9f, 0.5f).y(), 0, 1e-4f);
    for (int i = 0; i < 100; ++i) {
        EXPECT_NEAR(normal_at(0.1f * static_cast<float>(i), 0.37f * static_cast<float>(i)).norm(), 1, 1e-6f);
    }
}

TEST(Weave, NoThreadThrowsBackMoreThanAll) {
    Material material;
    material.warp = material.weft = Color::Ones();
    material.thread_width = 0.01f;
    float most = 0, least = 1;
    for (int i = 0; i < 4000; ++i) {
        const float x = 0.0013f * static_cast<float>(i);
        const Color albedo = at(material, {x, 1.7f * x}, 0.002f).albedo;
        most = std::max(most, albedo.maxCoeff());
        least = std::min(least, albedo.minCoeff());
    }
    EXPECT_EQ(most, 1);
    EXPECT_LT(least, 0.8f) << "threads are dark at their borders";
}

TEST(Weave, WithoutThreadsItIsSmooth) {
    Material material = two_colors();
    material.thread_width = 0;
    const WovenPoint point = at(material, {0.123f, 0.456f}, 0);
    EXPECT_EQ(point.normal, kUp);
    EXPECT_EQ(point.albedo, Color(0.5f * (material.warp + material.weft)));
}

}  // namespace
}  // namespace pleat
