// Orders of convergence of the integrators on cloth, with moving pins, wind, and steps that change.
#include <cmath>

#include "tests/support/every_integrator.hpp"
#include "tests/support/small_scenes.hpp"

namespace pleat::test {
namespace {

constexpr Real kDuration = 0.25;  // [s]

// How steps follow each other.
enum class Pace { even, uneven };

Simulation run(const SmallScene& small, const MethodSettings& method, int steps, Pace pace) {
    const Real h = kDuration / steps;
    SimulationSettings settings = exact_steps(2 * h, method);
    settings.steps.min_step = 0.1 * h;
    Simulation simulation(small.model, small.scene, settings);
    for (int i = 0; i < steps; ++i) {
        const Real share = pace == Pace::even ? 1 : (i % 3 == 0 ? 1.6 : 0.7);
        simulation.advance_step(share * h);
    }
    return simulation;
}

Real distance(const Simulation& a, const Simulation& b) {
    Real largest = 0;
    for (std::size_t i = 0; i < a.state().position.size(); ++i) {
        largest = std::max(largest, (a.state().position[i] - b.state().position[i]).norm());
    }
    return largest;
}

// By comparing three runs with each other.
Real order_of(const SmallScene& small, const MethodSettings& method, Pace pace) {
    const Simulation coarse = run(small, method, 120, pace);
    const Simulation middle = run(small, method, 240, pace);
    const Simulation fine = run(small, method, 480, pace);
    return std::log2(distance(coarse, middle) / distance(middle, fine));
}

class Convergence : public EveryIntegrator {
protected:
    static void expect_order(Pace pace) {
        const Real expected = GetParam() == TimeIntegrator::backward_euler ? 1 : 2;
        for (const SmallScene& small : small_scenes()) {
            EXPECT_NEAR(order_of(small, method(), pace), expected, 0.25) << small.name;
        }
    }
};
PLEAT_FOR_EVERY_INTEGRATOR(Convergence);

TEST_P(Convergence, IsOfTheRightOrder) { expect_order(Pace::even); }
TEST_P(Convergence, KeepsItsOrderWhenStepsChange) { expect_order(Pace::uneven); }

TEST_P(Convergence, IsOfTheRightOrderOnCurves) {
    const bool is_first = GetParam() == TimeIntegrator::backward_euler || GetParam() == TimeIntegrator::midpoint;
    for (const SmallScene& small : curved_scenes()) {
        EXPECT_NEAR(order_of(small, method(), Pace::even), is_first ? 1 : 2, 0.25) << small.name;
    }
}

TEST_P(Convergence, WithMoreNewtonStepsGoesToTheSameMotion) {
    const SmallScene small = small_scenes()[2];
    MethodSettings more = method();
    more.newton_steps = 3;
    const Real coarse = distance(run(small, method(), 120, Pace::even), run(small, more, 120, Pace::even));
    const Real fine = distance(run(small, method(), 240, Pace::even), run(small, more, 240, Pace::even));
    EXPECT_LT(fine, coarse / 1.8);
}

TEST(Convergence, OfGeneralizedAlphaIsTwoForEveryRho) {
    const SmallScene small = small_scenes()[2];
    for (const Real rho : {0.0, 0.2, 0.5, 0.8, 1.0}) {
        MethodSettings method;
        method.integrator = TimeIntegrator::generalized_alpha;
        method.rho = rho;
        EXPECT_NEAR(order_of(small, method, Pace::even), 2, 0.25) << rho;
    }
}

}  // namespace
}  // namespace pleat::test
