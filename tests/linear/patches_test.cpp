#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include <pleat/linear/patches.hpp>
#include <pleat/mesh/grid.hpp>

namespace pleat::test {
namespace {

Model two_sheets() {
    ClothSource grid;
    grid.name = "grid";
    grid.mesh = make_grid({.size = {2, 1}, .cells = {40, 20}});
    ClothSource disc;
    disc.name = "disc";
    disc.mesh = make_disc({.radius = 0.5, .rings = 8});
    return ModelBuilder().add(grid).add(disc).build();
}

TEST(Patches, HaveAboutTheSizeAndNeverTwoCloths) {
    const Model model = two_sheets();
    const Patches patches = make_patches(model, 50);
    std::vector<int> members(static_cast<std::size_t>(patches.count), 0);
    std::vector<std::set<int>> cloths(members.size());
    for (int i = 0; i < model.particle_count(); ++i) {
        const auto patch = static_cast<std::size_t>(patches.patch[static_cast<std::size_t>(i)]);
        ++members[patch];
        cloths[patch].insert(i < model.cloths[0].particles.end ? 0 : 1);
    }
    EXPECT_NEAR(patches.count, model.particle_count() / 50.0, 2);
    EXPECT_GE(*std::min_element(members.begin(), members.end()), 15);
    EXPECT_LE(*std::max_element(members.begin(), members.end()), 120);
    for (const auto& met : cloths) EXPECT_EQ(met.size(), 1u);
}

TEST(Patches, PlacesAreMaterialCoordinatesFromTheMiddle) {
    const Model model = two_sheets();
    const Patches patches = make_patches(model, 50);
    std::vector<Vec2> sum(static_cast<std::size_t>(patches.count), Vec2::Zero());
    for (std::size_t i = 0; i < patches.place.size(); ++i) {
        sum[static_cast<std::size_t>(patches.patch[i])] += patches.place[i];
        EXPECT_LE(patches.place[i].norm(), 0.5 + 1e-12);
    }
    for (const Vec2& s : sum) EXPECT_LT(s.norm(), 1e-10);
    // Within a patch, differences of places are those of uv, times one factor.
    for (const Triangle& t : model.triangles) {
        const auto at = [&](std::size_t k) { return static_cast<std::size_t>(t.particles[k]); };
        if (patches.patch[at(0)] != patches.patch[at(1)] || patches.patch[at(0)] != patches.patch[at(2)]) continue;
        const Vec2 first = patches.place[at(1)] - patches.place[at(0)],
                   second = patches.place[at(2)] - patches.place[at(0)];
        const Real scale = first.norm() / (t.uv[1] - t.uv[0]).norm();
        EXPECT_LT((first - scale * (t.uv[1] - t.uv[0])).norm(), 1e-9);
        EXPECT_LT((second - scale * (t.uv[2] - t.uv[0])).norm(), 1e-9);
    }
}

TEST(Patches, OfAFewParticlesIsOne) {
    ClothSource source;
    source.mesh = make_grid({.size = {1, 1}, .cells = {1, 1}});
    EXPECT_EQ(make_patches(ModelBuilder().add(source).build(), 64).count, 1);
}

}  // namespace
}  // namespace pleat::test
