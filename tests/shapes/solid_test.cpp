#include <gtest/gtest.h>

#include <pleat/shapes/make_surface.hpp>

namespace pleat::test {
namespace {

Solid sphere() { return {.name = "ball", .surface = std::make_shared<Surface>(make_sphere({0.5, 4}))}; }

// Moves by 1 m along x in half a second, from time 1 on, and stays there.
Solid deforming() {
    Solid solid = sphere();
    SurfaceSequence sequence{.start = 1, .interval = 0.5, .frames = {solid.surface->positions}};
    sequence.frames.push_back(solid.surface->positions);
    for (Vec3& x : sequence.frames.back()) x.x() += 1;
    solid.sequence = std::make_shared<SurfaceSequence>(std::move(sequence));
    return solid;
}

TEST(Solid, StaysWithoutAMotion) {
    std::vector<Vec3> positions;
    sphere().place(7, positions);
    EXPECT_EQ(positions, sphere().surface->positions);
    EXPECT_FALSE(sphere().is_moving());
}

TEST(Solid, IsCarriedByItsMotion) {
    Solid solid = sphere();
    solid.motion.parts.push_back({SineTranslation{{0, 2, 0}, 4, 0}, 0, kForever});
    std::vector<Vec3> positions;
    solid.place(1, positions);
    EXPECT_TRUE(solid.is_moving());
    EXPECT_TRUE(positions[3].isApprox(solid.surface->positions[3] + Vec3(0, 2, 0), 1e-15));
}

TEST(Solid, IsInterpolatedBetweenFramesAndStaysBeforeAndAfter) {
    const Solid solid = deforming();
    EXPECT_TRUE(solid.is_moving());
    for (const auto& [time, share] : {std::pair{0.0, 0.0}, {1.25, 0.5}, {1.5, 1.0}, {9.0, 1.0}}) {
        std::vector<Vec3> positions;
        solid.place(time, positions);
        EXPECT_TRUE(positions[5].isApprox(solid.surface->positions[5] + Vec3(share, 0, 0), 1e-15)) << time;
    }
}

}  // namespace
}  // namespace pleat::test
