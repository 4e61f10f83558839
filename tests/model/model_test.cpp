#include <numeric>
#include <set>

#include <gtest/gtest.h>

#include <pleat/core/error.hpp>
#include <pleat/mesh/grid.hpp>
#include <pleat/model/model.hpp>

#include "tests/support/sample_cloth.hpp"

namespace pleat::test {
namespace {

TEST(Model, MassIsDensityTimesArea) {
    const Model model = one_cloth(make_disc({.radius = 0.3, .rings = 7}));
    Real area = 0;
    for (const Triangle& t : model.triangles) area += t.area;
    EXPECT_NEAR(std::accumulate(model.masses.begin(), model.masses.end(), 0.0), 0.2 * area, 1e-14);
}

TEST(Model, SeveralClothsShareTheArraysAndKeepTheirOwnParts) {
    ClothSource a, b;
    a.name = "a";
    a.mesh = make_grid({.size = {1, 1}, .cells = {2, 2}});
    a.fabric = sample_fabric();
    b.name = "b";
    b.mesh = make_disc({.radius = 1, .rings = 2});
    b.fabric = named_fabric("denim");
    const Model model = ModelBuilder().add(a).add(b).build();
    ASSERT_EQ(model.cloths.size(), 2u);
    EXPECT_EQ(model.cloths[1].particles.begin, 9);
    EXPECT_EQ(model.cloths[1].particles.end, 9 + 19);
    EXPECT_EQ(model.cloths[1].groups.at("middle"), std::vector<int>{9});
    EXPECT_EQ(model.fabrics.size(), 2u);
    for (int t = model.cloths[1].triangles.begin; t < model.cloths[1].triangles.end; ++t) {
        const Triangle& triangle = model.triangles[static_cast<std::size_t>(t)];
        EXPECT_EQ(triangle.fabric, 1);
        for (const int p : triangle.particles) EXPECT_GE(p, 9);
    }
}

TEST(Model, EdgesKnowTheirPlaceInTheWeave) {
    const Model model = one_cloth(make_grid({.size = {1, 1}, .cells = {4, 4}}));
    int warp = 0, weft = 0, bias = 0;
    for (const Edge& edge : model.edges) {
        warp += edge.direction == ThreadDirection::warp;
        weft += edge.direction == ThreadDirection::weft;
        bias += edge.direction == ThreadDirection::bias;
    }
    EXPECT_EQ(warp, 20);
    EXPECT_EQ(weft, 20);
    EXPECT_EQ(bias, 16);
    EXPECT_EQ(model.hinges.size(), 56u - 16u);
}

TEST(Model, ARegionHasItsOwnRestLengthsAndFabric) {
    const Fabric elastic = named_fabric("denim");
    ClothSource source;
    source.mesh = make_grid({.size = {1, 1}, .cells = {2, 1}});
    source.fabric = sample_fabric();
    source.regions.push_back({{0, 1}, Vec2(0.6, 1), &elastic});
    const Model model = ModelBuilder().add(source).build();
    EXPECT_EQ(model.triangles[0].rest_stretch, Vec2(0.6, 1));
    EXPECT_EQ(model.triangles[2].rest_stretch, Vec2(1, 1));
    EXPECT_EQ(model.fabrics[static_cast<std::size_t>(model.triangles[1].fabric)].name, "denim");
}

TEST(Model, WhereThreeLayersMeetEachBendsAgainstTheFirst) {
    TriangleMesh mesh;
    mesh.positions = {{0, 0, 0}, {0, 1, 0}, {-1, 0.5, 0}, {1, 0.5, 0}, {0, 0.5, 1}};
    mesh.triangles = {{0, 1, 2}, {1, 0, 3}, {0, 1, 4}};
    take_rest_shape_from_positions(mesh);
    ClothSource source;
    source.mesh = mesh;
    source.fabric = sample_fabric();
    source.rest_angles = RestAngles::start;
    const Model model = ModelBuilder().add(source).build();
    ASSERT_EQ(model.hinges.size(), 2u);
    EXPECT_NEAR(std::abs(model.hinges[1].rest_angle), kPi / 2, 1e-12);
}

TEST(Model, HashSeesWhatMattersAndNotTheNames) {
    const auto build = [](const Fabric& fabric, Real width) {
        return one_cloth(make_grid({.size = {width, 1}, .cells = {2, 2}}), fabric);
    };
    Fabric fabric = sample_fabric();
    const auto hash = build(fabric, 1).hash();
    EXPECT_EQ(hash, build(fabric, 1).hash());
    EXPECT_NE(hash, build(fabric, 1.0000001).hash());
    fabric.name = "other";
    EXPECT_EQ(hash, build(fabric, 1).hash());
    fabric.bend_damping *= 2;
    EXPECT_NE(hash, build(fabric, 1).hash());
}

TEST(Model, WithoutClothOrWithLooseParticlesIsRefused) {
    EXPECT_THROW(ModelBuilder().build(), Error);
    TriangleMesh mesh = make_grid({.size = {1, 1}, .cells = {1, 1}});
    mesh.positions.push_back(Vec3::Zero());
    EXPECT_THROW(one_cloth(mesh), Error);
}

TEST(Fabrics, AreAtLeastEightDistinctAndPlausible) {
    std::set<std::string> names;
    for (const Fabric& f : named_fabrics()) {
        names.insert(f.name);
        EXPECT_FALSE(f.description.empty());
        EXPECT_TRUE(f.density > 0.02 && f.density < 1) << f.name;
        EXPECT_TRUE(f.stretch_warp > 100 && f.stretch_warp < 1e5) << f.name;
        EXPECT_TRUE(f.stretch_weft > 100 && f.stretch_weft < 1e5) << f.name;
        EXPECT_TRUE(f.shear > 5 && f.shear < 1000) << f.name;
        EXPECT_TRUE(f.bend_warp > 1e-7 && f.bend_warp < 1e-3) << f.name;
        EXPECT_TRUE(f.bend_weft > 1e-7 && f.bend_weft < 1e-3) << f.name;
        EXPECT_TRUE(f.thickness > 5e-5 && f.thickness < 5e-3) << f.name;
        EXPECT_TRUE(f.friction > 0 && f.friction < 1) << f.name;
    }
    EXPECT_GE(names.size(), 8u);
    EXPECT_EQ(names.size(), named_fabrics().size());
    EXPECT_THROW(named_fabric("coton"), Error);
}

}  // namespace
}  // namespace pleat::test
