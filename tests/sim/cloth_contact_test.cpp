// Cloth against cloth in whole simulations.
#include <array>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include <pleat/audit/crossings.hpp>
#include <pleat/collision/brute_force.hpp>
#include <pleat/collision/continuous.hpp>
#include <pleat/sim/checkpoint.hpp>

#include "tests/support/effort.hpp"
#include "tests/support/every_integrator.hpp"
#include "tests/support/solids.hpp"

namespace pleat::test {
namespace {

std::vector<std::array<int, 3>> triangles_of(const Simulation& simulation) {
    std::vector<std::array<int, 3>> triangles;
    for (const Triangle& t : simulation.model().triangles) triangles.push_back(t.particles);
    return triangles;
}

std::size_t crossings(const Simulation& simulation) {
    return find_crossings({CrossingMesh(triangles_of(simulation)), simulation.state().position}).size();
}

// Pairs of the cloth that touch while all particles go straight from where they were before.
int contacts_on_the_way(const Simulation& simulation, const std::vector<Vec3>& before) {
    const std::vector<Vec3>& after = simulation.state().position;
    const CollisionMesh mesh = make_collision_mesh(triangles_of(simulation));
    const auto motion = [&](const std::array<int, 4>& particles) {
        PairMotion m;
        for (std::size_t i = 0; i < 4; ++i) {
            m.start[i] = before[static_cast<std::size_t>(particles[i])];
            m.end[i] = after[static_cast<std::size_t>(particles[i])];
        }
        return m;
    };
    const Candidates pairs = brute_force_within({mesh, {before, after}}, 0);
    int count = 0;
    for (const auto& [p, t] : pairs.vertex_face) {
        const auto& [a, b, c] = mesh.triangles[static_cast<std::size_t>(t)];
        if (first_contact(PairKind::vertex_face, motion({p, a, b, c}))) ++count;
    }
    for (const auto& [first, second] : pairs.edge_edge) {
        const auto &a = mesh.edges[static_cast<std::size_t>(first)], &b = mesh.edges[static_cast<std::size_t>(second)];
        if (first_contact(PairKind::edge_edge, motion({a[0], a[1], b[0], b[1]}))) ++count;
    }
    return count;
}

struct Sheet {
    Vec3 place = Vec3::Zero();
    Vec3 velocity = Vec3::Zero();
    Real turn = 0;  // about the vertical axis [rad]
    Real side = 0.4;
    int cells = 10;
    Facing facing = Facing::level;
};

Model make_model(const std::vector<Sheet>& sheets, Real friction = 0.3) {
    ModelBuilder builder;
    for (const Sheet& sheet : sheets) {
        ClothSource source;
        source.name = "sheet" + std::to_string(&sheet - sheets.data());
        source.mesh =
            make_grid({.size = {sheet.side, sheet.side}, .cells = {sheet.cells, sheet.cells}, .facing = sheet.facing});
        place(source.mesh, Eigen::AngleAxis<Real>(sheet.turn, Vec3::UnitY()).toRotationMatrix(), sheet.place);
        source.fabric = named_fabric("cotton");
        source.fabric.friction = friction;
        source.velocity = sheet.velocity;
        builder.add(source);
    }
    return builder.build();
}

// Several sheets that fall on a ball and on each other.
Simulation pile(int threads, const MethodSettings& method = {}) {
    Scene scene;
    scene.solids = {make_solid(moved_by(make_sphere({0.12, 8}), {0, -0.14, 0}), "ball")};
    SimulationSettings settings;
    settings.threads = threads;
    settings.method = method;
    return {make_model({{.place = {0, 0, 0}}, {.place = {0.02, 0.03, 0}, .turn = 0.6}}), scene, settings};
}

Vec3 middle_of(const Simulation& simulation, const Cloth& cloth) {
    Vec3 sum = Vec3::Zero();
    for (int i = cloth.particles.begin; i < cloth.particles.end; ++i) {
        sum += simulation.state().position[static_cast<std::size_t>(i)];
    }
    return sum / cloth.particles.size();
}

class AnyClothContact : public EveryIntegrator {};
PLEAT_FOR_EVERY_INTEGRATOR(AnyClothContact);

TEST_P(AnyClothContact, SheetsThatFlyIntoEachOtherDoNotPass) {
    Scene scene;
    scene.air_density = 0;
    scene.gravity.setZero();
    SimulationSettings settings;
    settings.method = method();
    Simulation simulation(
        make_model({{.place = {0, 0, -0.2}, .velocity = {0, 0, 10}, .facing = Facing::upright},
                    {.place = {0.01, 0.02, 0.2}, .velocity = {0, 0, -10}, .turn = 0.01, .facing = Facing::upright}}),
        scene, settings);
    for (int step = 1; step <= 12; ++step) {
        const std::vector<Vec3> before = simulation.state().position;
        simulation.advance_step(1.0 / 60);
        EXPECT_EQ(crossings(simulation), 0u) << "step " << step;
        EXPECT_EQ(contacts_on_the_way(simulation, before), 0) << "step " << step;
    }
    EXPECT_LT(center_of_mass(simulation).norm(), 0.02) << "momentum is kept";
}

TEST_P(AnyClothContact, SheetsThatFallOnABallDoNotCross) {
    Simulation simulation = pile(1, method());
    Real most = 0;
    for (int frame = 1; frame <= 15; ++frame) {
        simulation.advance_frame();
        most = std::max(most, static_cast<Real>(simulation.frame_stats().cloth_contacts));
        EXPECT_EQ(crossings(simulation), 0u) << "frame " << frame;
    }
    EXPECT_GT(most, 20);
}

TEST(ClothContact, WithoutItSheetsCross) {
    MethodSettings method;
    method.cloth_contact = false;
    Simulation simulation = pile(1, method);
    advance_to(simulation, 0.5);
    EXPECT_GT(crossings(simulation), 0u);
    EXPECT_EQ(simulation.frame_stats().cloth_contacts, 0);
}

TEST(ClothContact, GivesOneHashForAnyNumberOfThreads) {
    std::vector<std::uint64_t> hashes;
    for (const int threads : {1, 2, 3}) {
        Simulation simulation = pile(threads);
        advance_to(simulation, 0.5);
        EXPECT_GT(simulation.frame_stats().cloth_contacts, 10);
        hashes.push_back(simulation.frame_stats().hash);
    }
    EXPECT_EQ(hashes[0], hashes[1]);
    EXPECT_EQ(hashes[0], hashes[2]);
}

TEST(ClothContact, GoesOnFromASnapshotToTheBit) {
    Simulation whole = pile(1);
    advance_to(whole, 0.5);
    Simulation first = pile(1);
    advance_to(first, 0.3);
    ASSERT_GT(first.state().cloth_grips.size(), 10u);
    const std::string bytes = format_checkpoint({42, first.snapshot(), {}});
    Simulation second = pile(2);
    second.restore(parse_checkpoint(bytes, "state", 42).snapshot);
    advance_to(second, 0.5);
    EXPECT_EQ(second.frame_stats().hash, whole.frame_stats().hash);
}

// Cloth is neither higher nor faster than it fell from.
TEST(ClothContact, GainsNoEnergy) {
    Simulation simulation = pile(1);
    const Real before = simulation.frame_stats().energy.gravity;
    Real taken = 0;
    for (int frame = 1; frame <= 20; ++frame) {
        simulation.advance_frame();
        const EnergyFlows& flows = simulation.frame_stats().flows;
        taken += flows.contact + flows.friction + flows.fail_safe;
        const Energies& now = simulation.frame_stats().energy;
        EXPECT_LT(now.gravity + now.kinetic, before) << "frame " << frame;
    }
    EXPECT_GT(taken, 0);
}

// Two sheets on a larger one on a slope of 20 degrees, to which that one sticks. The first start has all meshes in
// line, the others are turned and moved a little, every third more.
Simulation stack_on_slope(Real friction, int start) {
    std::mt19937 random(static_cast<unsigned>(start));
    std::uniform_real_distribution<Real> some(-1, 1);
    const Mat3 slope = Eigen::AngleAxis<Real>(-kPi / 9, Vec3::UnitZ()).toRotationMatrix();
    Surface plane = make_plane({4, 1});
    for (Vec3& x : plane.positions) x = slope * x;
    Scene scene;
    scene.air_density = 0;
    scene.solids = {make_solid(plane, "slope")};
    scene.solids[0].friction = 0.9;
    ModelBuilder builder;
    const Real thickness = named_fabric("cotton").thickness;
    for (int layer = 0; layer < 3; ++layer) {
        const bool is_moved = layer > 0 && start > 0;
        const Real turn = is_moved ? (start % 3 == 0 ? 0.2 : 0.02) * some(random) : 0;
        ClothSource source;
        source.name = "layer" + std::to_string(layer);
        const Real side = layer == 0 ? 1 : 0.3;
        const int cells = layer == 0 ? 20 : 6;
        source.mesh = make_grid({.size = {side, side}, .cells = {cells, cells}, .facing = Facing::level});
        Vec3 offset(layer == 0 ? 0 : 0.01 * layer - 0.2, scene.solids[0].thickness + layer * thickness, 0.013 * layer);
        if (is_moved) offset += 3e-4 * Vec3(some(random), 0, some(random)) + 5e-5 * layer * Vec3::UnitY();
        place(source.mesh, slope * Eigen::AngleAxis<Real>(turn, Vec3::UnitY()).toRotationMatrix(), slope * offset);
        source.fabric = named_fabric("cotton");
        source.fabric.friction = friction;
        builder.add(source);
    }
    SimulationSettings settings;
    settings.threads = 1;
    return {builder.build(), scene, settings};
}

TEST(ClothContact, AStackStaysOnASlopeIfThereIsFriction) {
    for (int start = 0; start < effort(4, 1); ++start) {
        Simulation simulation = stack_on_slope(0.6, start);
        const auto& cloths = simulation.model().cloths;
        advance_to(simulation, 0.2);
        const Vec3 before = middle_of(simulation, cloths[2]) - middle_of(simulation, cloths[0]);
        advance_to(simulation, 1.2);
        const Vec3 after = middle_of(simulation, cloths[2]) - middle_of(simulation, cloths[0]);
        EXPECT_LT((after - before).norm(), 1e-3) << "start " << start;
        EXPECT_LT(simulation.frame_stats().rms_speed, 1e-3) << "start " << start;
        EXPECT_EQ(crossings(simulation), 0u) << "start " << start;
    }
}

TEST(ClothContact, AStackSlidesApartAsFastAsItShouldFromAnyStart) {
    const Real wanted = 9.81 * (std::sin(kPi / 9) - 0.1 * std::cos(kPi / 9));
    constexpr int kFirst = 8, kLast = 18;
    for (int start = 0; start < effort(12, 2); ++start) {
        Simulation simulation = stack_on_slope(0.1, start);
        std::array<std::vector<Vec3>, 2> places;
        while (simulation.state().frame < kLast) {
            simulation.advance_frame();
            for (std::size_t upper : {0u, 1u}) {
                places[upper].push_back(middle_of(simulation, simulation.model().cloths[upper + 1]));
            }
        }
        for (const auto& way : places) {
            // By a quarter of a second both slide, and they have not come to the edge of the sheet below.
            const auto speed = [&](std::size_t frame) { return 30 * (way[frame - 1] - way[frame - 2]).norm(); };
            EXPECT_NEAR((speed(kLast) - speed(kFirst)) * 30 / (kLast - kFirst), wanted, 0.1 * wanted)
                << "start " << start;
        }
        EXPECT_EQ(crossings(simulation), 0u) << "start " << start;
    }
}

// Turned by [rad].
class CrossingSheets : public testing::TestWithParam<Real> {};

TEST_P(CrossingSheets, AreBroughtApartSlowly) {
    Scene scene;
    scene.gravity.setZero();
    scene.air_density = 0;
    Simulation simulation(
        make_model({{}, {.place = {0.15, 0.13, 0.02}, .turn = GetParam(), .facing = Facing::upright}}), scene, {});
    ASSERT_GT(simulation.frame_stats().crossings, 0);
    ASSERT_GT(crossings(simulation), 0u);
    const int most = simulation.frame_stats().crossings + 10;
    for (int frame = 0; frame < 60 && simulation.frame_stats().crossings > 0; ++frame) {
        simulation.advance_frame();
        EXPECT_LE(simulation.frame_stats().crossings, most) << "frame " << frame;
        EXPECT_LT(simulation.frame_stats().max_speed, 0.5);
    }
    EXPECT_EQ(simulation.frame_stats().crossings, 0);
    for (int frame = 0; frame < 10; ++frame) {
        simulation.advance_frame();
        EXPECT_EQ(crossings(simulation), 0u) << "once apart, they stay so";
    }
}

INSTANTIATE_TEST_SUITE_P(Turned, CrossingSheets, testing::Values(0, 0.03, 0.3, 0.32, 0.36, 0.39, 0.8, 1.2, 1.5));

// A sheet that pokes through the one below it: a closed curve. It is strained, and springs back.
TEST(ClothContact, ASheetThatPokesThroughAnotherIsDrawnOut) {
    Model model = make_model({{}, {.place = {0.03, 0.01, 0.02}}});
    for (int p = model.cloths[1].particles.begin; p < model.cloths[1].particles.end; ++p) {
        Vec3& x = model.positions[static_cast<std::size_t>(p)];
        x.y() -= 0.05 * std::exp(-Vec3(x.x() - 0.2, 0, x.z() - 0.2).squaredNorm() / 0.005);
    }
    Scene scene;
    scene.gravity.setZero();
    scene.air_density = 0;
    Simulation simulation(std::move(model), scene, {});
    ASSERT_GT(simulation.frame_stats().crossings, 0);
    for (int frame = 0; frame < 120 && simulation.frame_stats().crossings > 0; ++frame) simulation.advance_frame();
    EXPECT_EQ(simulation.frame_stats().crossings, 0);
    EXPECT_EQ(crossings(simulation), 0u);
}

}  // namespace
}  // namespace pleat::test
