#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include <pleat/model/motion.hpp>
#include <pleat/model/track.hpp>

namespace pleat::test {
namespace {

Motion everything() {
    Keyframes offsets{{0, 0.5, 1.2, 2}, {{0, 0, 0}, {1, 0, 0}, {1, 2, 0}, {0, 0, 1}}, Interpolation::smooth};
    Rotation turning;
    turning.axis = {1, 2, 0.5};
    turning.center = {0.3, 0, 1};
    turning.rate = 2;
    turning.swing = 0.4;
    turning.swing_period = 0.7;
    turning.angles = {{0, 3}, {Vec3(0, 0, 0), Vec3(1, 0, 0)}, Interpolation::smooth};
    Motion motion;
    motion.parts.push_back({KeyframedTranslation{offsets}, 0, kForever});
    motion.parts.push_back({turning, 0.1, kForever});
    motion.parts.push_back({SineTranslation{{0.2, 0.1, 0}, 0.9, 0.3}, 0, kForever});
    motion.parts.push_back({CircleTranslation{{0.5, 0, 0}, {0, 1, 0}, 1.7}, 0, kForever});
    return motion;
}

TEST(Motion, VelocityAndAccelerationAreTheDerivativesOfPosition) {
    const Motion motion = everything();
    const Vec3 x(0.4, -0.2, 0.9);
    const Real h = 1e-4;
    for (Real t = 0.151; t < 2.5; t += 0.07) {
        const Vec3 before = motion.at(t - h).carry(x).position;
        const Vec3 after = motion.at(t + h).carry(x).position;
        const PointMotion now = motion.at(t).carry(x);
        EXPECT_LE((now.velocity - (after - before) / (2 * h)).norm(), 1e-5) << t;
        EXPECT_LE((now.acceleration - (after - 2 * now.position + before) / (h * h)).norm(), 1e-4) << t;
        EXPECT_LE((motion.at(t).carry_back(now.position) - x).norm(), 1e-14) << t;
    }
}

TEST(Motion, StandsStillOutsideItsTime) {
    Motion motion;
    motion.parts.push_back({SineTranslation{{1, 0, 0}, 2, 0}, 1, 1.5});
    EXPECT_EQ(motion.at(0.5).carry(Vec3::Zero()).position, Vec3::Zero());
    EXPECT_EQ(motion.at(0.5).carry(Vec3::Zero()).velocity, Vec3::Zero());
    EXPECT_LE((motion.at(3).carry(Vec3::Zero()).position - Vec3(1, 0, 0)).norm(), 1e-15);
    EXPECT_EQ(motion.at(3).carry(Vec3::Zero()).velocity, Vec3::Zero());
    EXPECT_EQ(Motion{}.at(7).carry(Vec3(1, 2, 3)).position, Vec3(1, 2, 3));
}

TEST(Keyframes, PassThroughTheirKeys) {
    for (const Interpolation how : {Interpolation::linear, Interpolation::smooth}) {
        const Keyframes keys{{0, 1, 4}, {{0, 0, 0}, {1, 2, 3}, {5, 5, 5}}, how};
        for (std::size_t k = 0; k < 3; ++k) EXPECT_LE((keys.at(keys.times[k]).position - keys.values[k]).norm(), 1e-14);
        EXPECT_EQ(keys.at(-1).position, keys.values[0]);
        EXPECT_EQ(keys.at(9).position, keys.values[2]);
    }
    const Keyframes line{{0, 2}, {{0, 0, 0}, {4, 0, 0}}, Interpolation::linear};
    EXPECT_EQ(line.at(0.5).position, Vec3(1, 0, 0));
    EXPECT_EQ(line.at(0.5).velocity, Vec3(2, 0, 0));
}

TEST(Motion, ACircleReturnsAndKeepsItsRadius) {
    Motion motion;
    motion.parts.push_back({CircleTranslation{{0.5, 0, 0}, {0, 3, 0}, 2}, 0, kForever});
    const Vec3 center(-0.5, 0, 0);
    for (Real t = 0; t < 2; t += 0.13) {
        EXPECT_NEAR((motion.at(t).carry(Vec3::Zero()).position - center).norm(), 0.5, 1e-14);
    }
    EXPECT_LE(motion.at(2).carry(Vec3::Zero()).position.norm(), 1e-14);
}

TEST(Track, NearestPointIsNearerThanAnyOther) {
    std::mt19937 random(1);
    std::uniform_real_distribution<Real> range(-2, 2);
    const std::vector<Vec3> points{{0, 0, 0}, {1, 0.5, 0}, {1.5, 0, 1}, {0, -0.5, 1.2}};
    for (const bool closed : {false, true}) {
        const Track track = CurveTrack{points, closed};
        for (int i = 0; i < 300; ++i) {
            const Vec3 x(range(random), range(random), range(random));
            const TrackPoint nearest = nearest_on_track(track, x);
            // Other points of the curve: the nearest ones to random places.
            const Vec3 y(range(random), range(random), range(random));
            const Vec3 other = nearest_on_track(track, y).position;
            EXPECT_LE((nearest.position - x).norm(), (other - x).norm() + 1e-9);
            EXPECT_LE((nearest_on_track(track, nearest.position).position - nearest.position).norm(), 1e-6);
        }
        for (const Vec3& p : points) EXPECT_LE((nearest_on_track(track, p).position - p).norm(), 1e-9);
    }
}

TEST(Track, TwoPointsMakeAStraightLineThatEnds) {
    const Track track = CurveTrack{{{0, 0, 0}, {2, 0, 0}}, false};
    const TrackPoint inside = nearest_on_track(track, {0.7, 1, 2});
    EXPECT_LE((inside.position - Vec3(0.7, 0, 0)).norm(), 1e-12);
    EXPECT_EQ(inside.normal_count, 2);
    const TrackPoint outside = nearest_on_track(track, {2.5, 1, 0});
    EXPECT_LE((outside.position - Vec3(2, 0, 0)).norm(), 1e-12);
    EXPECT_EQ(outside.normal_count, 3) << "beyond the end the particle is stopped";
}

TEST(Track, SurfacesAreMetAlongTheirNormals) {
    const Vec3 x(1, 2, 2);
    const TrackPoint sphere = nearest_on_track(SphereTrack{{0, 0, 0}, 1.5}, x);
    EXPECT_LE((sphere.position - 0.5 * x).norm(), 1e-14);
    EXPECT_EQ(sphere.normal_count, 1);
    const TrackPoint cylinder = nearest_on_track(CylinderTrack{{0, 5, 0}, {0, 1, 0}, 2}, x);
    EXPECT_LE((cylinder.position - Vec3(2 / std::sqrt(5.0), 2, 4 / std::sqrt(5.0))).norm(), 1e-14);
    const TrackPoint plane = nearest_on_track(PlaneTrack{{0, 1, 0}, {0, 1, 0}}, x);
    EXPECT_LE((plane.position - Vec3(1, 1, 2)).norm(), 1e-14);
    EXPECT_TRUE(nearest_on_track(SphereTrack{{0, 0, 0}, 1}, Vec3::Zero()).position.allFinite());
}

}  // namespace
}  // namespace pleat::test
