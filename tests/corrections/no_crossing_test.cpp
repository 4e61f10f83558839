// The fail-safe in hundreds of random scenes: the referee looks at all pairs along the way, the audit at the end.
#include <gtest/gtest.h>

#include <pleat/core/parallel.hpp>
#include <pleat/mesh/grid.hpp>
#include <pleat/shapes/make_surface.hpp>

#include "tests/corrections/flying_cloth.hpp"
#include "tests/support/count_allocations.hpp"
#include "tests/support/sample_cloth.hpp"

namespace pleat {
namespace {

using test::FlownStep;
using test::FlyingCloth;

constexpr Real kStep = 1.0 / 60;  // [s]
constexpr Real kSeparation = 2e-4;

// All impacts that a scene had.
struct Flight {
    int impacts = 0;
    int in_zones = 0;
    int rejected = 0;  // steps
};

// Steps that do not succeed are taken smaller, as a simulation does.
Flight expect_free_flight(FlyingCloth cloth, int steps, const NoCrossing::Settings& settings = {}) {
    constexpr int kMostRejected = 20;
    NoCrossing no_crossing(std::make_shared<ClothSearch>(cloth.triangles), settings);
    Flight flight;
    Real dt = kStep;
    for (int n = 0; n < steps && flight.rejected <= kMostRejected; dt = std::min(kStep, 2 * dt)) {
        const FlownStep step = fly(cloth, no_crossing, dt);
        flight.impacts += step.report.impacts;
        flight.in_zones += step.report.in_zones;
        if (!step.report.succeeded()) {
            ++flight.rejected;
            dt /= 4;
            continue;
        }
        EXPECT_EQ(contacts_on_the_way(cloth, step), 0) << "in step " << n;
        EXPECT_EQ(crossings_at_the_end(cloth, step), 0) << "in step " << n;
        accept(cloth, step, dt);
        ++n;
    }
    EXPECT_LE(flight.rejected, kMostRejected);
    return flight;
}

void disturb(FlyingCloth& cloth, std::mt19937& random, Real speed) {
    for (Vec3& v : cloth.velocities) v += test::random_vector(random, speed);
}

Motion turning(const Vec3& axis, Real rate, const Vec3& velocity) {
    constexpr Real kLong = 10;  // [s]
    Motion motion;
    Rotation rotation;
    rotation.axis = axis;
    rotation.rate = rate;
    motion.parts.push_back({rotation, 0, kForever});
    const Keyframes way{{0, kLong}, {Vec3::Zero(), kLong * velocity}, Interpolation::linear};
    motion.parts.push_back({KeyframedTranslation{way}, 0, kForever});
    return motion;
}

Surface moved(Surface surface, const Vec3& by) {
    for (Vec3& x : surface.positions) x += by;
    return surface;
}

FlyingCloth soup_on_spikes(std::mt19937& random, Real speed) {
    FlyingCloth cloth;
    cloth.add(test::triangle_soup(random, 20, Vec3(0, 1, 0), 0.4), Vec3(0, -speed, 0));
    disturb(cloth, random, 0.3 * speed);
    cloth.add_solid(test::bed_of_spikes(1 + static_cast<int>(random() % 2)));
    return cloth;
}

FlyingCloth sheet_on_spikes(std::mt19937& random, Real speed) {
    FlyingCloth cloth;
    cloth.add(test::wavy_sheet(8, Vec3(0, 0.4, 0), 0.02), Vec3(0.1 * speed, -speed, 0));
    disturb(cloth, random, 0.1 * speed);
    cloth.add_solid(test::bed_of_spikes(2 + static_cast<int>(random() % 3)));
    return cloth;
}

FlyingCloth sheet_on_turning_plate(std::mt19937& random, Real speed) {
    FlyingCloth cloth;
    cloth.add(test::wavy_sheet(8, Vec3(0, 0.5, 0), 0.02), Vec3(0.1 * speed, -speed, 0));
    const Vec3 axis = test::random_vector(random, 1);
    cloth.add_solid(make_box(Vec3(0.6, 0.002, 0.6)), turning(axis, std::min<Real>(speed, 20), Vec3(0, 0.1 * speed, 0)));
    return cloth;
}

FlyingCloth ball_into_pinned_sheet(std::mt19937& random, Real speed) {
    FlyingCloth cloth;
    cloth.gravity = Vec3::Zero();
    cloth.add(test::wavy_sheet(8, Vec3(0.1, 0.4, 0), 0.02), Vec3::Zero());
    cloth.inverse_masses[0] = cloth.inverse_masses[8] = 0;
    cloth.add_solid(make_sphere({0.2, 3}), turning(test::random_vector(random, 1), 5, Vec3(0, speed, 0)));
    return cloth;
}

FlyingCloth two_sheets(std::mt19937& random, Real speed) {
    FlyingCloth cloth;
    cloth.gravity = Vec3::Zero();
    cloth.cloth_separation = kSeparation;
    cloth.add(test::wavy_sheet(7, Vec3(0.05, 0.1, 0.02), 0.02), Vec3(0.1 * speed, -speed, 0));
    cloth.add(test::wavy_sheet(6, Vec3(0, 0, 0), -0.02), Vec3(0, speed, 0));
    disturb(cloth, random, 0.05 * speed);
    return cloth;
}

FlyingCloth soup_with_itself(std::mt19937& random, Real speed) {
    FlyingCloth cloth;
    cloth.gravity = Vec3::Zero();
    cloth.cloth_separation = kSeparation;
    cloth.add(test::triangle_soup(random, 25, Vec3(0, 1, 0), 0.3), Vec3::Zero());
    disturb(cloth, random, speed);
    for (Real& inverse : cloth.inverse_masses) inverse = 100 + static_cast<Real>(random() % 2000);
    return cloth;
}

FlyingCloth folding_sheet(std::mt19937& random, Real speed) {
    FlyingCloth cloth;
    cloth.gravity = Vec3::Zero();
    cloth.cloth_separation = kSeparation;
    cloth.add(test::wavy_sheet(8, Vec3(0, 0, 0), 0.05), Vec3::Zero());
    for (std::size_t i = 0; i < cloth.positions.size(); ++i) {
        const Real x = cloth.positions[i].x();
        cloth.velocities[i] = speed * Vec3(-3 * x, 8 * x * x, 0);
    }
    disturb(cloth, random, 0.1 * speed);
    return cloth;
}

FlyingCloth five_layers_on_a_floor(std::mt19937& random, Real speed) {
    FlyingCloth cloth;
    cloth.cloth_separation = kSeparation;
    for (int layer = 0; layer < 5; ++layer) {
        const Real height = 0.1 + 0.05 * layer;
        cloth.add(test::wavy_sheet(5 + layer % 2, Vec3(0.03 * layer, height, 0), 0.01 * (layer - 2)),
                  Vec3(0, layer == 4 ? -2 * speed : -speed, 0));
    }
    disturb(cloth, random, 0.02 * speed);
    cloth.add_solid(make_plane({3, 1}));
    return cloth;
}

struct Kind {
    const char* name;
    FlyingCloth (*make)(std::mt19937& random, Real speed);
    int scenes, steps;
    bool is_ever_rejected;  // with zones alone: where solids turn
};

constexpr Kind kKinds[] = {
    {"SoupOnSpikes", soup_on_spikes, 20, 5, false},
    {"SheetOnSpikes", sheet_on_spikes, 5, 6, false},
    {"SheetOnTurningPlate", sheet_on_turning_plate, 8, 6, true},
    {"BallIntoPinnedSheet", ball_into_pinned_sheet, 4, 6, true},
    {"TwoSheets", two_sheets, 2, 4, false},
    {"SoupWithItself", soup_with_itself, 10, 4, false},
    {"FoldingSheet", folding_sheet, 2, 4, false},
    {"FiveLayersOnAFloor", five_layers_on_a_floor, 1, 4, false},
};

class NoCrossingIn : public testing::TestWithParam<Kind> {};

TEST_P(NoCrossingIn, NothingTouchesOnTheWayAndNothingCrossesAtTheEnd) {
    std::mt19937 random(1);
    Flight all;
    for (const Real speed : {2.0, 20.0, 100.0}) {
        for (int scene = 0; scene < GetParam().scenes; ++scene) {
            const Flight flight = expect_free_flight(GetParam().make(random, speed), GetParam().steps);
            all.impacts += flight.impacts;
            all.rejected += flight.rejected;
        }
    }
    EXPECT_GT(all.impacts, 500);
    EXPECT_EQ(all.rejected, 0);
}

// As if no impulse ever helped.
TEST_P(NoCrossingIn, ZonesAloneAreAsSafe) {
    std::mt19937 random(2);
    Flight all;
    for (const Real speed : {2.0, 20.0, 100.0}) {
        const Flight flight =
            expect_free_flight(GetParam().make(random, speed), GetParam().steps, {.impulse_passes = 0});
        all.in_zones += flight.in_zones;
        if (!GetParam().is_ever_rejected) {
            EXPECT_EQ(flight.rejected, 0);
        }
    }
    EXPECT_GT(all.in_zones, 10);
}

INSTANTIATE_TEST_SUITE_P(RandomScenes, NoCrossingIn, testing::ValuesIn(kKinds),
                         [](const auto& kind) { return std::string(kind.param.name); });

TEST(NoCrossing, TheRefereesSeeWhatHappensWithoutIt) {
    std::mt19937 random(3);
    for (const Kind& kind : kKinds) {
        const FlyingCloth cloth = kind.make(random, 40);
        NoCrossing no_crossing(std::make_shared<ClothSearch>(cloth.triangles));
        FlownStep step = fly(cloth, no_crossing, kStep);
        step.next = step.wanted;
        EXPECT_GT(contacts_on_the_way(cloth, step), 0) << kind.name;
    }
}

TEST(NoCrossing, WhereNothingTouchesNothingChanges) {
    std::mt19937 random(4);
    FlyingCloth cloth = sheet_on_spikes(random, 1);
    cloth.cloth_separation = kSeparation;
    NoCrossing no_crossing(std::make_shared<ClothSearch>(cloth.triangles));
    const FlownStep step = fly(cloth, no_crossing, 1e-3);
    EXPECT_EQ(step.next, step.wanted);
    EXPECT_EQ(step.report.passes, 1);
    EXPECT_EQ(step.report.moved, 0);
    EXPECT_EQ(step.report.impacts, 0);
}

TEST(NoCrossing, TheSameToTheBitForAnyNumberOfThreads) {
    for (const int impulse_passes : {25, 1}) {
        std::vector<std::vector<Vec3>> ends;
        for (const int threads : {1, 2, 3}) {
            Threads(threads).run([&] {
                std::mt19937 random(5);
                FlyingCloth cloth = five_layers_on_a_floor(random, 10);
                NoCrossing no_crossing(std::make_shared<ClothSearch>(cloth.triangles),
                                       {.impulse_passes = impulse_passes});
                for (int n = 0; n < 3; ++n) accept(cloth, fly(cloth, no_crossing, kStep), kStep);
                ends.push_back(cloth.positions);
            });
        }
        EXPECT_EQ(ends[1], ends[0]);
        EXPECT_EQ(ends[2], ends[0]);
    }
}

TEST(NoCrossing, APinchIsReported) {
    FlyingCloth cloth;
    cloth.add(make_grid({Vec2(0.5, 0.5), {5, 5}, Facing::level}), Vec3::Zero());
    const Vec3 up = Vec3::UnitY();
    cloth.add_solid(moved(make_box(Vec3(1, 0.1, 1)), 0.1 * up), turning(up, 0, -10 * up));
    cloth.add_solid(moved(make_box(Vec3(1, 0.1, 1)), -0.1 * up), turning(up, 0, 10 * up));
    NoCrossing no_crossing(std::make_shared<ClothSearch>(cloth.triangles));
    const FlownStep step = fly(cloth, no_crossing, kStep);
    ASSERT_FALSE(step.report.succeeded());
    const auto& particles = step.report.left->particles;
    EXPECT_TRUE(std::any_of(particles.begin(), particles.end(), [](int p) { return p >= 0; }));
    EXPECT_TRUE(std::any_of(particles.begin(), particles.end(), [](int p) { return p < 0; }));
    EXPECT_TRUE(fly(cloth, no_crossing, 0.1 * kStep).report.succeeded());
}

TEST(NoCrossing, APinnedEdgeLedThroughASolidIsReported) {
    FlyingCloth cloth;
    cloth.add(make_grid({Vec2(0.5, 0.5), {5, 5}, Facing::level}), Vec3(0, -30, 0));
    for (Vec3& x : cloth.positions) x.y() += 0.1;
    for (std::size_t i = 0; i < 6; ++i) cloth.inverse_masses[i] = 0;
    cloth.add_solid(make_plane({3, 1}));
    NoCrossing no_crossing(std::make_shared<ClothSearch>(cloth.triangles));
    EXPECT_FALSE(fly(cloth, no_crossing, kStep).report.succeeded());
}

TEST(NoCrossing, AStepAllocatesNothingAfterTheFirst) {
    std::mt19937 random(6);
    const FlyingCloth cloth = five_layers_on_a_floor(random, 10);
    const std::vector<Real> separations = {kSeparation};
    SolidSurfaces solids;
    solids.move(cloth.solids, 0, kStep);
    NoCrossing no_crossing(std::make_shared<ClothSearch>(cloth.triangles), {.impulse_passes = 1});
    const SweptStep step{cloth.positions, cloth.inverse_masses, solids, separations, kSeparation};
    Threads(1).run([&] {
        std::vector<Vec3> next(cloth.positions.size());
        long before = 0;
        for (int n = 0; n < 3; ++n) {
            for (std::size_t i = 0; i < next.size(); ++i) next[i] = cloth.positions[i] + kStep * cloth.velocities[i];
            before = test::allocation_count();
            EXPECT_GT(no_crossing.apply(step, next).in_zones, 0);
        }
        EXPECT_EQ(test::allocation_count(), before);
    });
}

}  // namespace
}  // namespace pleat
