// Where cloth crosses itself: against all pairs, one by one.
#include <Eigen/Geometry>
#include <Eigen/LU>
#include <gtest/gtest.h>

#include <pleat/collision/edge_crossings.hpp>

#include "tests/support/sample_cloth.hpp"

namespace pleat::test {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

// Where the line through an edge goes through the plane of a triangle: a share of the edge, and two of the triangle.
Vec3 place_of_crossing(const std::array<Vec3, 2>& edge, const std::array<Vec3, 3>& triangle) {
    Mat3 ways;
    ways << edge[1] - edge[0], triangle[0] - triangle[1], triangle[0] - triangle[2];
    return ways.inverse() * (triangle[0] - edge[0]);
}

TEST(EdgeCrossings, AreThoseOfAllPairsOneByOne) {
    std::mt19937 random(3);
    std::vector<std::array<int, 3>> triangles;
    for (int i = 0; i < 60; ++i) triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    const std::vector<Vec3> x = random_vectors(random, 180, 1);
    const CollisionMesh mesh = make_collision_mesh(triangles);
    EdgeCrossings crossings(mesh);
    std::vector<EdgeCrossing> found;
    crossings.find(x, found);
    std::size_t count = 0;
    for (std::size_t e = 0; e < mesh.edges.size(); ++e) {
        for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
            const auto& [a, b] = mesh.edges[e];
            const auto& [c, d, f] = mesh.triangles[t];
            if (a / 3 == c / 3) continue;
            const Vec3 place = place_of_crossing({x[index(a)], x[index(b)]}, {x[index(c)], x[index(d)], x[index(f)]});
            if (place.minCoeff() < 0 || place[0] > 1 || place[1] + place[2] > 1) continue;
            ASSERT_LT(count, found.size());
            EXPECT_EQ(index(found[count].edge), e);
            EXPECT_EQ(index(found[count].triangle), t);
            EXPECT_NEAR(found[count].along, place[0], 1e-9);
            EXPECT_LT((found[count].weights.tail<2>() - place.tail<2>()).norm(), 1e-9);
            ++count;
        }
    }
    EXPECT_EQ(count, found.size());
    EXPECT_GT(count, 100u);
}

}  // namespace
}  // namespace pleat::test
