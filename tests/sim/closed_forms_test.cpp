// The closed forms that `./do validate` prints, on coarse meshes, with bounds.
#include "validation/closed_forms.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace pleat::test
