#include <gtest/gtest.h>

#include <pleat/core/parallel.hpp>
#include <pleat/mesh/grid.hpp>
#include <pleat/render/film.hpp>

#include "tests/io/sample_animation.hpp"
#include "tests/io/temporary_folder.hpp"

namespace pleat {
namespace {

constexpr ImageSize kSize{64, 36};

class FilmOf : public testing::Test {
protected:
    FilmOf() {
        const TriangleMesh mesh = make_grid({.size = {1, 1}, .cells = {4, 4}});
        const auto at = [&](Real y) {
            return test::moved_by(mesh, [&](const Vec3& p) -> Vec3 { return p + Vec3(0, y, 0); });
        };
        animation_.emplace(test::write_animation(folder_ / "cloth", mesh, {at(0), at(-1), at(-2)}));
    }

    Film film(const std::vector<int>& frames, FilmSettings settings = {}) const {
        settings.render = {kSize, 1};
        return Film(*animation_, frames, settings);
    }

    TemporaryFolder folder_;
    std::optional<Animation> animation_;
};

TEST_F(FilmOf, TheGroundIsJustBelowTheLowestPointOfAllItsFrames) {
    // The diagonal of the box around all frames, of which the ground is 4 % below.
    const Film all = film({0, 1, 2});
    EXPECT_NEAR(all.view().ground.value(), -2.5 - 0.04 * std::hypot(1, 3), 1e-6);
    EXPECT_NEAR(film({0}).view().ground.value(), -0.5 - 0.04 * std::hypot(1, 1), 1e-6);
    FilmSettings settings;
    settings.ground = {GroundWish::Kind::given, -7};
    EXPECT_EQ(film({0}, settings).view().ground, -7);
    settings.ground = {GroundWish::Kind::none, 0};
    EXPECT_FALSE(film({0}, settings).view().ground.has_value());
}

TEST_F(FilmOf, OneCameraShowsAllItsFrames) {
    const Film all = film({0, 1, 2});
    EXPECT_EQ(all.view().camera, film({0, 2}).view().camera);
    EXPECT_NE(all.view().camera, film({0}).view().camera);
    FilmSettings settings;
    settings.camera = parse_camera("1,2,3:4,5,6");
    EXPECT_EQ(film({0}, settings).view().camera, *settings.camera.exact);
}

TEST_F(FilmOf, PicturesOfAFrameAreEqualToTheByteAndDifferFromOthers) {
    const Film all = film({0, 1, 2});
    const Picture first = all.shoot(0);
    EXPECT_EQ(first.size, kSize);
    for (const int threads : {1, 3}) {
        Threads(threads).run([&] { EXPECT_EQ(all.shoot(0).pixels, first.pixels); });
    }
    EXPECT_NE(all.shoot(1).pixels, first.pixels);
}

TEST_F(FilmOf, AFieldIsShownInItsColours) {
    FilmSettings settings;
    settings.ground.kind = GroundWish::Kind::none;
    settings.camera = parse_camera("0,0");
    const std::shared_ptr<const Field> height = make_field("height", *animation_);
    settings.coloring = Coloring{height, {-0.5f, 0.5f}};
    const Picture colored = film({0}, settings).shoot(0);
    // Below it is blue, above it is yellow, as in the legend.
    const Rgb low = colored.at(32, 31), high = colored.at(32, 4);
    EXPECT_GT(low.blue, low.red);
    EXPECT_GT(high.red, high.blue);
    const LegendPlace place = legend_place(kSize);
    EXPECT_EQ(colored.at(place.left + 1, place.top), to_srgb(map_color(1 - 0.5f / static_cast<float>(place.height))));
    settings.coloring.reset();
    const Picture plain = film({0}, settings).shoot(0);
    EXPECT_NE(plain.at(place.left + 1, place.top), colored.at(place.left + 1, place.top));
    EXPECT_NE(plain.at(32, 31), low);
}

}  // namespace
}  // namespace pleat
