#include <cmath>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <pleat/mesh/grid.hpp>
#include <pleat/render/flat_view.hpp>

#include "tests/support/sample_cloth.hpp"

namespace pleat {
namespace {

using test::one_cloth;

std::vector<FlatView> views_of(const TriangleMesh& mesh) {
    const Model model = one_cloth(mesh);
    return flat_views(model, model.cloths.front());
}

// A tube around the y axis, made of a sheet, with the rest shape that it has in space.
TriangleMesh tube() {
    TriangleMesh mesh = make_grid({{1, 0.5}, {24, 6}, Facing::upright});
    for (Vec3& x : mesh.positions) {
        const Real angle = 2 * kPi * x.x();
        x = {0.16 * std::sin(angle), x.y(), 0.16 * std::cos(angle)};
    }
    mesh.uv.clear();
    weld(mesh, 1e-6);
    take_rest_shape_from_positions(mesh);
    return mesh;
}

TEST(FlatView, OfASheetIsItsPatternWhereverItStarts) {
    TriangleMesh mesh = make_grid({{1.2, 0.9}, {8, 6}, Facing::upright});
    const TriangleMesh flat = mesh;
    place(mesh, Mat3(Eigen::AngleAxis<Real>(1, Vec3(1, 2, 3).normalized())), Vec3(3, 2, 1));
    for (Vec3& x : mesh.positions) x.z() += std::sin(9 * x.x());
    const std::vector<FlatView> views = views_of(mesh);
    ASSERT_EQ(views.size(), 1u);
    for (std::size_t i = 0; i < flat.positions.size(); ++i) {
        EXPECT_NEAR((views[0].places[i] - flat.positions[i].head<2>()).norm(), 0, 1e-12);
    }
    EXPECT_TRUE(views[0].shows(0, 1));
    EXPECT_NEAR((views[0].low() - Vec2(-0.6, -0.45)).norm(), 0, 1e-12);
    EXPECT_NEAR((views[0].size() - Vec2(1.2, 0.9)).norm(), 0, 1e-12);
}

TEST(FlatView, OfATubeIsSeenFromBothSides) {
    const TriangleMesh mesh = tube();
    const Model model = one_cloth(mesh);
    const std::vector<FlatView> views = flat_views(model, model.cloths.front());
    ASSERT_EQ(views.size(), 2u);
    EXPECT_EQ(views[0].title, "cloth, from the front");
    EXPECT_EQ(views[1].title, "cloth, from behind");
    for (const Edge& edge : model.edges) {
        const auto [a, b] = edge.particles;
        const Real z =
            model.positions[static_cast<std::size_t>(a)].z() + model.positions[static_cast<std::size_t>(b)].z();
        EXPECT_TRUE(views[0].shows(a, b) || views[1].shows(a, b));
        if (std::abs(z) < 1e-9) continue;
        EXPECT_EQ(views[0].shows(a, b), z > 0);
        EXPECT_EQ(views[1].shows(a, b), z < 0);
    }
    // From behind, right is left.
    for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
        EXPECT_EQ(views[0].places[i].x(), -views[1].places[i].x());
        EXPECT_EQ(views[0].places[i].y(), views[1].places[i].y());
    }
}

TEST(FlatView, OfPatternsThatLieOnEachOtherIsSeenInSpace) {
    // Two sheets beside each other, both cut from the same piece of uv.
    TriangleMesh mesh = make_grid({{1, 1}, {4, 4}, Facing::level});
    const TriangleMesh other = mesh;
    const auto offset = static_cast<int>(mesh.positions.size());
    for (const Vec3& x : other.positions) mesh.positions.emplace_back(x + Vec3(2, 0, 0));
    for (const auto& [a, b, c] : other.triangles) mesh.triangles.push_back({a + offset, b + offset, c + offset});
    mesh.uv.insert(mesh.uv.end(), other.uv.begin(), other.uv.end());
    mesh.grid_cells = {0, 0};
    const std::vector<FlatView> views = views_of(mesh);
    ASSERT_EQ(views.size(), 1u);
    EXPECT_NEAR((views[0].size() - Vec2(3, 1)).norm(), 0, 1e-12);
}

TEST(FlatView, TurnsByQuartersUntilDownIsDown) {
    const FlatView original{"", {{0, 0}, {3, 0}, {3, 1}}, {0, 0, 0}};
    for (const auto& [down, turned] : {std::pair(Vec2(0.1, -1), Vec2(3, 1)), std::pair(Vec2(1, 0.2), Vec2(1, -3)),
                                       std::pair(Vec2(-0.3, 1), Vec2(-3, -1)), std::pair(Vec2(-1, 0), Vec2(-1, 3))}) {
        FlatView view = original;
        turn_down(view, down);
        EXPECT_EQ((view.places[2] - view.places[0]).eval(), turned) << down.transpose();
    }
}

}  // namespace
}  // namespace pleat
