// The closed forms that `./do validate` prints, on coarse meshes, with bounds.
#include "validation/closed_forms.hpp"

#include <gtest/gtest.h>

#include "validation/bending.hpp"
#include "validation/bounds.hpp"
#include "validation/elastica.hpp"
#include "validation/friction.hpp"

namespace pleat::test {
namespace {

using namespace validation;

void expect_within(const std::vector<Comparison>& results, const Bound& bound) {
    EXPECT_FALSE(results.empty());
    for (const Comparison& c : results)
        EXPECT_TRUE(bound.holds(c)) << c.what << ": " << c.ours << ", exact " << c.exact << ", bound " << bound.value;
}

TEST(ClosedForm, FreeFallIsExact) { expect_within(free_fall(), bounds::kFreeFall); }
TEST(ClosedForm, OscillatorLosesTheExactFactorOfEnergy) {
    expect_within(oscillator_energy_factor(), bounds::kOscillatorEnergy);
}
TEST(ClosedForm, PendulumConvergesWithOrderOne) { expect_within(pendulum_order(), bounds::kFirstOrder); }
TEST(ClosedForm, OwnWeightStretchesAsHooke) { expect_within(own_weight(Effort::quick), bounds::kOwnWeight); }
TEST(ClosedForm, CatenarySags) { expect_within(catenary(Effort::quick), bounds::kCatenary); }
TEST(ClosedForm, HangingStripSwingsWithItsPeriod) {
    expect_within(hanging_periods(Effort::quick), bounds::kHangingStrip);
}

TEST(ClosedForm, AStripPushedOntoAPlaneSticksFromTheRightFrictionOn) {
    expect_within(stick_slip(Effort::quick), bounds::kStickSlip);
}
TEST(ClosedForm, TensionsAroundACylinderDifferByTheCapstanFactor) {
    expect_within(capstan(Effort::quick), bounds::kCapstan);
}
TEST(ClosedForm, ASheetSlidesOnAnotherAsItsFrictionSays) {
    expect_within(sliding_layers(Effort::quick), bounds::kSlidingLayers);
}
TEST(ClosedForm, SquareMembraneHasItsModes) { expect_within(square_membrane(Effort::quick), bounds::kMembrane); }
TEST(ClosedForm, CantileverIsTheHeavyElastica) {
    expect_within(ratios(cantilevers({Pattern::alternating, 30, 20}, {1, 100})), bounds::kCantilever);
}
TEST(ClosedForm, CantileverDoesNotSeeTheMesh) {
    expect_within(ratios(cantilevers_on_meshes(10, BendModel::plate)), bounds::kCantilever);
}
TEST(ClosedForm, BendingLengthIsThatOfTheStandard) { expect_within(d1388(Effort::quick), bounds::kBendingLength); }
TEST(ClosedForm, UprightStripBucklesAtItsLoad) {
    expect_within(lateral_buckling(Effort::quick, BendModel::plate), bounds::kBuckling);
}
TEST(ClosedForm, CantileverGetsBetterWithFinerMeshes) {
    Real before = 1;
    for (const int edges : {8, 16, 32}) {
        const Real error = settle_strip({Pattern::alternating, 0, edges}, BendModel::plate, 100).ratio().error();
        EXPECT_LE(error, bounds::kRefinement.value * before) << edges << " edges";
        before = error;
    }
}
TEST(ClosedForm, ElasticaAgreesWithPublishedValues) {
    const std::pair<Real, Real> known[] = {{1, 0.12456}, {10, 1.06680}, {100, 5.88810}};
    for (const auto& [load, ratio] : known) EXPECT_NEAR(solve_elastica(load).ratio(), ratio, 1e-5);
    EXPECT_NEAR(solve_elastica(8).chord_angle(), 41.487, 1e-3);
}
TEST(ClosedForm, ElasticaCurveHasLengthOneAndEndsAtTheTip) {
    const Elastica elastica = solve_elastica(20);
    EXPECT_EQ(elastica.curve.front(), Vec2(0, 0));
    EXPECT_EQ(elastica.curve.back(), Vec2(elastica.width, -elastica.height));
    Real length = 0;
    for (std::size_t i = 1; i < elastica.curve.size(); ++i)
        length += (elastica.curve[i] - elastica.curve[i - 1]).norm();
    EXPECT_NEAR(length, 1, 1e-4);
}

}  // namespace
}  // namespace pleat::test
