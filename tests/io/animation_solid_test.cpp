// Solids of a run, as pictures see them.
#include <gtest/gtest.h>

#include <pleat/io/stats_json.hpp>
#include <pleat/mesh/grid.hpp>
#include <pleat/render/film.hpp>
#include <pleat/shapes/make_surface.hpp>

#include "sample_animation.hpp"
#include "tests/io/expect_error.hpp"
#include "tests/io/temporary_folder.hpp"

namespace pleat {
namespace {

constexpr ImageSize kSize{64, 36};

// A run of an upright sheet of 1 m that does not move, with solids.
class RunWithSolids : public testing::Test {
protected:
    RunWithSolids() { account_.cloths = {{"cloth", 25, 32}}; }

    void add(const SolidAccount& account, const Surface& surface, const Vec3& move = Vec3::Zero()) {
        TriangleMesh mesh{surface.positions, surface.triangles, {}, {}};
        std::filesystem::create_directories(files().folder);
        if (!account.is_moving) write_file(files().mesh(account.name), format_obj(mesh, account.name));
        if (account.is_moving) {
            const auto moved = test::moved_by(mesh, [&](const Vec3& x) -> Vec3 { return x + move; });
            test::write_animation(files().folder / account.name, mesh, {mesh.positions, moved});
        }
        account_.solids.push_back(account);
    }

    Animation animation() {
        const TriangleMesh mesh = make_grid({.size = {1, 1}, .cells = {4, 4}});
        write_file(folder_ / "stats.json", format_stats_json(account_));
        return Animation(test::write_animation(folder_ / "cloth", mesh, {mesh.positions, mesh.positions}));
    }

    SolidFileNames files() { return {folder_ / "solids"}; }

    static Film film(const Animation& animation, GroundWish ground = {}) {
        FilmSettings settings;
        settings.render = {kSize, 1};
        settings.ground = ground;
        return Film(animation, std::vector<int>{0, 1}, settings);
    }

    TemporaryFolder folder_;
    RunAccount account_;
};

TEST_F(RunWithSolids, HasThemWhereTheyAreInAFrame) {
    add({"ball", "sphere", 0, 0, true, "#112233"}, make_sphere({0.2, 4}), {3, 0, 0});
    const Animation animation = this->animation();
    ASSERT_EQ(animation.solids().size(), 1u);
    const AnimationSolid& ball = animation.solids()[0];
    EXPECT_EQ(ball.color(), "#112233");
    EXPECT_NEAR(ball.positions(1)[7].x() - ball.positions(0)[7].x(), 3, 1e-6);
    EXPECT_EQ(ball.positions(9), ball.positions(1)) << "stays after its last frame";
    EXPECT_FALSE(ball.ground_height().has_value());
}

TEST_F(RunWithSolids, AreTheSameInMemory) {
    Solid solid{.name = "floor", .surface = std::make_shared<const Surface>(make_plane({})), .shape = "plane"};
    const Real times[] = {0, 1};
    const AnimationSolid floor(solid, times);
    EXPECT_EQ(floor.positions(1), solid.surface->positions);
    EXPECT_EQ(floor.triangles(), solid.surface->triangles);
    EXPECT_EQ(floor.ground_height(), 0);
    solid.motion.parts.push_back({KeyframedTranslation{{{0, 1}, {Vec3::Zero(), Vec3(3, 0, 0)}}}});
    const AnimationSolid lift(solid, times);
    EXPECT_EQ(lift.positions(1)[7].x() - lift.positions(0)[7].x(), 3);
    EXPECT_EQ(lift.positions(9), lift.positions(1)) << "stays after its last frame";
    EXPECT_FALSE(lift.ground_height().has_value());
}

TEST_F(RunWithSolids, TellsWhatIsMissing) {
    account_.solids = {{"ball", "sphere", 0, 0, false, ""}};
    const std::string message = error_of(ErrorKind::io, [&] { animation(); });
    EXPECT_NE(message.find("solids/ball.obj"), std::string::npos) << message;
}

TEST_F(RunWithSolids, ALevelPlaneIsTheGround) {
    Surface plane = make_plane({});
    for (Vec3& x : plane.positions) x.y() -= 0.75;
    add({"floor", "plane", 0, 0, false, "#ff0000"}, plane);
    const Animation animation = this->animation();
    const Film found = film(animation);
    EXPECT_EQ(found.view().ground, -0.75);
    EXPECT_GT(found.view().ground_color.x(), 0.9f);
    EXPECT_LT(found.view().ground_color.y(), 0.1f);
    EXPECT_EQ(film(animation, {GroundWish::Kind::given, -2}).view().ground, -2);
}

TEST_F(RunWithSolids, APlaneThatIsTiltedOrMovesIsNot) {
    Surface plane = make_plane({});
    add({"lift", "plane", 0, 0, true, ""}, plane, {0, 1, 0});
    for (Vec3& x : plane.positions) x.y() += 0.1 * x.x();
    add({"ramp", "plane", 0, 0, false, ""}, plane);
    const Animation animation = this->animation();
    for (const AnimationSolid& solid : animation.solids()) EXPECT_FALSE(solid.ground_height().has_value());
}

TEST_F(RunWithSolids, PlanesAndWhatFliesAwayDoNotMoveTheCamera) {
    add({"ball", "sphere", 0, 0, true, ""}, make_sphere({0.1, 4}), {20, 0, 0});
    const Camera with_ball = film(animation()).view().camera;
    Surface wall = make_plane({.cells = 1});
    add({"wall", "plane", 0, 0, false, ""}, wall);
    EXPECT_EQ(film(animation()).view().camera, with_ball);
    EXPECT_LT((with_ball.eye - with_ball.target).norm(), 5);
}

TEST_F(RunWithSolids, ASolidBesideTheClothIsInThePicture) {
    const Picture without = film(animation()).shoot(0);
    Surface box = make_box({0.4, 1, 0.4});
    for (Vec3& x : box.positions) x.x() += 0.8;
    add({"post", "box", 0, 0, false, ""}, box);
    const Animation animation = this->animation();
    const Film with = film(animation);
    EXPECT_GT(with.view().camera.target.x(), 0.1);
    EXPECT_NE(with.shoot(0).pixels, without.pixels);
}

}  // namespace
}  // namespace pleat
