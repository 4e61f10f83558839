// What the fail-safe does to motion: momentum and energy, sliding, flying together, landing and resting.
#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <pleat/mesh/grid.hpp>
#include <pleat/shapes/make_surface.hpp>

#include "tests/corrections/flying_cloth.hpp"
#include "tests/support/sample_cloth.hpp"

namespace pleat {
namespace {

using test::FlownStep;
using test::FlyingCloth;

constexpr Real kStep = 1.0 / 60;  // [s]
constexpr Real kSeparation = 2e-4;

FlyingCloth level_sheet(int cells, Real height, const Vec3& velocity) {
    FlyingCloth cloth;
    cloth.add(test::wavy_sheet(cells, Vec3(0, height, 0), 0), velocity);
    return cloth;
}

// Two waves that meet at 20 m/s, of different masses.
FlyingCloth meeting_sheets(unsigned seed) {
    std::mt19937 random(seed);
    FlyingCloth cloth;
    cloth.gravity = Vec3::Zero();
    cloth.cloth_separation = kSeparation;
    cloth.add(test::wavy_sheet(7, Vec3(0.05, 0.1, 0.02), 0.02), Vec3(3, -10, 0));
    cloth.add(test::wavy_sheet(6, Vec3(0, 0, 0), -0.02), Vec3(0, 10, 0));
    for (Vec3& v : cloth.velocities) v += test::random_vector(random, 1);
    for (Real& inverse : cloth.inverse_masses) inverse = 500 + static_cast<Real>(random() % 1000);
    return cloth;
}

Real lowest(const std::vector<Vec3>& positions) {
    Real height = 1e9;
    for (const Vec3& x : positions) height = std::min(height, x.y());
    return height;
}

TEST(NoCrossingMotion, ClothAloneKeepsItsMomentumAndGainsNoEnergy) {
    for (const int impulse_passes : {25, 2, 0}) {
        FlyingCloth cloth = meeting_sheets(1);
        NoCrossing no_crossing(std::make_shared<ClothSearch>(cloth.triangles), {.impulse_passes = impulse_passes});
        for (int n = 0; n < 6; ++n) {
            const FlownStep step = fly(cloth, no_crossing, kStep);
            const Vec3 before = momentum_of(cloth, step.now, step.wanted);
            const Vec3 after = momentum_of(cloth, step.now, step.next);
            EXPECT_LT((after - before).norm(), 1e-13) << "of about 0.01 kg m";
            EXPECT_LE(energy_of(cloth, step.now, step.next), energy_of(cloth, step.now, step.wanted) * (1 + 1e-14));
            accept(cloth, step, kStep);
        }
    }
}

TEST(NoCrossingMotion, SolidsAtRestGiveNoEnergy) {
    std::mt19937 random(2);
    for (const Real speed : {0.1, 3.0, 50.0}) {
        FlyingCloth cloth = level_sheet(8, 0.32, Vec3(0, -speed, 0));
        for (Vec3& v : cloth.velocities) v += test::random_vector(random, 0.3 * speed);
        cloth.add_solid(test::bed_of_spikes(3));
        NoCrossing no_crossing(std::make_shared<ClothSearch>(cloth.triangles));
        for (int n = 0; n < 20; ++n) {
            const FlownStep step = fly(cloth, no_crossing, kStep);
            EXPECT_LE(energy_of(cloth, step.now, step.next), energy_of(cloth, step.now, step.wanted) * (1 + 1e-14));
            accept(cloth, step, kStep);
        }
    }
}

TEST(NoCrossingMotion, PinnedParticlesGoWhereTheyAreToldTo) {
    for (const int impulse_passes : {25, 0}) {
        FlyingCloth cloth = level_sheet(8, 0.31, Vec3(0, -3, 0));
        for (const std::size_t pin : {0u, 8u, 40u}) {
            cloth.inverse_masses[pin] = 0;
            cloth.velocities[pin] = Vec3(0, 0.1, 0);
        }
        cloth.add_solid(test::bed_of_spikes(4));
        NoCrossing no_crossing(std::make_shared<ClothSearch>(cloth.triangles), {.impulse_passes = impulse_passes});
        const FlownStep step = fly(cloth, no_crossing, kStep);
        EXPECT_TRUE(step.report.succeeded());
        EXPECT_GT(step.report.moved, 3);
        for (const std::size_t pin : {0u, 8u, 40u}) EXPECT_EQ(step.next[pin], step.wanted[pin]);
    }
}

TEST(NoCrossingMotion, ASheetSlidesOnAlongAPlane) {
    FlyingCloth cloth = level_sheet(8, 0.001, Vec3(2, 0, 1));
    cloth.add_solid(make_plane({3, 4}));
    NoCrossing no_crossing(std::make_shared<ClothSearch>(cloth.triangles));
    for (int n = 0; n < 30; ++n) {
        const FlownStep step = fly(cloth, no_crossing, kStep);
        ASSERT_TRUE(step.report.succeeded());
        EXPECT_EQ(step.report.in_zones, 0);
        accept(cloth, step, kStep);
    }
    for (const Vec3& v : cloth.velocities) EXPECT_LT((v - Vec3(2, 0, 1)).norm(), 0.02);
}

TEST(NoCrossingMotion, SheetsThatFlyTogetherFlyOn) {
    const Vec3 fast(60, -20, 30);
    FlyingCloth cloth = level_sheet(6, 0, fast);
    cloth.gravity = Vec3::Zero();
    cloth.cloth_separation = kSeparation;
    cloth.add(test::wavy_sheet(7, Vec3(0.01, 0.001, 0.02), 0), fast - Vec3(0, 0.2, 0));
    NoCrossing no_crossing(std::make_shared<ClothSearch>(cloth.triangles));
    for (int n = 0; n < 20; ++n) {
        const FlownStep step = fly(cloth, no_crossing, kStep);
        ASSERT_TRUE(step.report.succeeded());
        EXPECT_EQ(step.report.in_zones, 0);
        accept(cloth, step, kStep);
    }
    for (const Vec3& v : cloth.velocities) EXPECT_LT((v - fast).norm(), 0.3);
    EXPECT_GT(lowest(cloth.positions), -20.2 * kStep * 20);
}

TEST(NoCrossingMotion, AZoneFliesOnToo) {
    const Vec3 fast(60, -20, 30);
    FlyingCloth cloth = level_sheet(6, 0, fast);
    cloth.gravity = Vec3::Zero();
    cloth.cloth_separation = kSeparation;
    cloth.add(test::wavy_sheet(6, Vec3(0.01, 0.001, 0.02), 0), fast - Vec3(0, 2, 0));
    NoCrossing no_crossing(std::make_shared<ClothSearch>(cloth.triangles), {.impulse_passes = 0});
    const FlownStep step = fly(cloth, no_crossing, kStep);
    ASSERT_TRUE(step.report.succeeded());
    EXPECT_EQ(step.report.in_zones, static_cast<int>(cloth.positions.size()));
    for (std::size_t i = 0; i < step.now.size(); ++i)
        EXPECT_LT((step.next[i] - step.now[i] - kStep * fast).norm(), kStep * 2);
}

TEST(NoCrossingMotion, ALiftTakesASheetAlong) {
    for (const int impulse_passes : {25, 0}) {
        FlyingCloth cloth = level_sheet(8, 0.001, Vec3::Zero());
        Motion lift;
        lift.parts.push_back({KeyframedTranslation{{{0, 1}, {Vec3::Zero(), Vec3(0, 5, 0)}, Interpolation::linear}}});
        cloth.add_solid(make_plane({3, 1}), lift);
        NoCrossing no_crossing(std::make_shared<ClothSearch>(cloth.triangles), {.impulse_passes = impulse_passes});
        for (int n = 0; n < 6; ++n) {
            const FlownStep step = fly(cloth, no_crossing, kStep);
            ASSERT_TRUE(step.report.succeeded());
            accept(cloth, step, kStep);
            for (const Vec3& x : cloth.positions) EXPECT_NEAR(x.y(), 5 * cloth.time, 0.002);
        }
    }
}

TEST(NoCrossingMotion, ThousandsOfImpactsNeedFewPasses) {
    FlyingCloth cloth = level_sheet(50, 0.02, Vec3(0.3, -3, 0));
    cloth.add_solid(make_plane({3, 1}));
    NoCrossing no_crossing(std::make_shared<ClothSearch>(cloth.triangles));
    const FlownStep landing = fly(cloth, no_crossing, kStep);
    EXPECT_TRUE(landing.report.succeeded());
    EXPECT_EQ(landing.report.moved, 51 * 51);
    EXPECT_LE(landing.report.passes, 3);
    EXPECT_NEAR(lowest(landing.next), 1.25 * kSeparation, 1e-9);

    cloth.solids.clear();
    cloth.add_solid(test::bed_of_spikes(10));
    for (Vec3& x : cloth.positions) x.y() += 0.3;
    const FlownStep pricked = fly(cloth, no_crossing, kStep);
    EXPECT_TRUE(pricked.report.succeeded());
    EXPECT_GT(pricked.report.impacts, 500);
    EXPECT_LE(pricked.report.passes, 6);
    EXPECT_EQ(crossings_at_the_end(cloth, pricked), 0);
}

// A pair that begins nearer than its separation stays where it is, for any number of steps.
TEST(NoCrossingMotion, WhatBeginsTooNearDoesNotComeNearer) {
    for (const Real height : {1e-9, 1e-5, 0.999 * kSeparation, kSeparation, 1.0001 * kSeparation}) {
        FlyingCloth cloth = level_sheet(4, height, Vec3(0.1, 0, 0));
        cloth.add_solid(make_plane({3, 1}));
        NoCrossing no_crossing(std::make_shared<ClothSearch>(cloth.triangles));
        for (int n = 0; n < 200; ++n) {
            const FlownStep step = fly(cloth, no_crossing, kStep);
            ASSERT_TRUE(step.report.succeeded()) << height << " m, in step " << n;
            EXPECT_EQ(step.report.touching, 0);
            accept(cloth, step, kStep);
        }
        EXPECT_GT(lowest(cloth.positions), 0.9999 * height);
        EXPECT_LT(lowest(cloth.positions), 2 * kSeparation);
    }
}

TEST(NoCrossingMotion, WhatTouchesAtTheStartIsLeftAloneAndCounted) {
    FlyingCloth cloth = level_sheet(4, 0, Vec3::Zero());
    cloth.add_solid(make_plane({3, 1}));
    NoCrossing no_crossing(std::make_shared<ClothSearch>(cloth.triangles));
    const FlownStep step = fly(cloth, no_crossing, kStep);
    EXPECT_TRUE(step.report.succeeded());
    EXPECT_GT(step.report.touching, 20);
    EXPECT_EQ(step.next, step.wanted);
}

TEST(NoCrossingMotion, SolidsAndClothWithoutASeparationAreNotLookedAt) {
    FlyingCloth cloth = level_sheet(4, 0.01, Vec3(0, -3, 0));
    cloth.add_solid(make_plane({3, 1}));
    cloth.separation = 0;
    cloth.add(test::wavy_sheet(4, Vec3(0, 0.02, 0), 0), Vec3(0, -9, 0));
    NoCrossing no_crossing(std::make_shared<ClothSearch>(cloth.triangles));
    const FlownStep step = fly(cloth, no_crossing, kStep);
    EXPECT_EQ(step.report.impacts, 0);
    EXPECT_EQ(step.next, step.wanted);
}

TEST(NoCrossing, WhoSlidesGivesWayAlongItsTrackOnly) {
    const Vec3 track(0.6, -0.8, 0);
    for (const int impulse_passes : {25, 0}) {
        FlyingCloth cloth;
        cloth.gravity = Vec3::Zero();
        cloth.cloth_separation = 2e-4;
        cloth.add(test::wavy_sheet(5, Vec3(0.03, 0.05, 0.02), 0.01), 5 * track);
        const std::size_t sliding = cloth.positions.size();
        cloth.add(test::wavy_sheet(4, Vec3(0, 0, 0), -0.01), Vec3(0, 2, 0));
        for (std::size_t i = 0; i < sliding; ++i) {
            cloth.guided.push_back({static_cast<int>(i), track * track.transpose()});
        }
        NoCrossing no_crossing(std::make_shared<ClothSearch>(cloth.triangles), {.impulse_passes = impulse_passes});
        const FlownStep step = fly(cloth, no_crossing, kStep);
        EXPECT_TRUE(step.report.succeeded());
        EXPECT_GT(step.report.moved, 0);
        EXPECT_EQ(contacts_on_the_way(cloth, step), 0);
        for (std::size_t i = 0; i < sliding; ++i) {
            EXPECT_LT((step.next[i] - step.now[i]).cross(track).norm(), 1e-15) << "particle " << i;
        }
    }
}

}  // namespace
}  // namespace pleat
