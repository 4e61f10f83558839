#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include <pleat/core/error.hpp>
#include <pleat/core/hash.hpp>
#include <pleat/sim/checkpoint.hpp>
#include <pleat/sim/simulation.hpp>

#include "tests/support/count_allocations.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/every_integrator.hpp"
#include "tests/support/every_method.hpp"
#include "tests/support/sample_cloth.hpp"

namespace pleat::test {
namespace {

Pin hold(std::vector<int> particles) {
    Pin pin;
    pin.name = "pin";
    pin.particles = std::move(particles);
    return pin;
}

// A sheet in gusting wind, held by a moving corner and a sliding one.
Simulation lively(int threads, int cells = 24, const MethodSettings& method = {}) {
    ClothSource source;
    source.mesh = make_grid({.size = {1, 0.8}, .cells = {cells, cells}});
    source.fabric = named_fabric("wool-tropical");
    Model model = ModelBuilder().add(source).build();
    Scene scene;
    scene.wind.velocity = {3, 0, 2};
    scene.wind.gust = 0.5;
    scene.pins = {hold(model.cloths[0].groups.at("top-left")), hold(model.cloths[0].groups.at("top-right"))};
    scene.pins[0].motion.parts.push_back({SineTranslation{{0.2, 0.1, 0}, 0.5, 0}, 0, kForever});
    scene.pins[1].hold = HoldOnTrack{CurveTrack{{{0.5, 0.4, 0}, {0.2, 0.45, 0.3}, {-0.3, 0.4, 0.5}}, false}};
    SimulationSettings settings;
    settings.threads = threads;
    settings.method = method;
    settings.steps.max_step = 1.0 / 120;
    return {std::move(model), scene, settings};
}

class AnySimulation : public EveryMethod {};
PLEAT_FOR_EVERY_METHOD(AnySimulation);

class AnySolvedSimulation : public EveryIntegrator {};
PLEAT_FOR_EVERY_INTEGRATOR(AnySolvedSimulation);

TEST_P(AnySimulation, GivesOneHashForAnyNumberOfThreads) {
    std::vector<std::uint64_t> hashes;
    for (const int threads : {1, 2, 4}) {
        Simulation simulation = lively(threads, 24, method());
        for (int i = 0; i < effort(10, 4); ++i) simulation.advance_frame();
        hashes.push_back(simulation.frame_stats().hash);
    }
    EXPECT_EQ(hashes[0], hashes[1]);
    EXPECT_EQ(hashes[0], hashes[2]);
}

TEST(Simulation, WithGeneralizedAlphaCostsAsMuchAsWithBackwardEuler) {
    // Contact makes it forget accelerations, which costs a solve.
    MethodSettings backward_euler, generalized_alpha;
    backward_euler.cloth_contact = generalized_alpha.cloth_contact = false;
    generalized_alpha.preset = "generalized-alpha";
    Simulation first = lively(1, 24, backward_euler);
    Simulation second = lively(1, 24, generalized_alpha);
    // Work for a step that is tried, whether it is accepted or not.
    struct Work {
        Real iterations = 0, evaluations = 0;
    };
    const auto work = [](Simulation& simulation) {
        Work sum;
        Real tried = 0;
        for (int i = 0; i < 15; ++i) {
            simulation.advance_frame();
            const FrameStats& stats = simulation.frame_stats();
            tried += stats.steps + stats.rejections;
            sum.iterations += static_cast<Real>(stats.cg_iterations);
            sum.evaluations += static_cast<Real>(stats.evaluations);
        }
        return Work{sum.iterations / tried, sum.evaluations / tried};
    };
    const Work a = work(first), b = work(second);
    EXPECT_LE(b.iterations, 1.1 * a.iterations);
    EXPECT_LE(b.evaluations, 1.1 * a.evaluations);
}

TEST(Simulation, GoesOnWithAnotherIntegrator) {
    const auto with = [](TimeIntegrator integrator) {
        MethodSettings method;
        method.integrator = integrator;
        return lively(1, 8, method);
    };
    const TimeIntegrator all[] = {TimeIntegrator::backward_euler, TimeIntegrator::generalized_alpha,
                                  TimeIntegrator::bdf2, TimeIntegrator::midpoint};
    for (const TimeIntegrator before : all) {
        Simulation first = with(before);
        for (int i = 0; i < 4; ++i) first.advance_frame();
        for (const TimeIntegrator after : all) {
            Simulation second = with(after);
            second.restore(first.snapshot());
            second.advance_frame();
            EXPECT_LT(second.frame_stats().max_speed, 2 * first.frame_stats().max_speed + 1);
        }
    }
}

// The start of a method that was switched to is the same as if its scene began there.
TEST(Simulation, TakesOverWhereAnotherOneIsByAnyMethod) {
    for (const MethodPreset& preset : method_presets()) {
        Simulation from = lively(1, 6);
        for (int i = 0; i < 5; ++i) from.advance_frame();
        MethodSettings method;
        method.preset = preset.name;
        Simulation to = lively(1, 6, method);
        to.take_over(from.state());
        EXPECT_EQ(to.state().time, from.state().time);
        EXPECT_EQ(to.state().frame, from.state().frame);
        EXPECT_EQ(to.state().position, from.state().position);
        EXPECT_EQ(to.state().velocity, from.state().velocity);
        EXPECT_EQ(to.energies().kinetic, from.energies().kinetic);
        to.advance_frame();
        // Held where it was when the pins took hold, not where it was taken over.
        EXPECT_LT(to.frame_stats().max_constraint_error, 1e-5) << preset.name;
        EXPECT_EQ(to.state().frame, from.state().frame + 1);
        EXPECT_LT(std::abs(to.ledger().after.total() - from.energies().total()), 0.5) << preset.name;
    }
}

TEST(Simulation, TakesOverNothingThatDoesNotFit) {
    Simulation small = lively(1, 4), large = lively(1, 5);
    const std::uint64_t before = small.state().hash();
    EXPECT_THROW(small.take_over(large.state()), Error);
    State unpinned = small.state();
    unpinned.pin_grips.pop_back();
    EXPECT_THROW(small.take_over(unpinned), Error);
    EXPECT_EQ(small.state().hash(), before);
}

TEST(Simulation, TellsOfAFrameBeforeItIsFinished) {
    MethodSettings method;
    Simulation simulation = lively(1, 6, method);
    simulation.advance_frame();
    EXPECT_FALSE(simulation.advance_frame([] { return true; }));
    const FrameStats so_far = simulation.frame_so_far();
    EXPECT_EQ(so_far.steps, 1);
    EXPECT_EQ(so_far.time, simulation.state().time);
    EXPECT_EQ(so_far.hash, simulation.state().hash());
    EXPECT_EQ(so_far.energy.total(), simulation.energies().total());
}

TEST(Simulation, TwoInOneProcessDoNotDisturbEachOther) {
    Simulation alone = lively(2, 10);
    for (int i = 0; i < 6; ++i) alone.advance_frame();
    Simulation a = lively(2, 10);
    Simulation b = lively(1, 10);
    for (int i = 0; i < 6; ++i) {
        a.advance_frame();
        b.advance_frame();
    }
    EXPECT_EQ(a.frame_stats().hash, alone.frame_stats().hash);
    EXPECT_EQ(b.frame_stats().hash, alone.frame_stats().hash);
}

TEST_P(AnySimulation, GoesOnFromASnapshotInTheMiddleOfAFrameToTheBit) {
    Simulation whole = lively(1, 12, method());
    for (int i = 0; i < 8; ++i) whole.advance_frame();

    Simulation first = lively(1, 12, method());
    int steps = 0;
    while (first.advance_frame([&] { return ++steps == 11; })) {
    }
    ASSERT_GT(first.snapshot().frame_so_far.steps, 0) << "stopped inside a frame";
    Checkpoint saved{42, first.snapshot(), {}};
    const std::string bytes = format_checkpoint(saved);
    Simulation second = lively(2, 12, method());
    second.restore(parse_checkpoint(bytes, "state", 42).snapshot);
    while (second.state().frame < 8) second.advance_frame();
    EXPECT_EQ(second.frame_stats().hash, whole.frame_stats().hash);
    EXPECT_EQ(second.frame_stats().cg_iterations, whole.frame_stats().cg_iterations);
    EXPECT_EQ(second.frame_stats().flows.pins, whole.frame_stats().flows.pins);
    EXPECT_EQ(second.frame_stats().remainder, whole.frame_stats().remainder);
}

TEST_P(AnySimulation, AllocatesNothingInAStepAfterTheFirst) {
    Simulation simulation = lively(1, 12, method());
    const Real short_enough = 1.0 / 480;  // the reason why a step is rejected is a text
    for (int i = 0; i < 3; ++i) simulation.advance_step(short_enough);
    const long before = allocation_count();
    for (int i = 0; i < 10; ++i) simulation.advance_step(short_enough);
    EXPECT_EQ(allocation_count() - before, 0);
}

TEST_P(AnySimulation, HoldsPinsToRounding) {
    MethodSettings settings = method();
    settings.cloth_contact = false;  // a fold that hits another jerks at the pins
    Simulation simulation = lively(1, 12, settings);
    Real error = 0;
    for (int i = 0; i < 20; ++i) {
        simulation.advance_frame();
        const Vec3& x = simulation.state().position[static_cast<std::size_t>(simulation.scene().pins[0].particles[0])];
        const Vec3 start =
            simulation.model().positions[static_cast<std::size_t>(simulation.scene().pins[0].particles[0])];
        const Vec3 target = simulation.scene().pins[0].motion.at(simulation.state().time).carry(start).position;
        error = std::max(error, (x - target).norm());
    }
    EXPECT_LE(error, 1e-13);
    EXPECT_LE(simulation.frame_stats().max_constraint_error, 1e-3) << "a curved track is left by second order only";
}

TEST_P(AnySimulation, ConstraintForcesCarryTheWeight) {
    ClothSource source;
    source.mesh = make_grid({.size = {0.5, 1}, .cells = {5, 10}});
    source.fabric = sample_fabric();
    Model model = ModelBuilder().add(source).build();
    const Real weight = 9.81 * std::accumulate(model.masses.begin(), model.masses.end(), 0.0);
    Scene scene;
    scene.air_density = 0;
    scene.pins = {hold(model.cloths[0].groups.at("top"))};
    SimulationSettings settings;
    settings.method = method();
    settings.method.tolerance = 1e-10;
    // Corrections are at rest only when they move cloth as far as it fell: not if it is stopped.
    const bool is_solved = is_implicit(settings.method);
    settings.settle = is_solved ? 8 : 0;
    Simulation simulation(std::move(model), scene, settings);
    for (int i = 0; i < (is_solved ? 3 : 240); ++i) simulation.advance_frame();
    Vec3 sum = Vec3::Zero();
    for (const ConstraintForce& f : simulation.constraint_forces()) sum += f.force;
    EXPECT_LE((sum - Vec3(0, weight, 0)).norm(), 1e-3 * weight);
}

TEST_P(AnySimulation, SettlesBeforeFrameZeroAndStartsAtRest) {
    ClothSource source;
    source.mesh = make_grid({.size = {0.5, 0.5}, .cells = {8, 8}, .facing = Facing::level});
    source.fabric = named_fabric("denim");
    Model model = ModelBuilder().add(source).build();
    Scene scene;
    scene.pins = {hold(model.cloths[0].groups.at("left"))};
    scene.pins[0].motion.parts.push_back({SineTranslation{{0, 0, 1}, 1, 0.5}, 0, kForever});
    SimulationSettings settings;
    settings.method = method();
    settings.settle = 3;
    Simulation simulation(std::move(model), scene, settings);
    EXPECT_EQ(simulation.state().frame, -1);
    EXPECT_TRUE(simulation.advance_frame());
    EXPECT_EQ(simulation.state().frame, 0);
    EXPECT_EQ(simulation.state().time, 0);
    EXPECT_EQ(simulation.frame_stats().rms_speed, 0);
    const std::vector<int>& free_side = simulation.model().cloths[0].groups.at("right");
    EXPECT_LT(simulation.state().position[static_cast<std::size_t>(free_side[0])].y(), -0.4) << "it hangs down";
    EXPECT_EQ(simulation.state().position[static_cast<std::size_t>(scene.pins[0].particles[0])],
              simulation.model().positions[static_cast<std::size_t>(scene.pins[0].particles[0])])
        << "motions stand still while the cloth settles";
}

// A sheet that starts with a velocity and one above it that does not; there is no air.
Simulation thrown(const Vec3& velocity, SimulationSettings settings, const std::string& pinned_group = "") {
    settings.method.tolerance = 1e-11;
    settings.method.corrections.damping = 0;
    ClothSource source;
    source.mesh = make_grid({.size = {0.5, 0.5}, .cells = {4, 4}, .facing = Facing::level});
    source.fabric = sample_fabric();
    source.velocity = velocity;
    ModelBuilder builder;
    builder.add(source);
    source.name = "other";
    source.velocity = Vec3::Zero();
    for (Vec3& x : source.mesh.positions) x.y() += 1;
    Model model = builder.add(source).build();
    Scene scene;
    scene.air_density = 0;
    if (!pinned_group.empty()) scene.pins = {hold(model.cloths[0].groups.at(pinned_group))};
    return {std::move(model), scene, settings};
}

TEST_P(AnySimulation, AClothFallsOnWithTheVelocityItStartsWith) {
    const Vec3 velocity(3, 1, -2);
    SimulationSettings settings;
    settings.method = method();
    Simulation simulation = thrown(velocity, settings);
    const IndexRange first = simulation.model().cloths[0].particles;
    simulation.advance_frame();
    const State& state = simulation.state();
    const Vec3 fall(0, -9.81 * state.time, 0);
    // Verlet's velocity is that of the last substep, in its middle.
    const Real late = is_implicit(settings.method) ? 1e-9 : 9.81 / 240 + 1e-9;
    for (int i = 0; i < simulation.model().particle_count(); ++i) {
        const auto p = static_cast<std::size_t>(i);
        const Vec3 start = i < first.end ? velocity : Vec3::Zero();
        EXPECT_LT((state.velocity[p] - start - fall).norm(), late);
        const Vec3 way = state.position[p] - simulation.model().positions[p] - state.time * start;
        EXPECT_LT(Vec3(way.x(), 0, way.z()).norm(), 1e-9);
        EXPECT_NEAR(way.y(), -9.81 * state.time * state.time / 2,
                    9.81 * state.time * simulation.settings().steps.max_step / 2 + 1e-9);
    }
}

TEST_P(AnySimulation, PinsHoldAClothThatStartsWithAVelocity) {
    SimulationSettings settings;
    settings.method = method();
    Simulation simulation = thrown({0, -3, 0}, settings, "left");
    simulation.advance_frame();
    for (const int i : simulation.model().cloths[0].groups.at("left")) {
        const auto p = static_cast<std::size_t>(i);
        EXPECT_EQ(simulation.state().position[p], simulation.model().positions[p]);
    }
    const int free_corner = simulation.model().cloths[0].groups.at("top-right").at(0);
    EXPECT_LT(simulation.state().velocity[static_cast<std::size_t>(free_corner)].y(), -1);
}

TEST_P(AnySimulation, AClothThatSettlesStartsWithItsVelocityAfterwards) {
    const Vec3 velocity(3, 1, -2);
    SimulationSettings settings;
    settings.method = method();
    settings.settle = 0.2;
    Simulation simulation = thrown(velocity, settings);
    EXPECT_EQ(simulation.state().velocity.front(), Vec3::Zero());
    simulation.advance_frame();
    EXPECT_EQ(simulation.state().frame, 0);
    EXPECT_EQ(simulation.state().velocity.front(), velocity);
    EXPECT_EQ(simulation.state().velocity.back(), Vec3::Zero());
    EXPECT_LT(std::abs(simulation.state().position.front().x() - simulation.model().positions.front().x()), 1e-9);
}

TEST_P(AnySimulation, APinTakesHoldWhereTheParticleIsAndLetsGo) {
    ClothSource source;
    source.mesh = make_grid({.size = {0.5, 0.5}, .cells = {4, 4}});
    source.fabric = sample_fabric();
    Model model = ModelBuilder().add(source).build();
    const int particle = model.cloths[0].groups.at("top-left")[0];
    Scene scene;
    scene.pins = {hold({particle})};
    scene.pins[0].from = 0.2;
    scene.pins[0].until = 0.5;
    SimulationSettings settings;
    settings.method = method();
    Simulation simulation(std::move(model), scene, settings);
    const auto x = [&] { return simulation.state().position[static_cast<std::size_t>(particle)]; };
    while (simulation.state().time < 0.2 - 1e-9) simulation.advance_frame();
    const Vec3 taken = x();
    EXPECT_LT(taken.y(), 0.2) << "it fell freely until then";
    while (simulation.state().time < 0.5 - 1e-9) {
        simulation.advance_frame();
        EXPECT_LE((x() - taken).norm(), 1e-12);
    }
    simulation.advance_frame();
    simulation.advance_frame();
    EXPECT_LT(x().y(), taken.y() - 1e-3);
}

TEST_P(AnySolvedSimulation, RejectsStepsThatStretchTooMuchAndSaysWhere) {
    ClothSource source;
    source.name = "sheet";
    source.mesh = make_grid({.size = {1, 1}, .cells = {6, 6}});
    source.fabric = sample_fabric();
    Model model = ModelBuilder().add(source).build();
    Scene scene;
    scene.pins = {hold(model.cloths[0].groups.at("left")), hold(model.cloths[0].groups.at("right"))};
    // The right side is pulled away at 10 m/s from one instant to the next.
    const Keyframes pull{{0, 0.1}, {Vec3::Zero(), Vec3(1, 0, 0)}, Interpolation::linear};
    scene.pins[1].motion.parts.push_back({KeyframedTranslation{pull}, 0, kForever});
    SimulationSettings settings;
    settings.method = method();
    Simulation simulation(std::move(model), scene, settings);
    simulation.advance_frame();
    EXPECT_GT(simulation.frame_stats().rejections, 0);
    EXPECT_LT(simulation.frame_stats().smallest_step, 1.0 / 60);
    EXPECT_NE(simulation.frame_stats().rejection_reason.find("of \"sheet\" changed its stretch"), std::string::npos);
}

TEST(Simulation, ThatCannotGoOnSaysSoAndKeepsTheLastGoodState) {
    Model model = one_cloth(make_grid({.size = {1, 1}, .cells = {2, 2}}));
    SimulationSettings settings;
    settings.method.max_iterations = 1;
    settings.method.tolerance = 1e-14;
    Scene scene;
    scene.pins = {hold({0})};
    Simulation simulation(std::move(model), scene, settings);
    const std::uint64_t before = Hash().span<Vec3>(simulation.state().position).digest();
    try {
        simulation.advance_frame();
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::cannot_go_on);
        EXPECT_NE(std::string(error.what()).find("did not converge"), std::string::npos);
    }
    EXPECT_EQ(Hash().span<Vec3>(simulation.state().position).digest(), before);
}

TEST(Simulation, RefusesWhatDoesNotFit) {
    const Model model = one_cloth(make_grid({.size = {1, 1}, .cells = {2, 2}}));
    Scene scene;
    scene.pins = {hold({99})};
    EXPECT_THROW(Simulation(model, scene), Error);
    SimulationSettings settings;
    settings.method.preset = "large-step";
    try {
        Simulation(model, Scene{}, settings);
        FAIL();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("did you mean \"large-steps\"?"), std::string::npos);
    }
}

TEST(Checkpoint, ThatIsDamagedCutForeignOrNotOneIsRefused) {
    Simulation simulation = lively(1, 4);
    simulation.advance_frame();
    const std::string good = format_checkpoint({7, simulation.snapshot(), {simulation.frame_stats()}});
    const auto reason = [](const std::string& bytes, std::uint64_t fingerprint) -> std::string {
        try {
            parse_checkpoint(bytes, "state.pleat", fingerprint);
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::bad_input);
            return error.what();
        }
        return "";
    };
    EXPECT_EQ(reason(good, 7), "");
    EXPECT_NE(reason(good, 8).find("another scene"), std::string::npos);
    EXPECT_NE(reason("", 7).find("not a checkpoint"), std::string::npos);
    EXPECT_NE(reason("nonsense that is long enough to be read as a header", 7).find("not a checkpoint"),
              std::string::npos);
    for (std::size_t cut = 0; cut < good.size(); cut += 97) EXPECT_NE(reason(good.substr(0, cut), 7), "") << cut;
    for (std::size_t i = 0; i < good.size(); i += 61) {
        std::string damaged = good;
        damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
        EXPECT_NE(reason(damaged, 7), "") << i;
    }
}

}  // namespace
}  // namespace pleat::test
