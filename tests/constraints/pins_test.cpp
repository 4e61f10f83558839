// Pins of every kind, in whole simulations: what is held stays held, and what is free moves.
#include <cmath>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <pleat/constraints/pins.hpp>
#include <pleat/core/index.hpp>
#include <pleat/shapes/make_surface.hpp>
#include <pleat/sim/simulation.hpp>

#include "tests/support/every_integrator.hpp"
#include "tests/support/sample_cloth.hpp"

namespace pleat::test {
namespace {

// A sheet of which one corner is fixed and another is held as given.
struct Held {
    Held(const MethodSettings& method, const Pin& how, Real seconds_per_step = 1.0 / 60,
         const std::vector<Solid>& solids = {}) {
        Model model = one_cloth(make_grid({.size = {0.6, 0.6}, .cells = {6, 6}}), named_fabric("wool-tropical"));
        particle = model.cloths[0].groups.at("top-right")[0];
        start = model.positions[at(particle)];
        Scene scene;
        scene.wind.velocity = {0, 0, 2};  // lets the flat sheet fold
        Pin fixed;
        fixed.particles = model.cloths[0].groups.at("top-left");
        scene.pins = {fixed, how};
        scene.pins[1].particles = {particle};
        scene.solids = solids;
        SimulationSettings settings;
        settings.method = method;
        settings.method.cloth_contact = false;  // a fold that hits another jerks at the particle
        settings.steps.max_step = seconds_per_step;
        simulation = std::make_unique<Simulation>(std::move(model), scene, settings);
    }

    Vec3 position() const { return simulation->state().position[at(particle)]; }
    Real time() const { return simulation->state().time; }

    int particle;
    Vec3 start;
    std::unique_ptr<Simulation> simulation;
};

class Pins : public EveryIntegrator {};
PLEAT_FOR_EVERY_INTEGRATOR(Pins);

TEST_P(Pins, HeldInOneDirectionMoveInThePlaneAcrossIt) {
    Pin pin;
    pin.hold = HoldDirections{{Vec3::UnitY()}};
    Held held(method(), pin);
    for (int i = 0; i < 15; ++i) held.simulation->advance_frame();
    EXPECT_NEAR(held.position().y(), held.start.y(), 1e-14);
    EXPECT_GT(std::abs(held.position().x() - held.start.x()), 0.01) << "pulled inwards by the weight of the sheet";
}

TEST_P(Pins, HeldInTwoDirectionsMoveAlongTheThird) {
    const Vec3 along = Vec3(-1, -2, 0.5).normalized();
    const Vec3 across = along.unitOrthogonal();
    Pin pin;
    pin.hold = HoldDirections{{across, along.cross(across)}};
    Held held(method(), pin);
    for (int i = 0; i < 15; ++i) held.simulation->advance_frame();
    const Vec3 moved = held.position() - held.start;
    EXPECT_GT(std::abs(moved.dot(along)), 0.01);
    EXPECT_LE((moved - along * along.dot(moved)).norm(), 1e-14);
}

TEST_P(Pins, HeldDirectionsTurnWithTheMotion) {
    Pin pin;
    pin.hold = HoldDirections{{Vec3::UnitX()}};
    Rotation turning;
    turning.axis = Vec3::UnitZ();
    turning.rate = 1;
    pin.motion.parts.push_back({turning, 0, kForever});
    Held held(method(), pin);
    for (int i = 0; i < 10; ++i) {
        held.simulation->advance_frame();
        const Real angle = held.time();
        const Vec3 direction(std::cos(angle), std::sin(angle), 0);
        const Vec3 carried(held.start.x() * std::cos(angle) - held.start.y() * std::sin(angle),
                           held.start.x() * std::sin(angle) + held.start.y() * std::cos(angle), held.start.z());
        EXPECT_NEAR(direction.dot(held.position() - carried), 0, 1e-13);
    }
}

TEST_P(Pins, AreCarriedAlongCirclesAndTurnsToRounding) {
    Pin circling;
    circling.motion.parts.push_back({CircleTranslation{{0.1, 0, 0}, Vec3::UnitZ(), 0.8}, 0, kForever});
    Pin turning;
    Rotation rotation;
    rotation.swing = 0.5;
    turning.motion.parts.push_back({rotation, 0, kForever});
    for (const Pin& pin : {circling, turning}) {
        Held held(method(), pin);
        for (int i = 0; i < 20; ++i) {
            held.simulation->advance_frame();
            EXPECT_LE((held.position() - pin.motion.at(held.time()).carry(held.start).position).norm(), 1e-13);
        }
        EXPECT_LE(held.simulation->frame_stats().max_constraint_error, 1e-13);
    }
}

TEST_P(Pins, HaveTheVelocityOfTheirMotion) {
    if (GetParam() == TimeIntegrator::backward_euler) GTEST_SKIP() << "has the mean velocity over the step";
    Pin circling;
    circling.motion.parts.push_back({CircleTranslation{{0.1, 0, 0}, Vec3::UnitZ(), 0.8}, 0, kForever});
    Held held(method(), circling);
    for (int i = 0; i < 20; ++i) {
        held.simulation->advance_frame();
        const PointMotion target = circling.motion.at(held.time()).carry(held.start);
        const State& state = held.simulation->state();
        EXPECT_LE((state.velocity[at(held.particle)] - target.velocity).norm(), 1e-12);
        if (GetParam() == TimeIntegrator::midpoint) continue;  // has the mean acceleration
        EXPECT_LE((state.acceleration[at(held.particle)] - target.acceleration).norm(), 1e-10);
    }
}

TEST_P(Pins, StayOnAMovingPlane) {
    Pin pin;
    pin.hold = HoldOnTrack{PlaneTrack{{0.3, 0.3, 0}, Vec3(1, 2, 0).normalized()}};
    pin.motion.parts.push_back({SineTranslation{{0, 0.2, 0}, 1, 0}, 0, kForever});
    Held held(method(), pin);
    for (int i = 0; i < 20; ++i) {
        held.simulation->advance_frame();
        const Vec3 point = pin.motion.at(held.time()).carry(Vec3(0.3, 0.3, 0)).position;
        EXPECT_NEAR(Vec3(1, 2, 0).normalized().dot(held.position() - point), 0, 1e-13);
    }
}

// Distance from a sphere that moves, after half a second.
Real distance_from_sphere(const MethodSettings& method, Real seconds_per_step) {
    Pin pin;
    pin.hold = HoldOnTrack{SphereTrack{{0.3, 0, 0}, 0.3}};
    pin.motion.parts.push_back({SineTranslation{{0, 0.1, 0}, 1, 0}, 0, kForever});
    Held held(method, pin, seconds_per_step);
    Real largest = 0;
    for (int i = 0; i < 15; ++i) {
        held.simulation->advance_frame();
        largest = std::max(largest, held.simulation->frame_stats().max_constraint_error);
    }
    const Vec3 center = pin.motion.at(held.time()).carry(Vec3(0.3, 0, 0)).position;
    EXPECT_LE(std::abs((held.position() - center).norm() - 0.3), largest + 1e-14);
    return largest;
}

TEST_P(Pins, LeaveACurvedSurfaceBySecondOrderOnly) {
    const Real coarse = distance_from_sphere(method(), 1.0 / 60);
    const Real fine = distance_from_sphere(method(), 1.0 / 240);
    EXPECT_LT(coarse, 2e-3);
    EXPECT_LT(fine, std::max(coarse / 8, 3e-5)) << "a quarter of the step, about a sixteenth of the distance";
}

TEST_P(Pins, ThatStartOffTheirTrackAreBroughtToItGently) {
    Pin pin;
    pin.hold = HoldOnTrack{PlaneTrack{{0, 0, 0.1}, Vec3::UnitZ()}};
    Held held(method(), pin);
    for (int i = 0; i < 10; ++i) {
        const Vec3 before = held.position();
        held.simulation->advance_frame();
        EXPECT_LE(std::abs(held.position().z() - before.z()), 1.0 / 30 + 1e-12) << "at 1 m/s";
    }
    EXPECT_NEAR(held.position().z(), 0.1, 1e-14);
}

TEST_P(Pins, SlidingOnACurveStopAtItsEnd) {
    Pin pin;
    pin.hold = HoldOnTrack{CurveTrack{{{0.3, 0.3, 0}, {0.1, 0.1, 0}}, false}};
    Held held(method(), pin);
    for (int i = 0; i < 40; ++i) held.simulation->advance_frame();
    EXPECT_LE((held.position() - Vec3(0.1, 0.1, 0)).norm(), 0.02) << "slid down by its weight, and stopped";
}

TEST(HeldParticles, KeepTheFirstOfTwoWishesForOneDirection) {
    HeldParticles held;
    held.reset(3);
    held.hold(1, {Vec3::UnitX(), 0.5, 0, 0});
    held.hold(1, {Vec3::UnitX(), 0.7, 0, 0});
    held.hold(1, {Vec3(1, 1, 0).normalized(), 1, 0, 0});
    ASSERT_EQ(held.list().size(), 1u);
    const HeldParticle& particle = held.list()[0];
    ASSERT_EQ(particle.count, 2);
    EXPECT_EQ(particle.held[0].displacement, 0.5);
    // x = 0.5 and (x + y) / sqrt 2 = 1 give y = sqrt 2 - 0.5.
    EXPECT_LE((particle.held[1].direction - Vec3::UnitY()).norm(), 1e-15);
    EXPECT_NEAR(particle.held[1].displacement, std::sqrt(2.0) - 0.5, 1e-15);
    held.reset(3);
    EXPECT_TRUE(held.list().empty());
}

// A ball beside the sheet that moves, and grows to double its size within a second.
Solid growing_ball() {
    Solid ball;
    // Too far away to touch the cloth.
    const Vec3 place(0, 0, -3);
    Surface sphere = make_sphere({0.2, 4});
    SurfaceSequence sequence{.start = 0, .interval = 0.5, .frames = {}};
    for (const Real size : {1.0, 1.5, 2.0}) {
        sequence.frames.push_back(sphere.positions);
        for (Vec3& x : sequence.frames.back()) x = place + size * x;
    }
    for (Vec3& x : sphere.positions) x += place;
    ball.surface = std::make_shared<Surface>(sphere);
    ball.sequence = std::make_shared<SurfaceSequence>(sequence);
    ball.motion.parts.push_back({SineTranslation{{0, 0.05, 0.1}, 1, 0}, 0, kForever});
    return ball;
}

Pin following_solid() {
    Pin pin;
    pin.solid = 0;
    return pin;
}

TEST_P(Pins, FollowARigidSolidAsTheyFollowItsMotion) {
    Solid ball = growing_ball();
    ball.sequence = nullptr;
    Pin same_motion;
    same_motion.motion = ball.motion;
    Held by_solid(method(), following_solid(), 1.0 / 60, {ball});
    Held by_motion(method(), same_motion);
    for (int i = 0; i < 10; ++i) by_solid.simulation->advance_frame();
    for (int i = 0; i < 10; ++i) by_motion.simulation->advance_frame();
    EXPECT_EQ(by_solid.simulation->state().position, by_motion.simulation->state().position);
}

TEST_P(Pins, FollowTheNearestTriangleOfADeformingSolid) {
    const Solid ball = growing_ball();
    Held held(method(), following_solid(), 1.0 / 60, {ball});
    const SurfacePoint carrier = nearest_point(*ball.surface, ball.surface->positions, held.start);
    const Vec3 own = frame_at(ball, carrier, 0).carry_back(held.start);
    for (int i = 0; i < 20; ++i) {
        held.simulation->advance_frame();
        const PointMotion target = frame_at(ball, carrier, held.time()).carry(own);
        EXPECT_LE((held.position() - target.position).norm(), 1e-13);
        // Backward Euler has the mean velocity over the step.
        const Real tolerance = GetParam() == TimeIntegrator::backward_euler ? 0.04 : 1e-10;
        EXPECT_LE((held.simulation->state().velocity[at(held.particle)] - target.velocity).norm(), tolerance);
        EXPECT_LE(held.simulation->frame_stats().max_constraint_error, 1e-13);
    }
    EXPECT_GT((held.position() - held.start).norm(), 0.05);
}

TEST_P(Pins, FollowADeformingSolidFromASnapshotToTheBit) {
    Pin late = following_solid();
    late.from = 0.1;
    Held whole(method(), late, 1.0 / 60, {growing_ball()});
    Held resumed(method(), late, 1.0 / 60, {growing_ball()});
    for (int i = 0; i < 6; ++i) whole.simulation->advance_frame();
    resumed.simulation->restore(whole.simulation->snapshot());
    for (int i = 0; i < 6; ++i) whole.simulation->advance_frame();
    for (int i = 0; i < 6; ++i) resumed.simulation->advance_frame();
    EXPECT_EQ(whole.simulation->state().hash(), resumed.simulation->state().hash());
}

}  // namespace
}  // namespace pleat::test
