// Friction against closed forms, and where the energy goes that contact takes.
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "tests/support/every_integrator.hpp"
#include "tests/support/solids.hpp"

namespace pleat::test {
namespace {

Real mass_of(const Simulation& simulation) {
    return std::accumulate(simulation.model().masses.begin(), simulation.model().masses.end(), Real(0));
}

class AnyFriction : public EveryIntegrator {
protected:
    static constexpr Real kSlope = 0.46364760900080615;  // [rad] tan is 1/2

    // A sheet on a slope, without air.
    static Simulation on_slope(Real friction) {
        const Mat3 turn = Eigen::AngleAxis<Real>(-kSlope, Vec3::UnitZ()).toRotationMatrix();
        Surface slope = make_plane({4, 1});
        for (Vec3& x : slope.positions) x = turn * x;
        Scene scene;
        scene.air_density = 0;
        scene.solids = {make_solid(slope, "slope")};
        scene.solids[0].friction = friction;
        ClothSource source;
        source.mesh = make_grid({.size = {0.5, 0.5}, .cells = {6, 6}, .facing = Facing::level});
        place(source.mesh, turn, turn * Vec3(0, scene.solids[0].thickness, 0));
        source.fabric = named_fabric("cotton");
        SimulationSettings settings;
        settings.method = method();
        settings.threads = 1;
        return {ModelBuilder().add(source).build(), scene, settings};
    }
};
// The midpoint rule takes no energy from anything, and cloth does not come to rest on solids with it.
INSTANTIATE_TEST_SUITE_P(Integrators, AnyFriction,
                         ::testing::Values(TimeIntegrator::backward_euler, TimeIntegrator::generalized_alpha,
                                           TimeIntegrator::bdf2),
                         integrator_name);

TEST_P(AnyFriction, LetsASheetSlideDownASlopeAsFastAsItShould) {
    Simulation simulation = on_slope(0.49);
    const Vec3 start = center_of_mass(simulation);
    const EnergyFlows flows = flows_until(simulation, 2);
    const Real distance = (center_of_mass(simulation) - start).norm();
    const Real weight = 9.81 * mass_of(simulation);
    EXPECT_NEAR(distance, 0.1755, 0.05 * 0.1755);
    const Real heat = 0.49 * weight * std::cos(kSlope) * distance;
    EXPECT_NEAR(flows.friction, heat, 0.02 * heat);
    EXPECT_NEAR(flows.contact, 0, 0.01 * heat);
    EXPECT_NEAR(flows.solids, 0, 0.01 * heat) << "the slope is at rest";
    EXPECT_NEAR(flows.fail_safe, 0, 0.01 * heat);
}

TEST_P(AnyFriction, HoldsASheetOnASlopeForTenSeconds) {
    Simulation simulation = on_slope(0.51);
    const Vec3 start = center_of_mass(simulation);
    advance_to(simulation, 10);
    EXPECT_LT((center_of_mass(simulation) - start).norm(), 1e-4);
}

TEST_P(AnyFriction, TheEnergyOfALandingIsLostInContact) {
    Scene scene;
    scene.air_density = 0;
    scene.gravity.setZero();
    scene.solids = {make_floor()};
    SimulationSettings settings;
    settings.method = method();
    Simulation simulation(level_sheet(0.4, 6, 0.1), scene, settings);
    throw_cloth(simulation, {0, -1, 0});
    const Real before = simulation.energies().total();
    const EnergyFlows flows = flows_until(simulation, 0.4);
    const Real lost = before - simulation.energies().total();
    EXPECT_NEAR(lost, 0.5 * mass_of(simulation), 1e-3 * lost);
    EXPECT_NEAR(flows.contact, lost, 0.02 * lost);
    EXPECT_NEAR(flows.friction, 0, 1e-3 * lost);
    EXPECT_NEAR(flows.solids, 0, 1e-3 * lost);
}

TEST_P(AnyFriction, ATurningSolidCarriesClothAlong) {
    Scene scene;
    scene.air_density = 0;
    scene.solids = {make_solid(moved_by(make_cylinder({0.4, 0.2, 24, 2}), {0, -0.1, 0}), "disc")};
    scene.solids[0].friction = 0.8;
    Rotation turning;
    turning.rate = 2;
    scene.solids[0].motion.parts.push_back({turning, 0, kForever});
    SimulationSettings settings;
    settings.method = method();
    // Stiff cloth that turns strains against friction by what one Newton step leaves over.
    settings.method.newton_steps = 3;
    settings.steps.max_step = 1.0 / 480;
    Simulation simulation(level_sheet(0.3, 8, 0.002), scene, settings);
    const EnergyFlows flows = flows_until(simulation, 0.8);
    const Real kinetic = simulation.energies().kinetic;
    Real expected = 0;
    const State& state = simulation.state();
    for (std::size_t i = 0; i < state.position.size(); ++i) {
        const Vec3 wanted = 2 * Vec3::UnitY().cross(state.position[i]);
        EXPECT_LT((state.velocity[i] - wanted).norm(), 0.02);
        expected += 0.5 * simulation.model().masses[i] * wanted.squaredNorm();
    }
    EXPECT_NEAR(kinetic, expected, 0.05 * expected);
    // Started by friction from rest, it takes as much energy as it turns into heat on the way.
    EXPECT_NEAR(flows.solids, 2 * kinetic, 0.2 * kinetic);
    EXPECT_NEAR(flows.friction, kinetic, 0.2 * kinetic);
    EXPECT_NEAR(flows.contact, 0, 0.1 * kinetic);
}

}  // namespace
}  // namespace pleat::test
