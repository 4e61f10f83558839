#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <pleat/mesh/grid.hpp>
#include <pleat/render/ray_scene.hpp>

#include "tests/render/sample_surface.hpp"

namespace pleat::test {
namespace {

// Embree can be told to use one thread, and then holds the whole program to it.
TEST(RayScene, LeavesTheThreadsOfOthersAlone) {
    const auto allowed = [] { return tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism); };
    const std::size_t before = allowed();
    const std::vector<DrawnSurface> surfaces = {surface_of(make_grid({.size = {1, 1}, .cells = {4, 4}}), {})};
    const RayScene scene(surfaces);
    EXPECT_EQ(allowed(), before);
}

TEST(RayScene, FindsTheNearestSurfaceAndWhereItWasMet) {
    TriangleMesh near = make_grid({.size = {2, 2}, .cells = {1, 1}}), far = near;
    place(far, Mat3::Identity(), {0, 0, -3});
    const std::vector<DrawnSurface> surfaces = {surface_of(far, black()), surface_of(near, black())};
    const RayScene scene(surfaces);
    const Ray ray{{0.25f, 0.5f, 2}, {0, 0, -1}};
    const auto hit = scene.intersect(ray);
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->surface, 1);
    EXPECT_FLOAT_EQ(hit->distance, 2);
    EXPECT_NEAR(hit->corners.sum(), 1, 1e-6f);
    Eigen::Vector3f met = Eigen::Vector3f::Zero();
    const auto& corners = surfaces[1].triangles[static_cast<std::size_t>(hit->triangle)];
    for (std::size_t k = 0; k < 3; ++k) {
        met += hit->corners[static_cast<int>(k)] * surfaces[1].positions[static_cast<std::size_t>(corners[k])];
    }
    EXPECT_LT((met - Eigen::Vector3f(0.25f, 0.5f, 0)).norm(), 1e-6f);
    EXPECT_TRUE(scene.is_blocked(ray));
    EXPECT_FALSE(scene.is_blocked({{0.25f, 0.5f, 2}, {0, 0, 1}}));
    EXPECT_FALSE(scene.intersect({{3, 0, 2}, {0, 0, -1}}));
    EXPECT_EQ(scene.intersect({{0, 0.1f, -1}, {0, 0, -1}})->surface, 0);
}

TEST(RayScene, NothingIsMetWhereNothingIs) {
    const RayScene scene({});
    EXPECT_FALSE(scene.intersect({{0, 0, 0}, {0, 0, -1}}));
    EXPECT_FALSE(scene.is_blocked({{0, 0, 0}, {0, 0, -1}}));
}

// A sheet has no gaps along its edges, through which light would shine.
TEST(RayScene, NoRaySlipsBetweenTriangles) {
    const std::vector<DrawnSurface> surfaces = {surface_of(make_grid({.size = {2, 2}, .cells = {8, 8}}), {})};
    const RayScene scene(surfaces);
    for (const auto& triangle : surfaces[0].triangles) {
        const Eigen::Vector3f &a = surfaces[0].positions[static_cast<std::size_t>(triangle[0])],
                              &b = surfaces[0].positions[static_cast<std::size_t>(triangle[1])];
        for (const float t : {0.0f, 0.1f, 0.37f, 0.5f, 0.9f}) {
            const Eigen::Vector3f target = 0.999f * (a + t * (b - a)), eye(0.3f, 0.2f, 5);
            EXPECT_TRUE(scene.is_blocked({eye, (target - eye).normalized()}));
        }
    }
}

}  // namespace
}  // namespace pleat::test
