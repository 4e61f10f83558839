// The bending that limits of lengths stand for: strips of fabrics hang from a clamp as elastic ones do.
#include "validation/bend_limits.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "validation/bounds.hpp"
#include "validation/elastica.hpp"

namespace pleat::test {
namespace {

using namespace validation;

TEST(BendLimits, LetStripsOfThreeFabricsHangAsElasticOnesDo) {
    for (const char* name : {"cotton", "denim", "wool-tropical"}) {
        HangingStrip strip;
        strip.fabric = named_fabric(name);
        strip.fabric.strain_min = -0.01;  // threads that stretch by a tenth let folds be sharper than limits can hold
        strip.fabric.strain_max = 0.01;
        strip.edge = 0.018;
        const Real length = bending_length(strip.fabric.bend_warp, strip.fabric.density);
        const Real load = std::pow(strip.cells * strip.edge / length, 3);
        EXPECT_NEAR(chord_angle(strip), solve_elastica(load).chord_angle(), bounds::kBendLimits.value) << name;
    }
}

TEST(BendLimits, DoSoForAnySweepsAndBothThreads) {
    for (const Comparison& chord : chords_by_limits()) {
        EXPECT_TRUE(bounds::kBendLimits.holds(chord)) << chord.what << ": " << chord.ours << ", not " << chord.exact;
    }
}

}  // namespace
}  // namespace pleat::test
