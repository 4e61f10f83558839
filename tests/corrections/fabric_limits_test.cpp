// Limits of lengths that follow from a fabric.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include <pleat/core/index.hpp>
#include <pleat/corrections/fabric_limits.hpp>
#include <pleat/model/motion.hpp>

#include "tests/support/sample_cloth.hpp"

namespace pleat::test {
namespace {

using Ends = std::array<int, 2>;

Ends sorted(Ends ends) {
    std::sort(ends.begin(), ends.end());
    return ends;
}

// By the two particles, which may be opposite each other across two edges: then both limits are the same.
std::map<Ends, DistanceLimit> by_particles(const std::vector<DistanceLimit>& limits) {
    std::map<Ends, DistanceLimit> all;
    for (const DistanceLimit& limit : limits) {
        const DistanceLimit& first = all.emplace(sorted(limit.particles), limit).first->second;
        EXPECT_NEAR(first.least, limit.least, 1e-15);
        EXPECT_EQ(first.most < kForever, limit.most < kForever);
    }
    return all;
}

Real distance(const Model& model, const Ends& ends) {
    return (model.positions[at(ends[0])] - model.positions[at(ends[1])]).norm();
}

TriangleMesh sheet(int cells) { return make_grid({.size = {0.6, 0.8}, .cells = {cells, cells}}); }

Fabric fabric_of_bend(Real warp, Real weft) {
    Fabric fabric = sample_fabric();
    fabric.bend_warp = warp;
    fabric.bend_weft = weft;
    fabric.strain_max = 0;
    return fabric;
}

// [1/m] The curvature of two triangles whose opposite particles are as near as their limit allows, over half of what
// lies between them.
Real curvature(const Model& model, const DistanceLimit& limit) {
    const Real flat = distance(model, limit.particles);
    return 2 * std::acos(limit.least / flat) / (flat / 2);
}

// The header's, where weight does nothing.
Real wanted_curvature(Real bend, Real density) { return 4 * 0.128 / std::cbrt(bend / (density * 9.81)); }

Real least_share(const Model& model, const LimitSettings& settings = {}) {
    const Hinge& hinge = model.hinges.front();
    const Ends ends = sorted({hinge.particles[2], hinge.particles[3]});
    return by_particles(fabric_limits(model, settings)).at(ends).least / distance(model, ends);
}

void expect_limits(const Model& model, const LimitSettings& settings, const Vec2& strain) {
    const auto limits = by_particles(fabric_limits(model, settings));
    std::set<Ends> wanted;
    for (const Edge& edge : model.edges) wanted.insert(sorted(edge.particles));
    for (const Hinge& hinge : model.hinges) wanted.insert(sorted({hinge.particles[2], hinge.particles[3]}));
    ASSERT_EQ(limits.size(), wanted.size());
    for (const Edge& edge : model.edges) {
        const DistanceLimit& limit = limits.at(sorted(edge.particles));
        EXPECT_NEAR(limit.least, (1 + strain[0]) * edge.rest_length, 1e-15);
        EXPECT_NEAR(limit.most, (1 + strain[1]) * edge.rest_length, 1e-15);
    }
    for (const Hinge& hinge : model.hinges) {
        EXPECT_EQ(limits.at(sorted({hinge.particles[2], hinge.particles[3]})).most, kForever);
    }
}

TEST(FabricLimits, OfEdgesAreTheStrainLimitsOfTheFabric) {
    Fabric fabric = sample_fabric();
    fabric.strain_min = -0.03;
    fabric.strain_max = 0.07;
    expect_limits(one_cloth(sheet(4), fabric), {}, {-0.03, 0.07});
    expect_limits(one_cloth(make_disc({0.5, 3}), fabric), {}, {-0.03, 0.07});
}

TEST(FabricLimits, OfTwoFabricsAreThoseOfEach) {
    Fabric loose = sample_fabric();
    loose.name = "loose";
    loose.strain_max = 0.4;
    ClothSource one, other;
    one.mesh = other.mesh = sheet(1);
    one.fabric = sample_fabric();
    other.name = "other";
    other.fabric = loose;
    const Model model = ModelBuilder().add(one).add(other).build();
    const auto limits = by_particles(fabric_limits(model, {}));
    for (const Edge& edge : model.edges) {
        const Real most = edge.particles[0] < 4 ? sample_fabric().strain_max : 0.4;
        EXPECT_NEAR(limits.at(sorted(edge.particles)).most, (1 + most) * edge.rest_length, 1e-15);
    }
}

TEST(FabricLimits, AreReplacedByThoseThatAreGiven) {
    const Model model = one_cloth(sheet(4));
    expect_limits(model, {.strain = Vec2(-0.2, 0), .bend = {}}, {-0.2, 0});
    expect_limits(model, {.strain = {}, .bend = 0.5}, {sample_fabric().strain_min, sample_fabric().strain_max});
    const auto limits = by_particles(fabric_limits(model, {.strain = {}, .bend = 0.5}));
    for (const Hinge& hinge : model.hinges) {
        const Ends ends = sorted({hinge.particles[2], hinge.particles[3]});
        EXPECT_NEAR(limits.at(ends).least, 0.5 * distance(model, ends), 1e-15);
    }
}

TEST(FabricLimits, OfGatheredClothAreShorter) {
    ClothSource source;
    source.mesh = sheet(3);
    source.fabric = sample_fabric();
    const auto wide = by_particles(fabric_limits(ModelBuilder().add(source).build(), {.strain = {}, .bend = 0.9}));
    Region all;
    for (int t = 0; t < static_cast<int>(source.mesh.triangles.size()); ++t) all.triangles.push_back(t);
    all.rest_stretch = Vec2(0.5, 0.5);
    source.regions = {all};
    const auto gathered = by_particles(fabric_limits(ModelBuilder().add(source).build(), {.strain = {}, .bend = 0.9}));
    ASSERT_EQ(gathered.size(), wide.size());
    for (const auto& [ends, limit] : wide) {
        EXPECT_NEAR(gathered.at(ends).least, 0.5 * limit.least, 1e-15);
        if (limit.most == kForever) continue;
        EXPECT_NEAR(gathered.at(ends).most, 0.5 * limit.most, 1e-15);
    }
}

TEST(FabricLimits, LeaveStifferClothLessRoomToBendUpToABoard) {
    Real before = 0;
    for (const Real bend : {1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-1, 1e3}) {
        const Real share = least_share(one_cloth(sheet(20), fabric_of_bend(bend, bend)));
        // The two softest are both as folded as a limit lets them be.
        EXPECT_TRUE(share > before || bend < 1e-6) << bend;
        EXPECT_GE(share, before) << bend;
        EXPECT_LT(share, 1) << bend;
        before = share;
    }
    EXPECT_NEAR(least_share(one_cloth(sheet(20), fabric_of_bend(1e9, 1e9))), 1, 1e-9) << "a board";
    const Real limp = least_share(one_cloth(sheet(20), fabric_of_bend(0, 0)));
    EXPECT_GT(limp, 0);
    EXPECT_LT(limp, 0.2) << "nearly folded flat";
}

TEST(FabricLimits, LeaveLessRoomWhereSweepsAreFewAndEdgesStretch) {
    const auto share = [](Real strain, Real fall) {
        Fabric fabric = fabric_of_bend(2e-6, 2e-6);
        fabric.strain_max = strain;
        return least_share(one_cloth(sheet(20), fabric), {.strain = {}, .bend = {}, .fall = fall});
    };
    EXPECT_GT(share(0, 1e-5), share(0, 0));
    EXPECT_NEAR(share(0.02, 1e-5), 1.015 * share(0, 1e-5), 1e-12);
    EXPECT_NEAR(share(0, 1), 1, 1e-12) << "never longer than flat cloth";
}

TEST(FabricLimits, AllowTheSameCurvatureOnAnyMesh) {
    const Real bend = 2e-4, wanted = wanted_curvature(bend, sample_fabric().density);
    std::vector<TriangleMesh> meshes{sheet(12), sheet(24), sheet(48), make_disc({0.3, 12}), make_disc({0.3, 24})};
    for (const TriangleMesh& mesh : meshes) {
        const Model model = one_cloth(mesh, fabric_of_bend(bend, bend));
        for (const DistanceLimit& limit : fabric_limits(model, {})) {
            if (limit.most < kForever) continue;
            ASSERT_NEAR(curvature(model, limit), wanted, 1e-3 * wanted) << model.particle_count();
        }
    }
}

TEST(FabricLimits, OfFoldsAcrossAThreadFollowTheOtherThread) {
    const Real warp = 8e-4, weft = 1e-4, density = sample_fabric().density;
    const Model model = one_cloth(sheet(24), fabric_of_bend(warp, weft));
    const auto limits = by_particles(fabric_limits(model, {}));
    int counted = 0;
    for (const Hinge& hinge : model.hinges) {
        const Real along_warp = hinge.weave_share.x();
        if (along_warp > 1e-9 && along_warp < 1 - 1e-9) continue;
        // An edge along the weft lets the warp bend.
        const Real bend = along_warp > 0.5 ? weft : warp;
        const DistanceLimit& limit = limits.at(sorted({hinge.particles[2], hinge.particles[3]}));
        EXPECT_NEAR(curvature(model, limit), wanted_curvature(bend, density), 1e-3 * wanted_curvature(bend, density));
        ++counted;
    }
    EXPECT_EQ(counted, 2 * 24 * 23);
}

TEST(RestLengths, AreTheStretchAndShearSpringsOfAGrid) {
    const int n = 5;
    const Model model = one_cloth(sheet(n));
    const auto limits = by_particles(rest_lengths(model));
    EXPECT_EQ(limits.size(), at(2 * n * (n + 1) + 2 * n * n));
    for (const auto& [ends, limit] : limits) {
        const int columns = n + 1;
        EXPECT_LE(std::abs(ends[0] % columns - ends[1] % columns), 1);
        EXPECT_LE(std::abs(ends[0] / columns - ends[1] / columns), 1);
        EXPECT_NEAR(limit.least, distance(model, ends), 1e-15);
        EXPECT_EQ(limit.least, limit.most);
    }
}

TEST(RestLengths, AreTheEdgesOfAnyOtherMesh) {
    const Model model = one_cloth(make_disc({0.5, 4}));
    const auto limits = by_particles(rest_lengths(model));
    EXPECT_EQ(limits.size(), model.edges.size());
    for (const Edge& edge : model.edges) {
        const DistanceLimit& limit = limits.at(sorted(edge.particles));
        EXPECT_NEAR(limit.least, edge.rest_length, 1e-15);
        EXPECT_EQ(limit.least, limit.most);
    }
}

}  // namespace
}  // namespace pleat::test
