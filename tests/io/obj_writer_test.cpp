#include <random>

#include <gtest/gtest.h>

#include <pleat/io/obj_reader.hpp>
#include <pleat/io/obj_writer.hpp>
#include <pleat/mesh/grid.hpp>

#include "two_cloths.hpp"

namespace pleat {
namespace {

TEST(ObjWriter, TextIsAsExpected) {
    const Model model = two_cloths();
    EXPECT_EQ(
        format_obj(model, model.positions),
        "o flag\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nf 1/1 2/2 3/3\nf 1/1 3/3 4/4\n"
        "o a_b___\nv 5 0 0.1\nv 6 0 1e-09\nv 5 1 -0.3333333333333333\nvt 0 0\nvt 1 0\nvt 0 0.5\nf 5/5 6/6 7/7\n");
}

TEST(ObjWriter, ModelsSurviveTheRoundTrip) {
    const Model model = two_cloths();
    std::vector<Vec3> positions = model.positions;
    positions[3] = Vec3(1.0 / 3, -2e-300, 1e300);
    const TriangleMesh mesh = parse_obj(format_obj(model, positions), "x.obj");
    EXPECT_EQ(mesh.positions, positions);
    ASSERT_EQ(mesh.triangles.size(), 3u);
    ASSERT_EQ(mesh.uv.size(), 3u);
    for (std::size_t t = 0; t < 3; ++t) {
        EXPECT_EQ(mesh.triangles[t], model.triangles[t].particles);
        EXPECT_EQ(mesh.uv[t], model.triangles[t].uv);
    }
    EXPECT_EQ(mesh.groups.at("flag"), (std::vector{0, 1, 2, 3}));
    EXPECT_EQ(mesh.groups.at("a_b___"), (std::vector{4, 5, 6}));
}

TEST(ObjWriter, MeshesSurviveTheRoundTripToTheBit) {
    TriangleMesh mesh = make_disc({.radius = 0.7, .rings = 9});
    std::mt19937 random(1);
    std::normal_distribution<Real> normal;
    for (Vec3& x : mesh.positions) x += 1e-5 * Vec3(normal(random), normal(random), normal(random));
    mesh.uv[3][1] += Vec2(0.1, 0);  // a seam: this particle has two
    const TriangleMesh again = parse_obj(format_obj(mesh, "disc"), "disc.obj");
    EXPECT_EQ(again.positions, mesh.positions);
    EXPECT_EQ(again.triangles, mesh.triangles);
    EXPECT_EQ(again.uv, mesh.uv);
}

TEST(ObjWriter, MeshWithoutUvIsWrittenWithout) {
    TriangleMesh mesh;
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    mesh.triangles = {{0, 1, 2}};
    EXPECT_EQ(format_obj(mesh, "m"), "o m\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
}

}  // namespace
}  // namespace pleat
