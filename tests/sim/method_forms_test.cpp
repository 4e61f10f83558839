// Closed forms that hold for every method. Free fall and the weight on pins are in simulation_test.cpp.
#include <cmath>

#include <gtest/gtest.h>

#include <pleat/core/index.hpp>
#include <pleat/shapes/make_surface.hpp>

#include "tests/support/every_method.hpp"
#include "tests/support/solids.hpp"
#include "validation/setup.hpp"

namespace pleat::test {
namespace {

using namespace validation;

class AnyMethod : public EveryMethod {};
PLEAT_FOR_EVERY_METHOD(AnyMethod);

// [m] How deep a chain of this length hangs between supports this far apart: length = 2 a sinh(span / (2 a)).
Real sag_of_catenary(Real length, Real span) {
    Real low = 1e-3, high = 1e3;
    for (int i = 0; i < 200; ++i) {
        const Real a = std::sqrt(low * high);
        (2 * a * std::sinh(span / (2 * a)) > length ? low : high) = a;
    }
    return low * (std::cosh(span / (2 * low)) - 1);
}

TEST(SagOfCatenary, AgreesWithKnownValues) {
    EXPECT_NEAR(sag_of_catenary(1, 0.8), 0.26544, 1e-5);
    EXPECT_NEAR(sag_of_catenary(1, 0.5), 0.39819, 1e-5);
}

// A strip of length 1 hangs between supports 0.8 apart. However much its method lets it stretch: it hangs as deep as a
// chain of the length that it has then, and that length is within limits.
TEST_P(AnyMethod, AStripHangsAsACatenary) {
    if (GetParam() == std::string("midpoint")) GTEST_SKIP() << "damps nothing: stiff cloth does not come to rest";
    constexpr int kCells = 20;
    constexpr Real kSpan = 0.8;
    TriangleMesh mesh = make_grid({.size = {1, 2.0 / kCells}, .cells = {kCells, 2}, .facing = Facing::level});
    // As an arc of a circle to begin with: sin(a) / a is the span for half its angle a.
    Real half = 1;
    for (int i = 0; i < 100; ++i) half -= (std::sin(half) - kSpan * half) / (std::cos(half) - kSpan);
    for (Vec3& x : mesh.positions) {
        const Real turn = 2 * half * x.x(), radius = 1 / (2 * half);
        x = Vec3(radius * std::sin(turn), radius * (std::cos(half) - std::cos(turn)), x.z());
    }
    Fabric fabric = bare_fabric(1e5);
    fabric.strain_min = -0.01;
    fabric.strain_max = 0.01;
    Model model = one_cloth(mesh, fabric);
    Scene scene = still_air();
    const auto group = [&](const char* name) { return model.cloths[0].groups.at(name); };
    scene.pins = {hold(group("left")), hold(group("right"))};
    const std::vector<int> along = group("bottom");
    SimulationSettings settings = settling(6);
    settings.method = method();
    settings.method.corrections.damping = 10;
    Simulation simulation(std::move(model), scene, settings);
    simulation.advance_frame();

    std::vector<Vec3> side;
    for (const int particle : along) side.push_back(simulation.state().position[at(particle)]);
    std::sort(side.begin(), side.end(), [](const Vec3& a, const Vec3& b) { return a.x() < b.x(); });
    Real length = 0, lowest = 0;
    for (std::size_t i = 0; i < side.size(); ++i) {
        lowest = std::min(lowest, side[i].y());
        if (i > 0) length += (side[i] - side[i - 1]).norm();
    }
    EXPECT_NEAR(length, 1, 0.05);
    // An ordered pass from both ends leaves what is missing to the edge in the middle.
    EXPECT_NEAR(-lowest, sag_of_catenary(length, kSpan), (is_implicit(settings.method) ? 0.01 : 0.03) * kSpan);
}

// Whatever holds it, and wherever corrections begin, motion stays what gravity makes of it.
TEST_P(AnyMethod, ASheetThatFallsOnABallIsNotThrownAbout) {
    TriangleMesh mesh = make_grid({.size = {1, 1}, .cells = {20, 20}, .facing = Facing::level});
    for (Vec3& x : mesh.positions) x.y() += 0.35;
    Model model = one_cloth(mesh, named_fabric("cotton-twill"));
    Scene scene;
    scene.solids = {make_solid(make_sphere({0.3}))};
    SimulationSettings settings;
    settings.method = method();
    Simulation simulation(std::move(model), scene, settings);
    for (int frame = 0; frame < 20; ++frame) {
        simulation.advance_frame();
        ASSERT_LT(simulation.frame_stats().max_speed, 12) << frame;
    }
    EXPECT_LT(simulation.frame_stats().warp.mean_stretch, 0.15);
    EXPECT_EQ(simulation.frame_stats().crossings, 0);
}

}  // namespace
}  // namespace pleat::test
