#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <pleat/constraints/surface_point.hpp>
#include <pleat/shapes/make_surface.hpp>

namespace pleat::test {
namespace {

// A box that is sheared, turned and blown up over half a second, and carried by a rotation besides.
Solid deforming_box() {
    Solid solid;
    solid.surface = std::make_shared<Surface>(make_box({1, 1, 1}));
    Mat3 map = Eigen::AngleAxis<Real>(0.7, Vec3(1, 2, -1).normalized()).toRotationMatrix();
    map(0, 1) += 0.3;
    SurfaceSequence sequence{.start = 0.25, .interval = 0.5, .frames = {solid.surface->positions, {}}};
    for (const Vec3& x : solid.surface->positions) sequence.frames[1].push_back(1.4 * map * x + Vec3(0.2, 0.5, 0));
    solid.sequence = std::make_shared<SurfaceSequence>(sequence);
    Rotation rotation;
    rotation.axis = {0, 1, 1};
    rotation.center = {1, 0, 0};
    rotation.rate = 2;
    solid.motion.parts.push_back({rotation, 0, kForever});
    return solid;
}

TEST(SurfacePoint, NearestIsOnTheSideThatIsNear) {
    const Surface box = make_box({2, 2, 2});
    const SurfacePoint point = nearest_point(box, box.positions, {0.3, 1.5, -0.4});
    Vec3 place = Vec3::Zero();
    for (int k = 0; k < 3; ++k) {
        const auto& corners = box.triangles[static_cast<std::size_t>(point.triangle)];
        place += point.weights[k] * box.positions[static_cast<std::size_t>(corners[static_cast<std::size_t>(k)])];
    }
    EXPECT_LT((place - Vec3(0.3, 1, -0.4)).norm(), 1e-14);
}

TEST(SurfacePoint, FrameIsWhereTheSolidIsPlaced) {
    const Solid solid = deforming_box();
    for (const Real time : {0.0, 0.4, 0.75, 2.0}) {
        std::vector<Vec3> positions;
        solid.place(time, positions);
        for (int t = 0; t < 12; ++t) {
            const auto& [a, b, c] = solid.surface->triangles[static_cast<std::size_t>(t)];
            const auto x = [&](int i) -> const Vec3& { return positions[static_cast<std::size_t>(i)]; };
            const MovingPose frame = frame_at(solid, {t, {0.2, 0.3, 0.5}}, time);
            EXPECT_LT((frame.translation - (0.2 * x(a) + 0.3 * x(b) + 0.5 * x(c))).norm(), 1e-14);
            EXPECT_LT((frame.rotation.transpose() * frame.rotation - Mat3::Identity()).norm(), 1e-14);
            EXPECT_LT((frame.rotation.col(2) - (x(b) - x(a)).cross(x(c) - x(a)).normalized()).norm(), 1e-14);
        }
    }
}

TEST(SurfacePoint, RatesOfTheFrameAreItsDerivatives) {
    const Solid solid = deforming_box();
    const SurfacePoint point{5, {0.2, 0.3, 0.5}};
    const Vec3 x(0.1, -0.2, 0.3);
    const Real time = 0.4, h = 1e-4;
    const PointMotion middle = frame_at(solid, point, time).carry(x);
    const Vec3 before = frame_at(solid, point, time - h).carry(x).position;
    const Vec3 after = frame_at(solid, point, time + h).carry(x).position;
    EXPECT_LT((middle.velocity - (after - before) / (2 * h)).norm(), 1e-6);
    EXPECT_LT((middle.acceleration - (after - 2 * middle.position + before) / (h * h)).norm(), 1e-5);
}

TEST(SurfacePoint, ATriangleWithoutAreaStillHasAFrame) {
    Solid solid;
    solid.surface = std::make_shared<Surface>(make_box({1, 1, 1}));
    const std::vector<Vec3> collapsed(8, Vec3(1, 2, 3));
    solid.sequence = std::make_shared<SurfaceSequence>(SurfaceSequence{.frames = {collapsed}});
    const MovingPose frame = frame_at(solid, {}, 0);
    EXPECT_LT((frame.rotation.transpose() * frame.rotation - Mat3::Identity()).norm(), 1e-14);
    EXPECT_EQ(frame.translation, Vec3(1, 2, 3));
}

}  // namespace
}  // namespace pleat::test
