// The closed forms that `./do validate` prints, on coarse meshes, with bounds.
#include "validation/closed_forms.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "validation/bending.hpp"
#include "validation/elastica.hpp"

namespace pleat::test {
namespace {

using namespace validation;

void expect_within(const std::vector<Comparison>& results, Real bound) {
    EXPECT_FALSE(results.empty());
    for (const Comparison& c : results)
        EXPECT_LE(c.error(), bound) << c.what << ": " << c.ours << ", exact " << c.exact;
}

TEST(ClosedForm, FreeFallIsExact) { expect_within(free_fall(), 1e-12); }
TEST(ClosedForm, OscillatorLosesTheExactFactorOfEnergy) { expect_within(oscillator_energy_factor(), 1e-12); }
TEST(ClosedForm, PendulumConvergesWithOrderOne) { expect_within(pendulum_order(), 0.03); }
TEST(ClosedForm, OwnWeightStretchesAsHooke) { expect_within(own_weight(Effort::quick), 1e-3); }
TEST(ClosedForm, CatenarySags) { expect_within(catenary(Effort::quick), 5e-3); }
TEST(ClosedForm, HangingStripSwingsWithItsPeriod) { expect_within(hanging_period(Effort::quick), 5e-3); }

TEST(ClosedForm, SquareMembraneHasItsModes) { expect_within(square_membrane(Effort::quick), 0.01); }
TEST(ClosedForm, CantileverIsTheHeavyElastica) { expect_within(cantilever(Effort::quick), 0.03); }
TEST(ClosedForm, CantileverDoesNotSeeTheMesh) {
    expect_within(cantilever_on_meshes(Effort::quick, BendModel::plate), 0.03);
}
TEST(ClosedForm, BendingLengthIsThatOfTheStandard) { expect_within(d1388(Effort::quick), 0.7 / 41.5); }
TEST(ClosedForm, UprightStripBucklesAtItsLoad) { expect_within(lateral_buckling(Effort::quick), 0); }
TEST(ClosedForm, CantileverGetsBetterWithFinerMeshes) {
    const Real exact = solve_elastica(100).ratio();
    Real before = 1;
    for (const int edges : {8, 16, 32}) {
        const Vec3 tip = settled_tip({Pattern::alternating, 0, edges}, BendModel::plate, 100);
        const Real error = std::abs(-tip.y() / tip.x() / exact - 1);
        EXPECT_LE(error, 0.5 * before) << edges << " edges";
        before = error;
    }
}
TEST(ClosedForm, ElasticaAgreesWithPublishedValues) {
    const std::pair<Real, Real> known[] = {{1, 0.12456}, {10, 1.06680}, {100, 5.88810}};
    for (const auto& [load, ratio] : known) EXPECT_NEAR(solve_elastica(load).ratio(), ratio, 1e-5);
    EXPECT_NEAR(solve_elastica(8).chord_angle(), 41.487, 1e-3);
}

}  // namespace
}  // namespace pleat::test
