// Folded sheets on each other on a slope: friction alone decides whether they stay.
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include <pleat/audit/crossings.hpp>
#include <pleat/core/index.hpp>

#include "tests/support/effort.hpp"
#include "tests/support/solids.hpp"

namespace pleat::test {
namespace {

constexpr Real kLength = 0.2, kWidth = 0.1, kEdge = 0.025, kRadius = 0.0025;  // [m] of a sheet once folded
constexpr Real kSlope = kPi / 9;
constexpr Real kBoardFriction = 0.9;

// The sheet's section: how far it is along the board, how high above it, and along the cloth.
struct Section {
    Real along, up, u;
};

// A round fold at the upper end of the slope joins two halves.
std::vector<Section> section_of_fold() {
    constexpr int kParts = 6;
    const int edges = static_cast<int>(std::lround(kLength / kEdge));
    std::vector<Section> rows;
    for (int i = 0; i <= edges; ++i) rows.push_back({i * kEdge - kLength / 2, 0, i * kEdge});
    for (int k = 1; k <= kParts; ++k) {
        const Real angle = kPi * k / kParts;
        rows.push_back(
            {kLength / 2 + kRadius * std::sin(angle), kRadius * (1 - std::cos(angle)), kLength + kRadius * angle});
    }
    for (int i = 1; i <= edges; ++i) {
        rows.push_back({kLength / 2 - i * kEdge, 2 * kRadius, kLength + kPi * kRadius + i * kEdge});
    }
    return rows;
}

TriangleMesh folded_sheet() {
    const std::vector<Section> rows = section_of_fold();
    const int across = static_cast<int>(std::lround(kWidth / kEdge));
    TriangleMesh mesh =
        make_grid({.size = {1, kWidth}, .cells = {across, static_cast<int>(rows.size()) - 1}, .facing = Facing::level});
    std::vector<Vec2> uv;
    for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
        const Section& row = rows[i / at(across + 1)];
        const Real z = static_cast<Real>(i % at(across + 1)) * kEdge;
        mesh.positions[i] = {row.along, row.up, z};
        uv.emplace_back(row.u, z);
    }
    mesh.grid_cells = {0, 0};
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        for (std::size_t c = 0; c < 3; ++c) mesh.uv[t][c] = uv[at(mesh.triangles[t][c])];
    }
    return mesh;
}

// Three of them. Starts differ by a few hundredths of a radian and by a millimetre.
Simulation folded_stack(Real friction, int start) {
    std::mt19937 random(static_cast<unsigned>(start));
    std::uniform_real_distribution<Real> some(-1, 1);
    const Mat3 slope = Eigen::AngleAxis<Real>(kSlope, Vec3::UnitZ()).toRotationMatrix();
    Surface board = make_plane({4, 1});
    for (Vec3& x : board.positions) x = slope * x;
    Scene scene;
    scene.solids = {make_solid(board, "board")};
    scene.solids[0].friction = kBoardFriction;
    ModelBuilder builder;
    for (int layer = 0; layer < 3; ++layer) {
        ClothSource source;
        source.name = "sheet" + std::to_string(layer);
        source.mesh = folded_sheet();
        source.fabric = named_fabric("wool-twill");
        source.fabric.friction = friction;
        const Real height = scene.solids[0].thickness + layer * (2 * kRadius + 2e-3);
        const Vec3 offset(1e-3 * some(random), height, 1e-3 * some(random));
        const Mat3 turn = Eigen::AngleAxis<Real>(0.03 * some(random), Vec3::UnitY()).toRotationMatrix();
        place(source.mesh, slope * turn, slope * offset);
        builder.add(source);
    }
    SimulationSettings settings;
    settings.threads = 1;
    return {builder.build(), scene, settings};
}

// [m] How far a sheet is down the slope.
Real down_of(const Simulation& simulation, int sheet) {
    const Vec3 down(-std::cos(kSlope), -std::sin(kSlope), 0);
    const auto& particles = simulation.model().cloths[at(sheet)].particles;
    Real sum = 0;
    for (int i = particles.begin; i < particles.end; ++i) sum += down.dot(simulation.state().position[at(i)]);
    return sum / particles.size();
}

std::size_t crossings(const Simulation& simulation) {
    std::vector<std::array<int, 3>> triangles;
    for (const Triangle& t : simulation.model().triangles) triangles.push_back(t.particles);
    return find_crossings({CrossingMesh(triangles), simulation.state().position}).size();
}

TEST(FoldedStack, StaysIfThereIsFriction) {
    for (int start = 0; start < effort(2, 1); ++start) {
        Simulation simulation = folded_stack(0.6, start);
        advance_to(simulation, 0.8);
        const Real middle = down_of(simulation, 1), upper = down_of(simulation, 2);
        advance_to(simulation, 1.4);
        EXPECT_NEAR(down_of(simulation, 1), middle, 1e-3) << "start " << start;
        EXPECT_NEAR(down_of(simulation, 2), upper, 1e-3) << "start " << start;
    }
}

// Not for good: who reaches the board is stopped by it.
TEST(FoldedStack, SlidesApartIfThereIsLittle) {
    for (int start = 0; start < effort(4, 1); ++start) {
        Simulation simulation = folded_stack(0.1, start);
        const Real apart = down_of(simulation, 2) - down_of(simulation, 0);
        const Real middle = down_of(simulation, 1) - down_of(simulation, 0);
        advance_to(simulation, 0.8);
        EXPECT_GT(down_of(simulation, 1) - down_of(simulation, 0), middle + 0.2 * kLength) << "start " << start;
        EXPECT_GT(down_of(simulation, 2) - down_of(simulation, 0), apart + 0.5 * kLength) << "start " << start;
        EXPECT_EQ(crossings(simulation), 0u) << "start " << start;
    }
}

}  // namespace
}  // namespace pleat::test
