// Particles that the pointer holds, exactly and by springs, with every method.
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include <pleat/core/error.hpp>
#include <pleat/core/index.hpp>
#include <pleat/forces/pointer_pull.hpp>
#include <pleat/sim/checkpoint.hpp>
#include <pleat/sim/simulation.hpp>

#include "tests/support/check_force.hpp"
#include "tests/support/every_method.hpp"
#include "tests/support/small_scenes.hpp"

namespace pleat::test {
namespace {

class Pointer : public EveryMethod {
protected:
    // A soft sheet of 0.5 m by 0.5 m that nothing holds.
    static Simulation sheet(const Scene& scene, const MethodSettings& method = Pointer::method(), Real settle = 0) {
        SimulationSettings settings;
        settings.method = method;
        settings.settle = settle;
        settings.steps.max_step = 1.0 / 120;
        return {small_sheet(), scene, settings};
    }

    static Scene empty_space() {
        Scene scene;
        scene.gravity = Vec3::Zero();
        scene.air_density = 0;
        return scene;
    }

    static std::vector<int> everybody(const Simulation& simulation) {
        std::vector<int> all(simulation.state().position.size());
        std::iota(all.begin(), all.end(), 0);
        return all;
    }

    // Where each grip is to be at the end of a frame.
    static void move_all(Simulation& simulation, const Vec3& way) {
        const Real now = simulation.state().time;
        for (PointerGrip& grip : simulation.scene().pointer) {
            const Vec3 wobble(0.01 * std::sin(37 * now), 0.01 * std::cos(23 * now + grip.particle), 0);
            grip.move(grip.to + way + wobble, now, now + 1 / simulation.settings().frame_rate);
        }
    }
};
PLEAT_FOR_EVERY_METHOD(Pointer);

TEST_P(Pointer, HasWhatItHoldsWhereItWantsItAfterEveryStepToTheBit) {
    Simulation simulation = sheet({});
    for (const int particle : {0, 4, 7, 24}) {
        simulation.scene().pointer.push_back(take_hold(simulation.state(), particle));
    }
    for (int frame = 1; frame <= 20; ++frame) {
        move_all(simulation, {0.005, 0.01, 0});
        while (simulation.state().time < frame / 30.0 - 1e-9) {
            simulation.advance_step(frame / 30.0 - simulation.state().time);
            for (const PointerGrip& grip : simulation.scene().pointer) {
                const Vec3 place = simulation.state().position[at(grip.particle)];
                ASSERT_EQ(place, grip.at(simulation.state().time).position) << frame;
            }
        }
        for (const PointerGrip& grip : simulation.scene().pointer) {
            EXPECT_EQ(simulation.state().position[at(grip.particle)], grip.to);
        }
    }
}

TEST_P(Pointer, ThrowsWhatItLetsGo) {
    MethodSettings undamped = method();
    undamped.corrections.damping = 0;
    Simulation simulation = sheet(empty_space(), undamped);
    for (const int particle : everybody(simulation)) {
        simulation.scene().pointer.push_back(take_hold(simulation.state(), particle));
    }
    const Vec3 way(0.02, 0.03, -0.01);
    for (int frame = 0; frame < 3; ++frame) {
        const Real now = simulation.state().time;
        for (PointerGrip& grip : simulation.scene().pointer) grip.move(grip.to + way, now, now + 1.0 / 30);
        simulation.advance_frame();
    }
    simulation.scene().pointer.clear();
    for (int frame = 0; frame < 10; ++frame) simulation.advance_frame();
    for (const int particle : everybody(simulation)) {
        const Vec3 went = simulation.state().position[at(particle)] - simulation.model().positions[at(particle)];
        EXPECT_LT((went - 13 * way).norm(), 1e-9);
        EXPECT_LT((simulation.state().velocity[at(particle)] - 30 * way).norm(), 1e-9);
    }
}

TEST_P(Pointer, PullsWithItsStiffnessTimesTheDistanceAtRest) {
    if (GetParam() == std::string("midpoint")) GTEST_SKIP() << "damps nothing: does not come to rest";
    Scene scene;
    const PointerSpring spring{3, 0.02};
    State start;
    start.position = small_sheet().positions;
    for (const int particle : {20, 22, 24}) scene.pointer.push_back(take_hold(start, particle, spring));
    const Simulation rest = [&] {
        Simulation simulation = sheet(scene, method(), 4);
        simulation.advance_frame();
        return simulation;
    }();
    Vec3 pull = Vec3::Zero();
    for (const PointerGrip& grip : scene.pointer) pull += 3 * (grip.to - rest.state().position[at(grip.particle)]);
    const auto& masses = rest.model().masses;
    const Vec3 weight = std::accumulate(masses.begin(), masses.end(), Real(0)) * scene.gravity;
    EXPECT_LT((pull + weight).norm(), 0.02 * weight.norm()) << pull.transpose();
}

TEST_P(Pointer, GoesOnFromACheckpointInTheMiddleOfADragToTheBit) {
    const PointerSpring spring{2, 0.01};
    const auto grab = [&](Simulation& simulation) {
        simulation.scene().pointer = {take_hold(simulation.state(), 0), take_hold(simulation.state(), 20),
                                      take_hold(simulation.state(), 12, spring)};
    };
    const auto go_on = [&](Simulation& simulation) {
        move_all(simulation, {0, 0.01, 0.01});
        simulation.advance_frame();
        simulation.scene().pointer.erase(simulation.scene().pointer.begin());
        for (int frame = 0; frame < 3; ++frame) simulation.advance_frame();
        return simulation.state().hash();
    };
    Simulation first = sheet({});
    grab(first);
    for (int frame = 0; frame < 3; ++frame) {
        move_all(first, {0.01, 0.01, 0});
        first.advance_frame();
    }
    const Checkpoint saved =
        parse_checkpoint(format_checkpoint({7, first.snapshot(), {first.frame_stats()}}), "state.pleat", 7);
    EXPECT_EQ(saved.snapshot.state.gripped, (std::vector<int>{0, 20}));
    Simulation second = sheet(first.scene());
    second.restore(saved.snapshot);
    EXPECT_EQ(go_on(second), go_on(first));
}

TEST_P(Pointer, MovesWhatPinsHoldAlongTheDirectionsTheyLeaveFree) {
    Scene scene;
    Pin rail;
    rail.particles = {20, 24};
    rail.hold = HoldDirections{{Vec3::UnitY(), Vec3::UnitZ()}};
    scene.pins = {rail};
    Simulation simulation = sheet(scene);
    const Vec3 start = simulation.state().position[20];
    simulation.scene().pointer = {take_hold(simulation.state(), 20)};
    for (int frame = 0; frame < 6; ++frame) {
        const Real now = simulation.state().time;
        simulation.scene().pointer[0].move(start + (frame + 1) * Vec3(0.01, 0.02, 0.03), now, now + 1.0 / 30);
        simulation.advance_frame();
    }
    EXPECT_LT((simulation.state().position[20] - start - Vec3(0.06, 0, 0)).norm(), 1e-9);
}

// An exact drag, and one by springs. What is left to the integrator falls with the size of steps.
TEST_P(Pointer, DoesTheWorkThatTheLedgerNeeds) {
    for (const bool has_spring : {false, true}) {
        constexpr Real kStep = 5e-4, kDuration = 0.2;
        SimulationSettings settings = exact_steps(kStep, method());
        settings.method.cloth_contact = false;
        settings.method.corrections.substep = kStep;
        Simulation simulation(small_sheet(), {}, settings);
        for (const int particle : {20, 21, 24}) {
            PointerGrip grip = take_hold(simulation.state(), particle);
            if (has_spring) grip.spring = PointerSpring{20, 0.05};
            grip.move(grip.to + Vec3(0, 0.06, 0.02), 0, kDuration);
            simulation.scene().pointer.push_back(grip);
        }
        for (int i = 0; i < std::lround(kDuration / kStep); ++i) simulation.advance_step(kStep);
        const EnergyLedger ledger = simulation.ledger();
        EXPECT_GT(ledger.flows.pins, 0.02);
        // Recoil, which is on its way from one substep to the next, is in no account.
        const Real allowed = GetParam() == std::string("directional") ? 0.08 : 0.015;
        EXPECT_LT(std::abs(ledger.remainder()), allowed * ledger.flows.pins) << (has_spring ? "spring" : "exact");
    }
}

TEST_P(Pointer, RefusesToHoldWhatThereIsNot) {
    Simulation simulation = sheet({});
    const auto refuses = [&](const PointerGrip& grip) {
        simulation.scene().pointer = {grip};
        try {
            simulation.advance_frame();
        } catch (const Error& error) {
            return error.kind() == ErrorKind::bad_input;
        }
        return false;
    };
    const PointerGrip good = take_hold(simulation.state(), 3);
    const auto with = [&](auto&& change) {
        PointerGrip grip = good;
        change(grip);
        return grip;
    };
    EXPECT_FALSE(refuses(good));
    EXPECT_TRUE(refuses(with([](PointerGrip& g) { g.particle = 25; })));
    EXPECT_TRUE(refuses(with([](PointerGrip& g) { g.particle = -1; })));
    EXPECT_TRUE(refuses(with([](PointerGrip& g) { g.to.x() = std::nan(""); })));
    EXPECT_TRUE(refuses(with([](PointerGrip& g) { g.begin = g.end + 1; })));
    EXPECT_TRUE(refuses(with([](PointerGrip& g) { g.spring = PointerSpring{-1, 0}; })));
    EXPECT_TRUE(refuses(with([](PointerGrip& g) { g.spring = PointerSpring{1, kForever}; })));
}

TEST(PointerGrip, MovesOnAStraightWayAndStaysAtItsEnd) {
    PointerGrip grip;
    grip.from = grip.to = {1, 2, 3};
    grip.move({2, 2, 1}, 0.5, 1);
    EXPECT_EQ(grip.at(0.4).position, Vec3(1, 2, 3));
    EXPECT_EQ(grip.at(0.75).position, Vec3(1.5, 2, 2));
    EXPECT_EQ(grip.at(0.75).velocity, Vec3(2, 0, -4));
    EXPECT_EQ(grip.at(1).position, Vec3(2, 2, 1));
    EXPECT_EQ(grip.at(1.1).position, Vec3(2, 2, 1));
    EXPECT_EQ(grip.at(1.1).velocity, Vec3::Zero());
    grip.move({0, 0, 0}, 0.75, 2);
    EXPECT_EQ(grip.at(0.75).position, Vec3(1.5, 2, 2)) << "turned round on its way, it goes on from where it is";
}

TEST(PointerPull, HasTheMatrixOfItsDerivativesAndTheirPower) {
    const Model model = small_sheet();
    std::mt19937 random(1);
    const auto x = shaken_positions(model, random, 0.1), v = random_vectors(random, x.size(), 1),
               d = random_vectors(random, x.size(), 1);
    Scene scene;
    for (const int particle : {3, 17, 3}) {
        PointerGrip grip;
        grip.particle = particle;
        grip.spring = PointerSpring{70.0 + particle, 0.3};
        grip.from = random_vector(random, 1);
        grip.end = 1;
        scene.pointer.push_back(grip);
    }
    const ForceProbe probe(model, scene, std::make_unique<PointerPull>());
    const DenseForce dense = probe.derivatives(x, v, Jacobian::exact, d);
    const auto by_position = derivative([&](Real t) { return probe.force(moved(x, d, t), v); }, 1e-2);
    const auto by_velocity = derivative([&](Real t) { return probe.force(x, moved(v, d, t)); }, 1e-2);
    EXPECT_LT((by_position - dense.by_position * flatten(d)).norm(), 1e-10 * by_position.norm());
    EXPECT_LT((by_velocity - dense.by_velocity * flatten(d)).norm(), 1e-10 * by_velocity.norm());
    EXPECT_LT((dense.along - dense.by_position * flatten(d)).norm(), 1e-12 * dense.along.norm());
    EXPECT_GT(by_position.norm(), 1);
    EnergyFlows power;
    PointerPull().add_power({model, scene, 0, x, v}, power);
    EXPECT_NEAR(power.pins, flatten(v).dot(probe.force(x, v)), 1e-10 * std::abs(power.pins));
}

}  // namespace
}  // namespace pleat::test
