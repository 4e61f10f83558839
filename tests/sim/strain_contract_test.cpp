// The stretch contract: no thread is ever longer than the scene allows, whatever the step, the grid and the integrator.
#include <gtest/gtest.h>

#include <pleat/core/error.hpp>
#include <pleat/model/thread_spans.hpp>
#include <pleat/sim/simulation.hpp>

#include "tests/support/sample_cloth.hpp"

namespace pleat::test {
namespace {

constexpr Real kLongest = 0.01;

// A sheet that is held by two corners and swings down.
struct Hanging {
    explicit Hanging(int cells, Real max_step) {
        model = one_cloth(make_grid({{1, 1}, {cells, cells}, Facing::level}), named_fabric("cotton"));
        for (const char* corner : {"top-left", "top-right"}) {
            Pin pin;
            pin.particles = model.cloths[0].groups.at(corner);
            scene.pins.push_back(pin);
        }
        settings.method.preset = "impulses";
        settings.method.strain_max = kLongest;
        settings.steps.max_step = max_step;
        settings.threads = 1;
    }

    Simulation simulation() const { return {model, scene, settings}; }

    Model model;
    Scene scene;
    SimulationSettings settings;
};

void expect_kept(const Hanging& hanging, int frames) {
    Simulation simulation = hanging.simulation();
    Real longest = 0;
    for (int frame = 0; frame < frames; ++frame) {
        ASSERT_TRUE(simulation.advance_frame());
        longest = std::max(longest, longest_thread(simulation.model(), simulation.state().position).value);
    }
    EXPECT_LE(longest, kLongest);
    EXPECT_GT(longest, 0.8 * kLongest) << "the limit was reached";
}

TEST(StrainContract, IsKeptAtAnyStepAndResolution) {
    for (const int cells : {10, 20}) {
        for (const Real step : {1.0 / 60, 1.0 / 240, 1.0 / 1000}) {
            SCOPED_TRACE(std::to_string(cells) + " cells, " + std::to_string(step) + " s");
            expect_kept(Hanging(cells, step), 20);
        }
    }
}

TEST(StrainContract, IsKeptByEveryIntegrator) {
    for (const TimeIntegrator integrator :
         {TimeIntegrator::backward_euler, TimeIntegrator::generalized_alpha, TimeIntegrator::bdf2,
          TimeIntegrator::midpoint, TimeIntegrator::symplectic_euler}) {
        SCOPED_TRACE(kTimeIntegratorNames[static_cast<std::size_t>(integrator)]);
        Hanging hanging(12, integrator == TimeIntegrator::symplectic_euler ? 1e-3 : 1.0 / 240);
        hanging.settings.method.integrator = integrator;
        expect_kept(hanging, 20);
    }
}

TEST(StrainContract, IsKeptWithTheForcesOfLargeSteps) {
    Hanging hanging(12, 1.0 / 240);
    hanging.settings.method.preset = "large-steps";
    hanging.settings.method.corrections.lengths = LengthCorrection::impulses;
    hanging.settings.method.strain_max = 0.002;
    Simulation simulation = hanging.simulation();
    for (int frame = 0; frame < 15; ++frame) {
        ASSERT_TRUE(simulation.advance_frame());
        EXPECT_LE(longest_thread(simulation.model(), simulation.state().position).value, 0.002);
    }
}

TEST(StrainContract, EndsASimulationThatCannotKeepIt) {
    Hanging hanging(6, 1.0 / 60);
    // Pins that draw apart take every thread between them along.
    KeyframedTranslation apart;
    apart.offsets.times = {0, 1};
    apart.offsets.values = {Vec3::Zero(), Vec3(0.5, 0, 0)};
    hanging.scene.pins[1].motion.parts.push_back({apart});
    Simulation simulation = hanging.simulation();
    try {
        for (int frame = 0; frame < 30; ++frame) simulation.advance_frame();
        FAIL() << "nothing was said";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::cannot_go_on);
        EXPECT_NE(std::string(error.what()).find("% longer than at rest, and strain.max allows 1 %"), std::string::npos)
            << error.what();
    }
    EXPECT_LE(longest_thread(simulation.model(), simulation.state().position).value, kLongest);
}

TEST(StrainContract, RefusesAStartThatBreaksIt) {
    Hanging hanging(4, 1.0 / 60);
    for (Vec3& x : hanging.model.positions) x.x() *= 1.05;
    try {
        hanging.simulation();
        FAIL() << "nothing was said";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::bad_input);
        EXPECT_EQ(std::string(error.what()).substr(0, 38), "at the start the edge from particle 0 ");
    }
}

TEST(StrainContract, GivesOneResultForAnyNumberOfThreads) {
    std::uint64_t hash = 0;
    for (const int threads : {1, 2, 4}) {
        Hanging hanging(20, 1.0 / 60);
        hanging.settings.threads = threads;
        Simulation simulation = hanging.simulation();
        for (int frame = 0; frame < 12; ++frame) simulation.advance_frame();
        if (threads == 1) hash = simulation.state().hash();
        EXPECT_EQ(simulation.state().hash(), hash);
    }
}

}  // namespace
}  // namespace pleat::test
