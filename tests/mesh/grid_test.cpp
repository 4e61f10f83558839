#include <cmath>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <pleat/core/error.hpp>
#include <pleat/mesh/grid.hpp>
#include <pleat/mesh/topology.hpp>

namespace pleat::test {
namespace {

Real area(const TriangleMesh& mesh) {
    Real sum = 0;
    for (const auto& uv : mesh.uv) {
        const Vec2 a = uv[1] - uv[0], b = uv[2] - uv[0];
        const Real twice = a.x() * b.y() - a.y() * b.x();
        EXPECT_GT(twice, 0) << "all triangles face the same way";
        sum += 0.5 * twice;
    }
    return sum;
}

TEST(Grid, HasTheRightSizeAndNamesItsSidesAndCorners) {
    const TriangleMesh mesh = make_grid({.size = {3, 2}, .cells = {6, 4}});
    EXPECT_EQ(mesh.positions.size(), 35u);
    EXPECT_EQ(mesh.triangles.size(), 48u);
    EXPECT_NEAR(area(mesh), 6, 1e-12);
    EXPECT_EQ(mesh.groups.at("left").size(), 5u);
    EXPECT_EQ(mesh.groups.at("top").size(), 7u);
    EXPECT_EQ(mesh.positions[static_cast<std::size_t>(mesh.groups.at("top-left")[0])], Vec3(-1.5, 1, 0));
    EXPECT_EQ(mesh.positions[static_cast<std::size_t>(mesh.groups.at("bottom-right")[0])], Vec3(1.5, -1, 0));
}

TEST(Grid, HasNoPreferredDiagonal) {
    const TriangleMesh mesh = make_grid({.size = {1, 1}, .cells = {10, 10}});
    int up = 0, down = 0;
    for (const MeshEdge& edge : find_edges(mesh.triangles)) {
        const Vec3 d = mesh.positions[static_cast<std::size_t>(edge.particles[1])] -
                       mesh.positions[static_cast<std::size_t>(edge.particles[0])];
        if (d.x() * d.y() > 1e-6) ++up;
        if (d.x() * d.y() < -1e-6) ++down;
    }
    EXPECT_EQ(up, 50);
    EXPECT_EQ(down, 50);
}

TEST(Grid, OfThePaperHas2602Particles) {
    const TriangleMesh mesh = make_grid({.size = {1, 1}, .cells = {50, 50}, .middle_particle = true});
    EXPECT_EQ(mesh.positions.size(), 2602u);
    EXPECT_EQ(mesh.triangles.size(), 5002u);
    EXPECT_NEAR(area(mesh), 1, 1e-12);
}

TEST(Grid, LyingLevelFacesUp) {
    const TriangleMesh mesh = make_grid({.size = {1, 1}, .cells = {2, 2}, .facing = Facing::level});
    for (const auto& [i, j, k] : mesh.triangles) {
        const auto x = [&](int p) { return mesh.positions[static_cast<std::size_t>(p)]; };
        EXPECT_GT((x(j) - x(i)).cross(x(k) - x(i)).y(), 0);
    }
}

TEST(Disc, IsRoundClosedAndEven) {
    const TriangleMesh mesh = make_disc({.radius = 2, .rings = 20});
    EXPECT_EQ(mesh.positions.size(), 1u + 3 * 20 * 21);
    EXPECT_EQ(mesh.triangles.size(), 6u * 20 * 20);
    EXPECT_NEAR(area(mesh), kPi * 4, 0.005 * kPi * 4);
    EXPECT_EQ(mesh.groups.at("rim").size(), 120u);
    int borders = 0;
    for (const MeshEdge& edge : find_edges(mesh.triangles)) borders += edge.triangles.size() == 1;
    EXPECT_EQ(borders, 120);
}

TEST(Grid, OfNoCellsIsRefused) {
    EXPECT_THROW(make_grid({.size = {1, 1}, .cells = {0, 3}}), Error);
    EXPECT_THROW(make_grid({.size = {0, 1}, .cells = {2, 3}}), Error);
    EXPECT_THROW(make_disc({.radius = -1}), Error);
}

}  // namespace
}  // namespace pleat::test
