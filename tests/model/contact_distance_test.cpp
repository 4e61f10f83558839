// How far layers of cloth keep from each other: from thickness and edges.
#include <algorithm>

#include <gtest/gtest.h>

#include <pleat/core/index.hpp>
#include <pleat/model/contact_distance.hpp>

#include "tests/support/sample_cloth.hpp"

namespace pleat::test {
namespace {

Fabric thick(Real thickness) {
    Fabric fabric = sample_fabric();
    fabric.name = std::to_string(thickness);
    fabric.thickness = thickness;
    return fabric;
}

TEST(ContactDistances, AreTheThicknessWhereEdgesAreLong) {
    ClothSource one, other;
    one.mesh = other.mesh = make_grid({.size = {1, 1}, .cells = {2, 2}});
    one.fabric = thick(3e-3);
    other.name = "other";
    other.fabric = thick(1e-4);
    const std::vector<Real> distances = contact_distances(ModelBuilder().add(one).add(other).build());
    ASSERT_EQ(distances.size(), 18u);
    for (std::size_t p = 0; p < 18; ++p) EXPECT_EQ(distances[p], p < 9 ? 3e-3 : 1e-4) << p;
}

TEST(ContactDistances, AreTheThinnerOneWhereTwoFabricsMeet) {
    const Fabric thin = thick(1e-3);
    ClothSource source;
    source.mesh = make_grid({.size = {1, 1}, .cells = {2, 1}});
    source.fabric = thick(5e-3);
    Region right;
    right.triangles = {2, 3};  // of the right cell
    right.fabric = &thin;
    source.regions = {right};
    const std::vector<Real> distances = contact_distances(ModelBuilder().add(source).build());
    const std::vector<Real> expected{5e-3, 1e-3, 1e-3, 5e-3, 1e-3, 1e-3};
    EXPECT_EQ(distances, expected);
}

TEST(ContactDistances, AreTwoFifthsOfTheShortestEdgeAtAParticleIfThatIsLess) {
    // Cells get wider to the right: 0.01, 0.02, 0.04 ... of a sheet that is as thick as 0.01.
    TriangleMesh mesh = make_grid({.size = {7, 1}, .cells = {7, 1}});
    std::vector<Real> x{0};
    for (Real width = 0.01; x.size() < 8; width *= 2) x.push_back(x.back() + width);
    for (std::size_t p = 0; p < mesh.positions.size(); ++p) mesh.positions[p].x() = x[p % 8];
    take_rest_shape_from_positions(mesh);
    const Model model = one_cloth(mesh, thick(0.01));
    const std::vector<Real> distances = contact_distances(model);
    const std::vector<Real> expected{0.004, 0.004, 0.008, 0.01, 0.01, 0.01, 0.01, 0.01};
    for (std::size_t p = 0; p < 16; ++p) EXPECT_NEAR(distances[p], expected[p % 8], 1e-15) << p;
}

TEST(ContactDistances, AreNeverNothing) {
    for (const Real distance : contact_distances(one_cloth(make_grid({.cells = {3, 3}}), thick(0)))) {
        EXPECT_EQ(distance, 1e-5);
    }
}

}  // namespace
}  // namespace pleat::test
