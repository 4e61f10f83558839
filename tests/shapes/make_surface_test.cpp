#include <cmath>
#include <set>
#include <utility>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <pleat/mesh/triangle_angles.hpp>
#include <pleat/shapes/make_surface.hpp>

namespace pleat::test {
namespace {

const Vec3& at(const Surface& surface, int i) { return surface.positions[static_cast<std::size_t>(i)]; }

// Positive if it faces outwards.
Real volume(const Surface& surface) {
    Real sum = 0;
    for (const auto& [a, b, c] : surface.triangles) sum += at(surface, a).dot(at(surface, b).cross(at(surface, c))) / 6;
    return sum;
}

// Every edge is used twice, once in each direction, and every position is used.
void expect_closed(const Surface& surface) {
    std::set<std::pair<int, int>> edges;
    std::set<int> used;
    for (const auto& t : surface.triangles) {
        for (std::size_t k = 0; k < 3; ++k) {
            EXPECT_TRUE(edges.emplace(t[k], t[(k + 1) % 3]).second) << "an edge is used twice in one direction";
            used.insert(t[k]);
        }
    }
    for (const auto& [a, b] : edges) EXPECT_TRUE(edges.contains({b, a})) << a << " " << b;
    EXPECT_EQ(used.size(), surface.positions.size());
    EXPECT_EQ(surface.positions.size() + surface.triangles.size() - edges.size() / 2, 2u) << "Euler's formula";
}

// How deep the middles of the triangles lie inside a sphere about the origin.
Real largest_depth(const Surface& surface, Real radius) {
    Real depth = 0;
    for (const auto& [a, b, c] : surface.triangles) {
        const Vec3 normal = (at(surface, b) - at(surface, a)).cross(at(surface, c) - at(surface, a)).normalized();
        depth = std::max(depth, radius - normal.dot(at(surface, a)));
    }
    return depth;
}

TEST(MakeSurface, PlaneIsALevelSquareThatFacesUp) {
    const Surface plane = make_plane({.half_size = 3, .cells = 4});
    EXPECT_EQ(plane.positions.size(), 25u);
    EXPECT_EQ(position_count(PlaneShape{.cells = 4}), 25);
    Real area = 0;
    for (const auto& [a, b, c] : plane.triangles) {
        const Vec3 twice = (at(plane, b) - at(plane, a)).cross(at(plane, c) - at(plane, a));
        EXPECT_GT(twice.y(), 0);
        area += 0.5 * twice.norm();
    }
    EXPECT_NEAR(area, 36, 1e-12);
}

TEST(MakeSurface, BoxIsClosedAndHasItsVolume) {
    const Surface box = make_box({1, 2, 3});
    expect_closed(box);
    EXPECT_NEAR(volume(box), 6, 1e-14);
    EXPECT_EQ(box.triangles.size(), 12u);
}

TEST(MakeSurface, SphereIsClosedAndWithinItsDepth) {
    for (const Real radius : {0.01, 0.08, 0.3, 5.0}) {
        const Surface sphere = make_sphere({radius});
        expect_closed(sphere);
        EXPECT_EQ(position_count(SphereShape{radius}), static_cast<Real>(sphere.positions.size()));
        for (const Vec3& x : sphere.positions) EXPECT_NEAR(x.norm(), radius, 1e-14 * radius + 1e-16);
        EXPECT_LE(largest_depth(sphere, radius), kept_depth(radius));
        const Real exact = 4 * kPi / 3 * std::pow(radius, 3);
        EXPECT_LT(volume(sphere), exact);
        EXPECT_GT(volume(sphere), exact * std::pow(1 - kept_depth(radius) / radius, 3));
    }
}

TEST(MakeSurface, SphereHasNoMoreTrianglesThanItsDepthNeeds) {
    EXPECT_LT(make_sphere({1}).triangles.size(), 8000u);
    EXPECT_GT(largest_depth(make_sphere({1}), 1), 0.8 * kept_depth(1));
}

TEST(MakeSurface, SphereHasEvenTriangles) {
    const Surface sphere = make_sphere({1});
    for (const auto& [a, b, c] : sphere.triangles) {
        EXPECT_GT(smallest_angle(at(sphere, a), at(sphere, b), at(sphere, c)), 30 * kPi / 180);
    }
}

TEST(MakeSurface, CapsuleIsClosedAndHasItsVolume) {
    const Surface capsule = make_capsule({.radius = 0.1, .length = 0.8});
    expect_closed(capsule);
    EXPECT_EQ(position_count(CapsuleShape{0.1, 0.8}), static_cast<Real>(capsule.positions.size()));
    const Real exact = kPi * 0.01 * 0.8 + 4 * kPi / 3 * 0.001;
    EXPECT_LT(volume(capsule), exact);
    EXPECT_NEAR(volume(capsule), exact, 0.005 * exact);
    for (const Vec3& x : capsule.positions) {
        const Real beyond = std::max(0.0, std::abs(x.y()) - 0.4);
        EXPECT_NEAR(std::hypot(x.x(), x.z(), beyond), 0.1, 1e-14);
    }
}

TEST(MakeSurface, CylinderIsClosedAndWithinItsDepth) {
    const Surface cylinder = make_cylinder({.radius = 0.25, .height = 0.6});
    expect_closed(cylinder);
    EXPECT_EQ(position_count(CylinderShape{0.25, 0.6}), static_cast<Real>(cylinder.positions.size()));
    const Real exact = kPi * 0.0625 * 0.6;
    EXPECT_LT(volume(cylinder), exact);
    EXPECT_GT(volume(cylinder), exact * std::pow(1 - kept_depth(0.25) / 0.25, 2));
}

TEST(MakeSurface, CylinderCanHaveThe322PositionsOfTheLargeStepsPaper) {
    const Surface cylinder = make_cylinder({.radius = 0.25, .height = 0.6, .segments = 32, .rings = 10});
    expect_closed(cylinder);
    EXPECT_EQ(cylinder.positions.size(), 322u);
    EXPECT_EQ(cylinder.triangles.size(), 640u);
    EXPECT_NEAR(volume(cylinder), 0.6 * 16 * 0.0625 * std::sin(2 * kPi / 32), 1e-14) << "a prism of 32 sides";
}

TEST(MakeSurface, ConeIsClosedAndStandsOnItsBase) {
    const Surface cone = make_cone({.radius = 0.1, .height = 0.3, .segments = 24});
    expect_closed(cone);
    EXPECT_EQ(position_count(ConeShape{.segments = 24}), static_cast<Real>(cone.positions.size()));
    EXPECT_NEAR(volume(cone), 0.1 * 12 * 0.01 * std::sin(2 * kPi / 24), 1e-14) << "a pyramid of 24 sides";
    for (const Vec3& x : cone.positions) EXPECT_GE(x.y(), 0);
}

}  // namespace
}  // namespace pleat::test
