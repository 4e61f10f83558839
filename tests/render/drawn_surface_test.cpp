#include <cmath>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <pleat/mesh/normals.hpp>
#include <pleat/render/drawn_surface.hpp>
#include <pleat/shapes/make_surface.hpp>

namespace pleat {
namespace {

TEST(SmoothNormals, AreMeansByArea) {
    // Two triangles at a right angle along an edge, the second of four times the area, and a position without any.
    const std::vector<Eigen::Vector3f> positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 4}, {9, 9, 9}};
    const auto normals = smooth_normals(positions, {{0, 1, 2}, {0, 3, 1}});
    EXPECT_LT((normals[2] - Eigen::Vector3f(0, 0, 1)).norm(), 1e-6f);
    EXPECT_LT((normals[3] - Eigen::Vector3f(0, 1, 0)).norm(), 1e-6f);
    EXPECT_LT((normals[0] - Eigen::Vector3f(0, 4, 1).normalized()).norm(), 1e-6f);
    EXPECT_EQ(normals[4], Eigen::Vector3f(Eigen::Vector3f::Zero()));
}

// Positions of a solid, and the largest angle between a triangle and the normals at its corners.
float largest_bend(const Surface& solid) {
    std::vector<Eigen::Vector3f> positions;
    for (const Vec3& x : solid.positions) positions.push_back(x.cast<float>());
    const DrawnSurface surface = with_sharp_edges(positions, solid.triangles);
    EXPECT_EQ(surface.triangles.size(), solid.triangles.size());
    float largest = 0;
    for (const auto& [a, b, c] : surface.triangles) {
        const auto x = [&](int i) { return surface.positions[static_cast<std::size_t>(i)]; };
        const Eigen::Vector3f flat = (x(b) - x(a)).cross(x(c) - x(a)).normalized();
        for (const int i : {a, b, c}) {
            const Eigen::Vector3f& normal = surface.normals[static_cast<std::size_t>(i)];
            EXPECT_NEAR(normal.norm(), 1, 1e-5f);
            largest = std::max(largest, std::acos(std::min(1.0f, normal.dot(flat))));
        }
    }
    return largest;
}

TEST(SharpEdges, AreKeptOnABoxAndSmoothedOnASphere) {
    EXPECT_LT(largest_bend(make_box({1, 2, 3})), 1e-3f);
    EXPECT_GT(largest_bend(make_sphere({1, 8})), 0.05f);
    EXPECT_LT(largest_bend(make_cylinder({.radius = 1, .height = 1, .segments = 32})), 0.2f) << "360 / 32 degrees";
}

}  // namespace
}  // namespace pleat
