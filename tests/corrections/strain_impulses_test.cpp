// Impulses along threads: what they reach, what they leave alone, and the method as printed.
#include <random>

#include <gtest/gtest.h>

#include <pleat/core/index.hpp>
#include <pleat/corrections/strain_impulses.hpp>

#include "tests/support/sample_cloth.hpp"

namespace pleat::test {
namespace {

constexpr Real kStep = 1.0 / 60;

// A grid that was moved at random, so that threads are longer and shorter than they may be.
struct Sheet {
    explicit Sheet(Real shaken, StrainImpulseSettings settings = {})
        : model(one_cloth(make_grid({{0.6, 0.5}, {6, 5}}))), impulses(model, settings) {
        std::mt19937 random(7);
        end = shaken_positions(model, random, shaken);
        held.reset(model.particle_count());
    }

    ImpulseReport apply() {
        const ImpulseStep step{model, held.list(), model.positions, kStep};
        impulses.begin_step(step);
        return impulses.apply(step, end);
    }

    // Largest strain of a thread, and the smallest.
    Vec2 strains() const {
        Vec2 range(1e9, -1e9);
        for (const Edge& edge : model.edges) {
            if (edge.direction == ThreadDirection::bias) continue;
            const Real length = (end[at(edge.particles[1])] - end[at(edge.particles[0])]).norm();
            const Real strain = length / edge.rest_length - 1;
            range = Vec2(std::min(range[0], strain), std::max(range[1], strain));
        }
        return range;
    }

    Model model;
    StrainImpulses impulses;
    std::vector<Vec3> end;
    HeldParticles held;
};

TEST(StrainImpulses, BringThreadsWithinTheirLimits) {
    for (const auto& limits : {Vec2(-0.02, 0.1), Vec2(-0.02, 0.01), Vec2(-0.2, 0.001)}) {
        Sheet sheet(0.03, {{limits, {}}});
        const Vec2 before = sheet.strains();
        ASSERT_GT(before[1], limits[1] + 0.05);
        ASSERT_LT(before[0], limits[0] - 0.05);
        const ImpulseReport report = sheet.apply();
        EXPECT_TRUE(report.is_within);
        EXPECT_GT(report.repetitions, 1);
        EXPECT_LE(sheet.strains()[1], limits[1]);
        EXPECT_GE(sheet.strains()[0], limits[0]);
    }
}

TEST(StrainImpulses, LeaveSlackThreadsAlone) {
    Sheet sheet(0.002, {{Vec2(-0.1, 0.1), {}}});
    const std::vector<Vec3> before = sheet.end;
    const ImpulseReport report = sheet.apply();
    EXPECT_TRUE(report.is_within);
    EXPECT_EQ(report.repetitions, 0);
    for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(sheet.end[i], before[i]);
    // One thread that is too long, far from the others.
    sheet.end[0] += Vec3(-0.03, 0, 0);
    const std::vector<Vec3> pulled = sheet.end;
    sheet.apply();
    EXPECT_NE(sheet.end[0], pulled[0]);
    EXPECT_EQ(sheet.end.back(), pulled.back());
    int with_impulses = 0;
    for (const Real impulse : sheet.impulses.edge_impulses()) with_impulses += impulse != 0 ? 1 : 0;
    EXPECT_GE(with_impulses, 1);
    EXPECT_LE(with_impulses, 4);
}

TEST(StrainImpulses, OnlyDrawTogetherWhatIsTooLong) {
    Sheet sheet(0.03, {{Vec2(-0.5, 0.02), {}}});
    sheet.apply();
    for (const Real impulse : sheet.impulses.edge_impulses()) EXPECT_GE(impulse, 0);
}

TEST(StrainImpulses, MoveHeldParticlesAlongWhatIsFreeAlone) {
    Sheet sheet(0.03);
    const Vec3 normal = Vec3(1, 2, -1).normalized();
    for (int d = 0; d < 3; ++d) sheet.held.hold(8, {Vec3::Unit(d)});
    sheet.held.touch(17, {normal});
    const std::vector<Vec3> before = sheet.end;
    sheet.apply();
    EXPECT_EQ(sheet.end[8], before[8]);
    EXPECT_NE(sheet.end[17], before[17]);
    EXPECT_NEAR(normal.dot(sheet.end[17] - before[17]), 0, 1e-15);
}

TEST(StrainImpulses, KeepTheCentreOfMassOfFreeCloth) {
    Sheet sheet(0.03);
    const auto centre = [&] {
        Vec3 sum = Vec3::Zero();
        for (std::size_t i = 0; i < sheet.end.size(); ++i) sum += sheet.model.masses[i] * sheet.end[i];
        return sum;
    };
    const Vec3 before = centre();
    const ImpulseReport report = sheet.apply();
    EXPECT_LE((centre() - before).norm(), 1e-14 * report.moved);
}

// All threads at once, with the directions at the start: a flat sheet that is pulled apart along a thread is met
// exactly.
TEST(StrainImpulses, AsPrintedMeetFlatClothInOnePass) {
    StrainImpulseSettings settings{{Vec2(-0.02, 0.1), {}}};
    settings.as_printed = true;
    Sheet sheet(0, settings);
    for (Vec3& x : sheet.end) x.x() *= 1.3;
    const ImpulseReport report = sheet.apply();
    EXPECT_EQ(report.repetitions, 1);
    // From within its limits, a thread that would leave them keeps its length.
    for (const Edge& edge : sheet.model.edges) {
        if (edge.direction == ThreadDirection::bias) continue;
        const Real length = (sheet.end[at(edge.particles[1])] - sheet.end[at(edge.particles[0])]).norm();
        EXPECT_NEAR(length, edge.rest_length, 1e-9);
    }
}

TEST(StrainImpulses, AsPrintedFallShortWhereThreadsTurn) {
    StrainImpulseSettings settings;
    settings.as_printed = true;
    Sheet sheet(0.03, settings);
    EXPECT_FALSE(sheet.apply().is_within);
    EXPECT_TRUE(Sheet(0.03).apply().is_within);
}

}  // namespace
}  // namespace pleat::test
