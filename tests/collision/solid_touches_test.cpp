// How particles, corners and edges touch: known cases, and random motions against the end of the step and the way
// there.
#include <optional>
#include <random>

#include <gtest/gtest.h>

#include <pleat/collision/distance_math.hpp>
#include <pleat/collision/solid_features.hpp>
#include <pleat/collision/solid_touches.hpp>

#include "tests/support/sample_cloth.hpp"
#include "tests/support/solids.hpp"

namespace pleat::test {
namespace {

constexpr Real kDistance = 0.01;

// A level triangle at the origin that faces up and moves by `offset` in the step.
struct OneTriangle {
    explicit OneTriangle(const Vec3& offset = Vec3::Zero()) {
        Solid solid = make_solid({{{0, 0, 0}, {0, 0, 1}, {1, 0, 0}}, {{0, 1, 2}}});
        solid.motion.parts.push_back(straight_motion(0, 1, offset));
        solids = {solid};
        surfaces.move(solids, 0, 1);
    }

    std::optional<Touch> touch(const Vec3& start, const Vec3& end, bool is_two_sided = false) const {
        Touch found;
        if (!find_touch(surfaces, 0, is_two_sided, start, end, kDistance, found)) return {};
        return found;
    }

    std::vector<Solid> solids;
    SolidSurfaces surfaces;
};

TEST(FindTouch, OfAParticleThatEndsNear) {
    const auto touch = OneTriangle().touch({0.2, 0.5, 0.3}, {0.2, 0.004, 0.3});
    ASSERT_TRUE(touch.has_value());
    EXPECT_NEAR(touch->gap, 0.004 - kDistance, 1e-15);
    EXPECT_LT((touch->normal - Vec3::UnitY()).norm(), 1e-12);
    EXPECT_LT((touch->weights - Vec3(0.5, 0.3, 0.2)).norm(), 1e-12);
    EXPECT_FALSE(touch->has_crossed);
    EXPECT_FALSE(OneTriangle().touch({0.2, 0.5, 0.3}, {0.2, 0.011, 0.3}).has_value());
}

TEST(FindTouch, OfAParticleThatGoesThroughInOneStep) {
    const auto touch = OneTriangle().touch({0.2, 3, 0.3}, {0.2, -7, 0.3});
    ASSERT_TRUE(touch.has_value());
    EXPECT_TRUE(touch->has_crossed);
    EXPECT_LT((touch->normal - Vec3::UnitY()).norm(), 1e-12);
    EXPECT_NEAR(touch->gap, -7 - kDistance, 1e-12);
    EXPECT_NEAR(3 + touch->approach.y(), kDistance, 1e-3) << "it is stopped at the distance";
    EXPECT_GE(3 + touch->approach.y(), kDistance) << "and not later";
    EXPECT_FALSE(OneTriangle().touch({0.8, 3, 0.8}, {0.8, -7, 0.8}).has_value()) << "it passes beside";
}

TEST(FindTouch, OfASurfaceThatMovesOverAParticle) {
    const auto touch = OneTriangle({0, 2, 0}).touch({0.2, 1, 0.3}, {0.2, 1, 0.3});
    ASSERT_TRUE(touch.has_value());
    EXPECT_TRUE(touch->has_crossed);
    EXPECT_LT(touch->approach.norm(), 1e-15);
    EXPECT_FALSE(OneTriangle({0, 2, 0}).touch({0.2, 1, 0.3}, {0.2, 4, 0.3}).has_value()) << "it flees faster";
}

TEST(FindTouch, BehindASurfaceNothingIsNearUnlessItHasTwoSides) {
    const Vec3 start(0.2, -0.5, 0.3), end(0.2, -0.004, 0.3), through(0.2, 0.5, 0.3);
    EXPECT_FALSE(OneTriangle().touch(start, end).has_value());
    EXPECT_FALSE(OneTriangle().touch(start, through).has_value());
    const auto near = OneTriangle().touch(start, end, true);
    ASSERT_TRUE(near.has_value());
    EXPECT_LT((near->normal + Vec3::UnitY()).norm(), 1e-12);
    const auto crossed = OneTriangle().touch(start, through, true);
    ASSERT_TRUE(crossed.has_value());
    EXPECT_TRUE(crossed->has_crossed);
    EXPECT_LT((crossed->normal + Vec3::UnitY()).norm(), 1e-12);
}

TEST(FindTouch, FindsExactlyWhatEndsNearOrCrosses) {
    std::mt19937 random(3);
    int found = 0, crossed = 0;
    for (int n = 0; n < 20000; ++n) {
        const Vec3 offset = random_vector(random, 0.3);
        const OneTriangle triangle(offset);
        Vec3 start = random_vector(random, 0.5) + Vec3(0.3, 0, 0.3);
        start.y() = std::abs(start.y());
        Vec3 end = start + random_vector(random, 0.5);
        if (n % 2 == 0) end.y() = offset.y() + 2 * kDistance * end.y();
        const auto touch = triangle.touch(start, end);
        // The triangle stays level: it is crossed where the relative way meets its plane.
        const Vec3 after = end - offset;
        bool expected = false;
        if (after.y() < 0) {
            const Real time = start.y() / (start.y() - after.y());
            const Vec3 where = start + time * (after - start);
            const Real margin = std::min({where.x(), where.z(), 1 - where.x() - where.z()});
            if (std::abs(margin) < 1e-9) continue;
            expected = margin > 0;
            crossed += expected ? 1 : 0;
        } else {
            const auto w = closest_on_triangle<Real>(after, {Vec3(0, 0, 0), Vec3(0, 0, 1), Vec3(1, 0, 0)});
            const Real distance = (after - w[1] * Vec3(0, 0, 1) - w[2] * Vec3(1, 0, 0)).norm();
            if (std::abs(distance - kDistance) < 1e-9) continue;
            expected = distance < kDistance;
        }
        EXPECT_EQ(touch.has_value(), expected) << n;
        found += expected ? 1 : 0;
    }
    EXPECT_GT(crossed, 200);
    EXPECT_GT(found - crossed, 200);
}

// A level triangle of cloth above a roof: its tip, if it is turned up, or the ridge from corner 0 to corner 1.
struct OverARoof {
    explicit OverARoof(Surface roof) : solids{make_solid(std::move(roof))} { surfaces.move(solids, 0, 1); }

    std::optional<FeatureTouch> touch(const FeaturePair& pair, Real from, Real to) const {
        const auto at_height = [](Real y) { return std::vector<Vec3>{{-1, y, 0.2}, {1, y, 0.2}, {0, y, -1}}; };
        const std::vector<Vec3> start = at_height(from), end = at_height(to);
        return find_feature_touch(pair, cloth, {start, end}, surfaces, kDistance);
    }

    CollisionMesh cloth = make_collision_mesh(std::vector<std::array<int, 3>>{{0, 1, 2}});
    std::vector<Solid> solids;
    SolidSurfaces surfaces;
};

Surface tip() { return {{{0, 0, -0.2}, {-1, -1, -1}, {1, -1, -1}, {0, -1, 1}}, {{0, 2, 1}, {0, 3, 2}, {0, 1, 3}}}; }

Surface ridge() { return {{{0, 0, -1}, {0, 0, 1}, {-1, -1, 0}, {1, -1, 0}}, {{0, 2, 1}, {0, 1, 3}}}; }

// What both kinds have in common.
void expect_touches(const OverARoof& scene, const FeaturePair& pair, const Vec3& weights, const Vec3& place) {
    const auto near = scene.touch(pair, 0.006, 0.006);
    ASSERT_TRUE(near.has_value());
    EXPECT_FALSE(near->has_crossed);
    EXPECT_LT((near->normal - Vec3::UnitY()).norm(), 1e-12);
    EXPECT_LT((near->weights - weights).norm(), 1e-12);
    EXPECT_LT((near->solid_start - place).norm(), 1e-12);
    EXPECT_LT((near->solid_end - place).norm(), 1e-12);
    EXPECT_FALSE(scene.touch(pair, 0.012, 0.012).has_value());
    EXPECT_FALSE(scene.touch(pair, 0.5, 0.2).has_value());
    const auto crossed = scene.touch(pair, 0.5, -0.2);
    ASSERT_TRUE(crossed.has_value());
    EXPECT_TRUE(crossed->has_crossed);
    EXPECT_LT((crossed->normal - Vec3::UnitY()).norm(), 1e-12) << "from the side where it was";
    EXPECT_LT((crossed->weights - weights).norm(), 1e-6);
    EXPECT_TRUE(scene.touch(pair, -0.006, -0.006)->normal.y() < 0) << "cloth below is pushed down";
}

TEST(FindFeatureTouch, OfACornerUnderATriangle) {
    expect_touches(OverARoof(tip()), {false, 0, 0}, Vec3(1, 1, 1) / 3, {0, 0, -0.2});
}

TEST(FindFeatureTouch, OfTwoEdges) {
    const OverARoof scene(ridge());
    ASSERT_EQ(scene.cloth.edges[0], (std::array{0, 1}));
    ASSERT_EQ(scene.surfaces.mesh().edges[0], (std::array{0, 1}));
    expect_touches(scene, {true, 0, 0}, {0.5, 0.5, 0}, {0, 0, 0.2});
}

TEST(FindFeatureTouch, KeepsThePlaceOnASolidThatMoves) {
    OverARoof scene(tip());
    scene.solids[0].motion.parts.push_back(straight_motion(0, 1, {0.1, 0, 0.05}));
    scene.surfaces = {};
    scene.surfaces.move(scene.solids, 0, 1);
    const auto touch = scene.touch({false, 0, 0}, 0.006, 0.006);
    ASSERT_TRUE(touch.has_value());
    EXPECT_LT((touch->solid_start - Vec3(0, 0, -0.2)).norm(), 1e-12);
    EXPECT_LT((touch->solid_end - Vec3(0.1, 0, -0.15)).norm(), 1e-12);
}

}  // namespace
}  // namespace pleat::test
