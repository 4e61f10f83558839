// The energy ledger is measured, not defined to close: here it is checked against what must be left over.
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include <pleat/forces/membrane.hpp>

#include "tests/support/check_force.hpp"
#include "tests/support/every_integrator.hpp"
#include "tests/support/small_scenes.hpp"

namespace pleat::test {
namespace {

// Threads along x only, between particles that can move along x only: a linear system, with linear damping. The rows
// are so far apart that threads across, which damping acts on too, do not turn.
struct Row {
    explicit Row(Real damping) {
        constexpr Real kHeight = 1e4;
        Fabric fabric;
        fabric.density = 0.2 / kHeight;
        fabric.stretch_warp = 40 / kHeight;
        fabric.stretch_weft = 0;
        fabric.stretch_damping = damping / kHeight;
        fabric.shear = fabric.shear_damping = 0;
        fabric.bend_warp = fabric.bend_weft = fabric.bend_damping = 0;
        fabric.air_drag = 0;
        model = one_cloth(make_grid({.size = {1, kHeight}, .cells = {6, 1}}), fabric);
        std::mt19937 random(3);
        for (Vec3& x : model.positions) x.x() += random_vector(random, 0.01).x();
        scene.gravity = {3, 0, 0};
        scene.pins.resize(2);
        scene.pins[0].particles = model.cloths[0].groups.at("left");
        scene.pins[0].motion.parts.push_back({SineTranslation{{0.05, 0, 0}, 0.3, 0}, 0, kForever});
        scene.pins[1].hold = HoldDirections{{Vec3::UnitY(), Vec3::UnitZ()}};
        for (int i = 0; i < model.particle_count(); ++i) scene.pins[1].particles.push_back(i);
    }

    Model model;
    Scene scene;
};

TEST(EnergyLedger, OfBackwardEulerOnALinearSystemLeavesExactlyWhatItMust) {
    for (const Real damping : {0.0, 0.5}) {
        const Row row(damping);
        const Real h = 0.02;
        Simulation simulation(row.model, row.scene, exact_steps(h, {}));
        const ForceProbe probe(row.model, row.scene, std::make_unique<Membrane>(row.model, Scaling::area));
        const std::vector<Vec3> none(row.model.positions.size(), Vec3::Zero());
        const Eigen::MatrixXd stiffness =
            -probe.derivatives(row.model.positions, none, Jacobian::exact, none).by_position;
        Real expected = 0;
        for (int i = 0; i < 40; ++i) {
            const State before = simulation.state();
            simulation.advance_step(h);
            const State& after = simulation.state();
            const Eigen::VectorXd dx = flatten(after.position) - flatten(before.position);
            expected += 0.5 * dx.dot(stiffness * dx);
            for (std::size_t p = 0; p < before.velocity.size(); ++p) {
                expected += 0.5 * row.model.masses[p] * (after.velocity[p] - before.velocity[p]).squaredNorm();
            }
            EXPECT_NEAR(simulation.ledger().remainder(), expected, 1e-10 * expected) << i;
        }
        EXPECT_GT(std::abs(simulation.ledger().flows.pins), 1e-3);
        EXPECT_EQ(simulation.ledger().flows.stretch_damping > 0, damping > 0);
    }
}

TEST(EnergyLedger, OfMethodsThatDampNothingClosesOnALinearSystem) {
    Row row(0);
    row.scene.pins[0].motion.parts.clear();
    for (const TimeIntegrator integrator : {TimeIntegrator::midpoint, TimeIntegrator::generalized_alpha}) {
        MethodSettings method;
        method.integrator = integrator;
        method.rho = integrator == TimeIntegrator::generalized_alpha ? 1 : 0;
        method.cloth_contact = false;  // which is not linear
        Simulation simulation(row.model, row.scene, exact_steps(0.02, method));
        const Real scale = simulation.energies().stretch;
        for (int i = 0; i < 100; ++i) simulation.advance_step(0.02);
        EXPECT_NEAR(simulation.ledger().remainder(), 0, 1e-9 * scale);
    }
}

class Ledger : public EveryIntegrator {
protected:
    static Real remainder(const SmallScene& small, Real h) {
        constexpr Real kDuration = 0.4;
        Simulation simulation(small.model, small.scene, exact_steps(h, method()));
        const int steps = static_cast<int>(std::lround(kDuration / h));
        for (int i = 0; i < steps; ++i) simulation.advance_step(h);
        return simulation.ledger().remainder();
    }
};
PLEAT_FOR_EVERY_INTEGRATOR(Ledger);

TEST_P(Ledger, ClosesWithTheOrderOfTheIntegrator) {
    std::vector<SmallScene> scenes = small_scenes();
    for (const SmallScene& small : curved_scenes()) scenes.push_back(small);
    for (const SmallScene& small : scenes) {
        // Steps so short that terms of higher order, which cancel those of second order at some longer ones, are gone.
        const Real coarse = remainder(small, 2.5e-4);
        const Real fine = remainder(small, 1.25e-4);
        const Real order = std::log2(std::abs(coarse / fine));
        if (GetParam() == TimeIntegrator::backward_euler) {
            EXPECT_NEAR(order, 1, 0.2) << small.name << ": " << coarse << ", " << fine;
            EXPECT_GT(fine, 0) << small.name;
        } else {
            EXPECT_GT(order, 1.75) << small.name << ": " << coarse << ", " << fine;
        }
    }
}

TEST_P(Ledger, OfSettlingSaysWhereTheEnergyWent) {
    SmallScene small = small_scenes()[0];
    small.scene.wind = {};
    SimulationSettings settings = exact_steps(1e-3, method());
    settings.method.tolerance = 1e-6;
    settings.settle = 0.5;
    Simulation simulation(small.model, small.scene, settings);
    simulation.advance_frame();
    const FrameStats& stats = simulation.frame_stats();
    EXPECT_GT(stats.flows.settling, 0);
    EXPECT_LT(std::abs(stats.remainder), 0.2 * stats.flows.settling);
}

}  // namespace
}  // namespace pleat::test
