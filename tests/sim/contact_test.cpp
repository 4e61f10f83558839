// Cloth and solids: nothing goes through, what lies stays, and a run can be cut anywhere.
#include <cmath>

#include <gtest/gtest.h>

#include <pleat/audit/crossings.hpp>
#include <pleat/sim/checkpoint.hpp>

#include "tests/support/every_integrator.hpp"
#include "tests/support/solids.hpp"

namespace pleat::test {
namespace {

std::vector<std::array<int, 3>> triangles_of(const Model& model) {
    std::vector<std::array<int, 3>> triangles;
    for (const Triangle& t : model.triangles) triangles.push_back(t.particles);
    return triangles;
}

// Triangles of the cloth that cross those of a solid, by exact arithmetic.
std::size_t crossings(const Simulation& simulation, std::size_t solid) {
    const Solid& other = simulation.scene().solids[solid];
    std::vector<Vec3> placed;
    other.place(simulation.state().time, placed);
    const CrossingMesh cloth(triangles_of(simulation.model())), surface(other.surface->triangles);
    return find_crossings({cloth, simulation.state().position}, {surface, placed}).size();
}

class AnyContact : public EveryIntegrator {
protected:
    // A sheet falls over a table: faces, edges and corners of the solid touch it, and it slides.
    static Simulation draped(int threads) {
        Scene scene;
        scene.solids = {make_floor(), make_solid(moved_by(make_box({0.3, 0.2, 0.3}), {0.02, 0.1, 0.01}), "table")};
        SimulationSettings settings;
        settings.method = method();
        settings.threads = threads;
        return {level_sheet(0.5, 15, 0.205), scene, settings};
    }
};
// The midpoint rule takes no energy from anything, and cloth does not come to rest on solids with it.
INSTANTIATE_TEST_SUITE_P(Integrators, AnyContact,
                         ::testing::Values(TimeIntegrator::backward_euler, TimeIntegrator::generalized_alpha,
                                           TimeIntegrator::bdf2),
                         integrator_name);

TEST_P(AnyContact, ASheetThatLandsStaysAtTheThickness) {
    Scene scene;
    scene.solids = {make_floor()};
    SimulationSettings settings;
    settings.method = method();
    Simulation simulation(level_sheet(0.4, 8, 0.05), scene, settings);
    advance_to(simulation, 1.5);
    for (int i = 0; i < 5; ++i) {
        simulation.advance_frame();
        for (const Vec3& x : simulation.state().position) EXPECT_NEAR(x.y(), 0.002, 2e-5);
        EXPECT_LT(simulation.frame_stats().max_speed, 1e-3);
        EXPECT_EQ(simulation.frame_stats().contacts, simulation.model().particle_count());
    }
}

TEST_P(AnyContact, GivesOneHashForAnyNumberOfThreads) {
    std::vector<std::uint64_t> hashes;
    for (const int threads : {1, 2, 3}) {
        Simulation simulation = draped(threads);
        advance_to(simulation, 0.3);
        EXPECT_GT(simulation.frame_stats().contacts, 20);
        EXPECT_FALSE(simulation.state().grips.empty()) << "corners and edges touch too";
        hashes.push_back(simulation.frame_stats().hash);
    }
    EXPECT_EQ(hashes[0], hashes[1]);
    EXPECT_EQ(hashes[0], hashes[2]);
}

TEST_P(AnyContact, GoesOnFromASnapshotToTheBit) {
    Simulation whole = draped(1);
    advance_to(whole, 0.3);
    Simulation first = draped(1);
    advance_to(first, 0.2);
    int steps = 0;
    while (first.advance_frame([&] { return ++steps == 1; })) steps = 0;
    ASSERT_GT(first.snapshot().frame_so_far.steps, 0) << "stopped inside a frame";
    ASSERT_GT(first.state().contacts.size(), 20u);
    ASSERT_GT(first.state().grips.size(), 0u);
    const std::string bytes = format_checkpoint({42, first.snapshot(), {}});
    Simulation second = draped(2);
    second.restore(parse_checkpoint(bytes, "state", 42).snapshot);
    advance_to(second, 0.3);
    EXPECT_EQ(second.frame_stats().hash, whole.frame_stats().hash);
    EXPECT_EQ(second.frame_stats().flows.friction, whole.frame_stats().flows.friction);
    EXPECT_EQ(second.frame_stats().remainder, whole.frame_stats().remainder);
}

TEST_P(AnyContact, ASheetAt100MetresPerSecondDoesNotPassAThinPlate) {
    Scene scene;
    scene.solids = {make_solid(make_box({1, 0.001, 1}), "plate")};
    SimulationSettings settings;
    settings.method = method();
    Simulation simulation(level_sheet(0.3, 8, 0.5), scene, settings);
    throw_cloth(simulation, {0, -100, 0});
    for (int i = 0; i < 10; ++i) {
        simulation.advance_frame();
        EXPECT_EQ(crossings(simulation, 0), 0u) << "frame " << i + 1;
        for (const Vec3& x : simulation.state().position) ASSERT_GT(x.y(), 0.0005);
    }
}

TEST(Contact, ABallAt20MetresPerSecondDoesNotPassAHangingSheet) {
    Scene scene;
    scene.solids = {make_solid(moved_by(make_sphere({0.1, 8}), {0, 0, -0.5}), "ball")};
    scene.solids[0].motion.parts.push_back(straight_motion(0, 0.05, {0, 0, 1}));
    ClothSource source;
    source.mesh = make_grid({.size = {1, 0.8}, .cells = {20, 16}});
    source.fabric = named_fabric("cotton");
    Model model = ModelBuilder().add(source).build();
    Pin pin;
    for (const char* corner : {"top-left", "top-right"}) {
        pin.particles.push_back(model.cloths[0].groups.at(corner)[0]);
    }
    scene.pins = {pin};
    SimulationSettings settings;
    settings.frame_rate = 120;
    Simulation simulation(std::move(model), scene, settings);
    for (int i = 0; i < 12; ++i) {
        simulation.advance_frame();
        EXPECT_EQ(crossings(simulation, 0), 0u) << "frame " << i + 1;
    }
    EXPECT_GT(center_of_mass(simulation).z(), 0.1) << "it is carried along";
}

TEST(Contact, ADrapedSheetComesToRest) {
    Scene scene;
    scene.solids = {make_solid(moved_by(make_cylinder({0.15, 0.4, 24, 6}), {0, -0.2, 0}), "cylinder")};
    SimulationSettings settings;
    settings.threads = 1;
    Simulation simulation(level_sheet(0.4, 10, 0.004, "denim"), scene, settings);
    advance_to(simulation, 5);
    for (int i = 0; i < 5; ++i) {
        simulation.advance_frame();
        EXPECT_LT(simulation.frame_stats().rms_speed, 1e-3);
        EXPECT_LT(simulation.frame_stats().max_speed, 1e-2);
        EXPECT_EQ(crossings(simulation, 0), 0u);
    }
}

TEST(Contact, PinsFollowASolidThatTheClothTouches) {
    Scene scene;
    scene.solids = {make_solid(make_sphere({0.15, 8}), "ball")};
    scene.solids[0].motion.parts.push_back({SineTranslation{{0.1, 0.02, 0}, 0.8, 0}, 0, kForever});
    Model model = level_sheet(0.4, 12, 0.152);
    const int middle = 6 * 13 + 6;
    Pin pin;
    pin.particles = {middle};
    pin.solid = 0;
    scene.pins = {pin};
    Simulation simulation(std::move(model), scene);
    const Vec3 start = simulation.model().positions[static_cast<std::size_t>(middle)];
    for (int i = 0; i < 15; ++i) {
        simulation.advance_frame();
        const Vec3 target = scene.solids[0].motion.at(simulation.state().time).carry(start).position;
        EXPECT_LE((simulation.state().position[static_cast<std::size_t>(middle)] - target).norm(), 1e-12);
        EXPECT_EQ(crossings(simulation, 0), 0u);
    }
    EXPECT_GT(simulation.frame_stats().contacts, 2);
}

TEST(Contact, APinchThatNoStepCanEscapeEndsWithNames) {
    Scene scene;
    scene.solids = {make_solid(moved_by(make_box({1, 0.1, 1}), {0, 0.1, 0}), "upper jaw"),
                    make_solid(moved_by(make_box({1, 0.1, 1}), {0, -0.1, 0}), "lower jaw")};
    scene.solids[0].motion.parts.push_back(straight_motion(0, 0.5, {0, -0.06, 0}));
    scene.solids[1].motion.parts.push_back(straight_motion(0, 0.5, {0, 0.06, 0}));
    Model model = level_sheet(0.2, 4, 0);
    Pin pin;
    for (const char* side : {"left", "right"}) {
        const std::vector<int>& particles = model.cloths[0].groups.at(side);
        pin.particles.insert(pin.particles.end(), particles.begin(), particles.end());
    }
    scene.pins = {pin};
    Simulation simulation(std::move(model), scene);
    try {
        advance_to(simulation, 0.5);
        FAIL() << "the jaws went through the cloth";
    } catch (const Error& error) {
        const std::string message = error.what();
        EXPECT_EQ(error.kind(), ErrorKind::cannot_go_on);
        EXPECT_NE(message.find("particle "), std::string::npos) << message;
        EXPECT_NE(message.find("of \"sheet\" would pass through solid \""), std::string::npos) << message;
        EXPECT_NE(message.find(" jaw\""), std::string::npos) << message;
    }
    for (std::size_t solid : {0u, 1u}) EXPECT_EQ(crossings(simulation, solid), 0u) << "the last good state is kept";
}

TEST(Contact, ClothThatStartsInsideABallComesOut) {
    Scene scene;
    scene.gravity.setZero();
    const Vec3 center(0.007, 0.003, -0.005);
    scene.solids = {make_solid(moved_by(make_sphere({0.1, 6}), center), "ball")};
    Simulation simulation(level_sheet(0.3, 10, 0.03), scene);
    EXPECT_GT(simulation.frame_stats().inside, 20);
    int before = simulation.frame_stats().inside;
    for (int i = 0; i < 40; ++i) {
        simulation.advance_frame();
        EXPECT_LE(simulation.frame_stats().inside, before) << "nobody goes in";
        before = simulation.frame_stats().inside;
    }
    EXPECT_EQ(before, 0);
    for (const Vec3& x : simulation.state().position) EXPECT_GT((x - center).norm(), 0.098);
}

TEST(Contact, ASolidThatGoesAwayDoesNotPullClothAlong) {
    const Surface tip = moved_by(make_cone({0.05, 0.2, 8}), {0.003, -0.2, 0.002});
    const Surface flat = moved_by(make_box({1, 0.1, 1}), {0, -0.05, 0});
    for (const Surface& surface : {tip, flat}) {
        Scene scene;
        scene.air_density = 0;
        scene.gravity.setZero();
        scene.solids = {make_solid(surface)};
        scene.solids[0].motion.parts.push_back(straight_motion(0.1, 1.1, {0, -2, 0}));
        // It touches in the middle, pressed on by nothing.
        Simulation simulation(level_sheet(0.2, 5, 0.0009), scene);
        advance_to(simulation, 0.4);
        EXPECT_GT(center_of_mass(simulation).y(), -0.001);
        EXPECT_LT(center_of_mass(simulation).y(), 0.02);
    }
}

TEST(Contact, TwoSidedSurfacesHoldClothOnTheSideWhereItIs) {
    for (const Real height : {0.05, -0.05}) {
        Scene scene;
        scene.gravity = {0, height > 0 ? -9.81 : 9.81, 0};
        scene.solids = {make_floor()};
        scene.solids[0].is_two_sided = true;
        Simulation simulation(level_sheet(0.4, 6, height), scene);
        advance_to(simulation, 0.6);
        for (const Vec3& x : simulation.state().position) EXPECT_NEAR(x.y(), std::copysign(0.002, height), 1e-4);
    }
}

}  // namespace
}  // namespace pleat::test
