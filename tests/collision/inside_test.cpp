// Inside and outside against solid angles, and ways out against all triangles.
#include <random>

#include <gtest/gtest.h>

#include <pleat/collision/distance_math.hpp>
#include <pleat/collision/inside.hpp>
#include <pleat/io/obj_reader.hpp>

#include "solid_angle.hpp"
#include "tests/support/places.hpp"
#include "tests/support/sample_cloth.hpp"
#include "tests/support/solids.hpp"

namespace pleat::test {
namespace {

Surface star() {
    const TriangleMesh mesh = read_obj(source_path("scenes/meshes/star.obj"));
    return {mesh.positions, mesh.triangles};
}

std::vector<Surface> closed_surfaces() {
    return {make_sphere({0.3, 5}), make_box({0.4, 0.2, 0.6}), make_cone({0.2, 0.5, 7}), star()};
}

Real distance_to(const Surface& surface, const Vec3& point) {
    Real nearest = kForever;
    for (const auto& t : surface.triangles) {
        const auto x = [&](std::size_t c) { return surface.positions[static_cast<std::size_t>(t[c])]; };
        const auto w = closest_on_triangle<Real>(point, {x(0), x(1), x(2)});
        nearest = std::min(nearest, (w[0] * x(0) + w[1] * x(1) + w[2] * x(2) - point).norm());
    }
    return nearest;
}

TEST(InsideTest, AgreesWithSolidAngles) {
    for (const Surface& surface : closed_surfaces()) {
        const std::vector<Solid> solids{make_solid(surface)};
        SolidSurfaces surfaces;
        surfaces.move(solids, 0, 0);
        InsideTest test;
        std::mt19937 random(1);
        int inside = 0;
        for (int n = 0; n < 3000; ++n) {
            const Vec3 point = random_vector(random, 0.35);
            const Real winding = winding_number(surface, point);
            ASSERT_LT(std::abs(winding - std::round(winding)), 1e-6);
            EXPECT_EQ(test.is_inside(surfaces, solids, point), std::lround(winding) == 1) << point.transpose();
            inside += winding > 0.5 ? 1 : 0;
        }
        EXPECT_GT(inside, 100);
    }
}

TEST(InsideTest, IsNotConfusedByRaysThroughCornersAndEdges) {
    const std::vector<Solid> solids{make_solid(make_sphere({0.3, 4}))};
    SolidSurfaces surfaces;
    surfaces.move(solids, 0, 0);
    InsideTest test;
    for (const Vec3& corner : solids[0].surface->positions) {
        EXPECT_TRUE(test.is_inside(surfaces, solids, 0.5 * corner));
        EXPECT_TRUE(test.is_inside(surfaces, solids, Vec3(0.9 * corner.x(), 0, 0)));
        EXPECT_FALSE(test.is_inside(surfaces, solids, 1.2 * corner));
        EXPECT_FALSE(test.is_inside(surfaces, solids, Vec3(corner.x(), -0.5, corner.z())));
    }
}

TEST(InsideTest, SolidsThatAreOpenOrHaveTwoSidesHaveNoInside) {
    Surface open = make_box({1, 1, 1});
    open.triangles.pop_back();
    std::vector<Solid> solids{make_solid(open), make_solid(make_box({1, 1, 1})), make_floor()};
    solids[1].is_two_sided = true;
    SolidSurfaces surfaces;
    surfaces.move(solids, 0, 0);
    InsideTest test;
    EXPECT_FALSE(test.is_inside(surfaces, solids, Vec3(0.1, -0.2, 0.05)));
    EXPECT_FALSE(test.find_way_out(surfaces, solids, Vec3(0.1, -0.2, 0.05)).has_value());
    solids[1].is_two_sided = false;
    EXPECT_TRUE(test.is_inside(surfaces, solids, Vec3(0.1, -0.2, 0.05)));
}

TEST(InsideTest, TheWayOutIsTheNearest) {
    for (const Surface& surface : closed_surfaces()) {
        const std::vector<Solid> solids{make_solid(surface), make_floor()};
        SolidSurfaces surfaces;
        surfaces.move(solids, 0, 0);
        InsideTest test;
        std::mt19937 random(2);
        for (int n = 0; n < 3000; ++n) {
            const Vec3 point = random_vector(random, 0.35);
            if (winding_number(surface, point) < 0.5) continue;
            const auto way = test.find_way_out(surfaces, solids, point);
            ASSERT_TRUE(way.has_value());
            const Vec3 out = surfaces.point(way->triangle, way->weights).start;
            EXPECT_NEAR((out - point).norm(), distance_to(surface, point), 1e-12);
            EXPECT_GE(way->normal.dot(out - point), 0);
            EXPECT_NEAR(way->normal.norm(), 1, 1e-12);
        }
    }
}

}  // namespace
}  // namespace pleat::test
