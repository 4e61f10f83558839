#include <gtest/gtest.h>

#include <pleat/shapes/make_surface.hpp>
#include <pleat/view/solid_stop.hpp>

namespace pleat {
namespace {

Solid make_solid(Surface surface, Real thickness) {
    Solid solid;
    solid.surface = std::make_shared<const Surface>(std::move(surface));
    solid.thickness = thickness;
    return solid;
}

Vec3 lead(const std::vector<Solid>& solids, const Vec3& from, const Vec3& to) {
    SolidStop stop;
    stop.move(solids, 0);
    return stop.lead(solids, from, to);
}

TEST(SolidStop, LeadsAllTheWayWhereNothingIs) {
    const Vec3 from(0, 1, 0), to(0.3, 2, -4);
    EXPECT_EQ(lead({}, from, to), to);
    EXPECT_LT((lead({make_solid(make_sphere({.radius = 0.2, .rings = 24}), 0.002)}, from, to) - to).norm(), 1e-12);
}

TEST(SolidStop, StopsAboveASphereAndSlidesAroundIt) {
    const std::vector<Solid> sphere{make_solid(make_sphere({.radius = 0.2, .rings = 48}), 0.002)};
    const Vec3 top = lead(sphere, Vec3(0, 0.5, 0), Vec3::Zero());
    EXPECT_NEAR(top.norm(), 0.2025, 0.001);
    const Vec3 around = lead(sphere, Vec3(0, 0.5, 0), Vec3(0.1, -0.5, 0));
    EXPECT_GE(around.norm(), 0.2015);
    EXPECT_GT(around.x(), 0.15);
}

TEST(SolidStop, DoesNotGoThroughThinSolids) {
    const std::vector<Solid> sheet{make_solid(make_box(Vec3(1, 0.001, 1)), 0.002)};
    EXPECT_NEAR(lead(sheet, Vec3(0, 0.4, 0), Vec3(0.1, -0.4, 0)).y(), 0.003, 1e-6);
    EXPECT_NEAR(lead(sheet, Vec3(0, -0.4, 0), Vec3(0.1, 0.4, 0)).y(), -0.003, 1e-6);
}

TEST(SolidStop, StopsInACornerOfTwoSolids) {
    std::vector<Solid> solids{make_solid(make_box(Vec3(2, 0.2, 2)), 0.002),
                              make_solid(make_box(Vec3(0.2, 2, 2)), 0.004)};
    const Vec3 place = lead(solids, Vec3(0.5, 0.5, 0), Vec3(-0.5, -0.5, 0.2));
    EXPECT_NEAR(place.x(), 0.1045, 1e-6);
    EXPECT_NEAR(place.y(), 0.1025, 1e-6);
    EXPECT_NEAR(place.z(), 0.2, 1e-6);
}

TEST(SolidStop, KnowsOutsideFromInsideBesideSharpEdges) {
    const std::vector<Solid> box{make_solid(make_box(Vec3(0.2, 0.2, 0.2)), 0.002)};
    for (const Vec3& from : {Vec3(0.3, 0.3, 0), Vec3(0.3, 0.3, 0.3), Vec3(-0.3, 0.3, 0.1)}) {
        const Vec3 place = lead(box, from, Vec3::Zero());
        const Vec3 beyond = (place.cwiseAbs() - Vec3::Constant(0.1)).cwiseMax(0);
        EXPECT_NEAR(beyond.norm(), 0.0025, 1e-6) << place.transpose();
        EXPECT_GT(place.dot(from), 0);
    }
}

}  // namespace
}  // namespace pleat
