// Limits between far particles: that edges within theirs always meet them, and what they hold up.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <pleat/core/index.hpp>
#include <pleat/corrections/fabric_limits.hpp>
#include <pleat/corrections/far_limits.hpp>
#include <pleat/model/motion.hpp>

#include "tests/corrections/one_substep.hpp"

namespace pleat::test {
namespace {

Model sheet(int cells) { return one_cloth(make_grid({.size = {1, 1}, .cells = {cells, cells}})); }

// The sheet with its inner particles moved about on it: a mesh without a pattern.
Model crooked_sheet(int cells) {
    TriangleMesh mesh = make_grid({.size = {1, 1}, .cells = {cells, cells}});
    std::mt19937 random(3);
    for (Vec3& x : mesh.positions) {
        const Vec3 by = random_vector(random, 0.25 / cells);
        x += Vec3(by.x(), by.y(), 0);
    }
    take_rest_shape_from_positions(mesh);
    mesh.grid_cells = {};
    return one_cloth(std::move(mesh));
}

std::vector<DistanceLimit> edges_within(const Model& model, Real most) {
    LimitSettings settings;
    settings.strain = Vec2(-0.02, most);
    return fabric_limits(model, settings);
}

TEST(FarLimits, OnAGridReachAlongRowsColumnsAndDiagonals) {
    const Model model = sheet(12);
    const auto all = far_limits(model, edges_within(model, 0.1), 8);
    ASSERT_EQ(all.size(), 2u) << "8 edges and 4";
    for (std::size_t k = 0; k < 2; ++k) {
        const int edges = k == 0 ? 8 : 4;
        int along_threads = 0;
        for (const auto& [particles, least, most] : all[k]) {
            const int across = particles[1] % 13 - particles[0] % 13, up = particles[1] / 13 - particles[0] / 13;
            EXPECT_TRUE(across == 0 || up == 0 || std::abs(across) == std::abs(up));
            const Real chord = std::hypot(across, up) / 12;
            EXPECT_NEAR(most, 1.1 * chord, 1e-12) << "as long as the edges may be";
            EXPECT_EQ(least, 0);
            if (across == 0 || up == 0) {
                EXPECT_EQ(std::abs(across + up), edges);
                ++along_threads;
            }
        }
        EXPECT_EQ(along_threads, 2 * 13 * (13 - edges)) << "each once";
    }
    EXPECT_TRUE(far_limits(model, edges_within(model, 0.1), 1).empty());
}

TEST(FarLimits, FollowFromThoseOfEdgesOnAnyMesh) {
    for (const Model& model : {sheet(20), crooked_sheet(20)}) {
        const std::vector<DistanceLimit> edges = edges_within(model, 0.05);
        const auto all = far_limits(model, edges, 8);
        for (const auto& far : all) {
            EXPECT_GT(far.size(), model.positions.size()) << "most particles take part";
            Real straight = 0;
            for (const auto& [particles, least, most] : far) {
                const Real chord = (model.positions[at(particles[0])] - model.positions[at(particles[1])]).norm();
                EXPECT_GE(most, 1.05 * chord - 1e-12);
                straight += 1.05 * chord / most / static_cast<Real>(far.size());
            }
            EXPECT_GT(straight, 0.96) << "and they are not much looser";
        }
        // Folded, pressed and pulled: none is farther beyond its limit than the worst edge is.
        OneSubstep sub(model);
        std::mt19937 random(4);
        for (Vec3& x : sub.position) {
            x = Vec3(std::abs(x.x() - 0.13), 1.2 * x.y(), 0.05 * std::sin(20 * x.y())) + random_vector(random, 1e-3);
        }
        const auto worst = [&](const std::vector<DistanceLimit>& limits) {
            Real share = 0;
            for (const auto& [particles, least, most] : limits) {
                share = std::max(share, sub.distance(particles[0], particles[1]) / most);
            }
            return share;
        };
        for (const auto& far : all) EXPECT_LE(worst(far), worst(edges) * (1 + 1e-12));
    }
}

TEST(FarLimits, KeepTheCentreOfMassOfAFreeClothToRounding) {
    OneSubstep sub(crooked_sheet(16));
    for (Vec3& x : sub.position) x = x.cwiseProduct(Vec3(1.3, 1.6, 1));
    const std::vector<Vec3> before = sub.position;
    for (const auto& far : far_limits(sub.model, edges_within(sub.model, 0.05), 4)) {
        DistanceLimits limits(sub.model, far);
        sub.begin(limits);
        EXPECT_GT(sub.sweep(limits, 5), 0.1);
    }
    Real mass = 0;
    for (const Real m : sub.model.masses) mass += m;
    EXPECT_LT(sub.impulse_since(before).norm() / mass, 1e-15);
}

// The longest edge of a fine sheet that hangs from its upper side for a while [relative].
Real worst_stretch_of_hanging(int reach, int finishing_sweeps) {
    const Model model = sheet(60);
    Scene scene;
    scene.pins.emplace_back();
    scene.pins.back().particles = model.cloths[0].groups.at("top");
    SimulationSettings settings;
    settings.threads = 1;
    settings.method.preset = "interactive";
    settings.method.cloth_contact = false;
    settings.method.corrections.substep = 1.0 / 240;
    settings.method.corrections.strain_limits = Vec2(-0.02, 0.05);
    settings.method.corrections.reach = reach;
    settings.method.corrections.finishing_sweeps = finishing_sweeps;
    Simulation simulation(model, scene, settings);
    Real worst = 0;
    for (int frame = 0; frame < 80; ++frame) {
        simulation.advance_frame();
        const FrameStats& stats = simulation.frame_stats();
        const Real now = std::max({stats.warp.max_stretch, stats.weft.max_stretch, stats.bias.max_stretch});
        if (frame >= 50) worst = std::max(worst, now);
    }
    return worst;
}

TEST(FarLimits, HoldUpWhatOneSweepOfEdgesCannot) {
    const Real near = worst_stretch_of_hanging(1, 0), far = worst_stretch_of_hanging(8, 0);
    EXPECT_GT(near, 0.3);
    EXPECT_LT(far, near / 4);
    EXPECT_LT(worst_stretch_of_hanging(8, 8), 0.15);
}

}  // namespace
}  // namespace pleat::test
