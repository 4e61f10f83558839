#include <gtest/gtest.h>

#include <pleat/render/drawn_surface.hpp>

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

}  // namespace
}  // namespace pleat
