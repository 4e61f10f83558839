#include <gtest/gtest.h>

#include <pleat/mesh/grid.hpp>
#include <pleat/view/leash.hpp>

namespace pleat {
namespace {

// 3 x 3 particles, 0.1 m apart in x and y; number 4 is in the middle.
Model make_sheet() {
    ClothSource source;
    source.mesh = make_grid({.size = {0.2, 0.2}, .cells = {2, 2}});
    source.fabric = named_fabric("cotton");
    return ModelBuilder().add(source).build();
}

TEST(Leash, LetsAParticleGoAsFarAsItsEdgesReach) {
    const Model model = make_sheet();
    Leash leash;
    const Vec3 from = model.positions[4];
    const Vec3 near = from + Vec3(0, 0, 0.1), far = from + Vec3(0, 0, 10);
    EXPECT_EQ(leash.lead(model, model.positions, 4, from, near), near);
    const Vec3 end = leash.lead(model, model.positions, 4, from, far);
    EXPECT_NEAR((end - model.positions[3]).norm(), 0.3, 1e-12);
    EXPECT_NEAR(end.x(), from.x(), 1e-12);
}

TEST(Leash, LetsWhatIsTooLongComeBackButNotGoOn) {
    const Model model = make_sheet();
    Leash leash;
    const Vec3 from = model.positions[4] + Vec3(0, 0, 2);
    EXPECT_EQ(leash.lead(model, model.positions, 4, from, from + Vec3(0, 0, 1)), from);
    const Vec3 back = model.positions[4];
    EXPECT_EQ(leash.lead(model, model.positions, 4, from, back), back);
    EXPECT_EQ(leash.lead(model, model.positions, 4, from, from), from);
}

}  // namespace
}  // namespace pleat
