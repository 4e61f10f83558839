#include <limits>

#include <gtest/gtest.h>

#include <pleat/io/animation.hpp>
#include <pleat/io/run_folder.hpp>
#include <pleat/io/stats_json.hpp>
#include <pleat/mesh/grid.hpp>

#include "tests/io/expect_error.hpp"
#include "tests/io/sample_animation.hpp"
#include "tests/io/temporary_folder.hpp"
#include "tests/support/words.hpp"

namespace pleat {
namespace {

using test::has;
using Frames = std::vector<int>;

TEST(Frames, AreUnderstoodInAllForms) {
    EXPECT_EQ(parse_frames("all", 4), (Frames{0, 1, 2, 3}));
    EXPECT_EQ(parse_frames("last", 4), (Frames{3}));
    EXPECT_EQ(parse_frames("2", 4), (Frames{2}));
    EXPECT_EQ(parse_frames("7,1,3", 9), (Frames{1, 3, 7}));
    EXPECT_EQ(parse_frames("2-5", 9), (Frames{2, 3, 4, 5}));
    EXPECT_EQ(parse_frames("0-8:3", 9), (Frames{0, 3, 6}));
    EXPECT_EQ(parse_frames("3-3", 9), (Frames{3}));
    EXPECT_EQ(parse_frames("5,0-6:2,4-5", 9), (Frames{0, 2, 4, 5, 6}));
    EXPECT_EQ(parse_frames("all", 1), (Frames{0}));
}

TEST(Frames, AStepMayBeLongerThanTheAnimation) {
    EXPECT_EQ(parse_frames("0-3:4", 4), (Frames{0}));
    EXPECT_EQ(parse_frames("1-3:100", 4), (Frames{1}));
    EXPECT_EQ(parse_frames("1-3:2147483647", 4), (Frames{1}));
}

TEST(Frames, NonsenseIsRefusedWithTheRule) {
    for (const std::string text :
         {"",      ",",    "1,",     ",1",    "a",   "-1", "1-", "-",  "1--2",        "3-1",   "1:2",
          "0-3:0", "0-3:", "0-3:-1", "0:3-1", "1.5", " 1", "1 ", "+1", "99999999999", "first", "all,1"}) {
        const std::string message = error_of(ErrorKind::bad_input, [&] { parse_frames(text, 10); });
        EXPECT_EQ(message,
                  "frames \"" + text + "\"; must be all, last, or a list like 0,5,10-20,30-90:10 (from-to:every)");
    }
    for (const std::string text : {"10", "0-10", "3,17"}) {
        const std::string message = error_of(ErrorKind::bad_input, [&] { parse_frames(text, 10); });
        EXPECT_TRUE(has(message, "the last is 9")) << message;
    }
}

TEST(Frames, AreSpreadFromTheFirstToTheLast) {
    const Frames ten{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    EXPECT_EQ(spread_frames(ten, 4), (Frames{0, 3, 6, 9}));
    EXPECT_EQ(spread_frames(ten, 2), (Frames{0, 9}));
    EXPECT_EQ(spread_frames(ten, 1), (Frames{9}));
    EXPECT_EQ(spread_frames(ten, 10), ten);
    EXPECT_EQ(spread_frames(ten, 100), ten);
    EXPECT_EQ(spread_frames({5, 50, 500}, 2), (Frames{5, 500}));
    for (int count = 2; count <= 10; ++count) {
        const Frames spread = spread_frames(ten, count);
        EXPECT_EQ(static_cast<int>(spread.size()), count);
        EXPECT_TRUE(std::adjacent_find(spread.begin(), spread.end(), std::greater_equal<>()) == spread.end());
    }
}

// Two sheets that do not touch, their triangles mixed.
TriangleMesh two_sheets() {
    const TriangleMesh sheet = make_grid({.size = {1, 1}, .cells = {2, 1}});
    TriangleMesh mesh = sheet;
    const int count = static_cast<int>(sheet.positions.size());
    for (const Vec3& x : sheet.positions) mesh.positions.emplace_back(x + Vec3(0, 0, -1));
    mesh.triangles.clear();
    mesh.uv.clear();
    for (std::size_t t = 0; t < sheet.triangles.size(); ++t) {
        const auto& [a, b, c] = sheet.triangles[t];
        mesh.triangles.push_back({a + count, b + count, c + count});
        mesh.triangles.push_back({a, b, c});
        for (const Real side : {2.0, 1.0}) {
            auto uv = sheet.uv[t];
            for (Vec2& corner : uv) corner *= side;
            mesh.uv.push_back(uv);
        }
    }
    return mesh;
}

class AnimationOf : public testing::Test {
protected:
    // A finished run of two cloths and three frames.
    std::filesystem::path write_run() {
        const std::filesystem::path run = folder_ / "run";
        std::filesystem::create_directories(run);
        const TriangleMesh sheet = make_grid({.size = {1, 1}, .cells = {2, 1}});
        std::vector<ClothSource> sources(2);
        for (ClothSource& source : sources) {
            source.mesh = sheet;
            source.fabric = named_fabric("cotton");
        }
        sources[1].name = "other";
        sources[1].colors = {"#102030", "#405060"};
        ModelBuilder builder;
        for (const ClothSource& source : sources) builder.add(source);
        const Model model = builder.build();
        write_file(run / "cloth.obj", format_obj(model, model.positions));
        std::vector<Vec3> raised = model.positions;
        for (Vec3& x : raised) x.y() += 1;
        test::write_cache(run / "cloth.pc2", {model.positions, raised, raised});
        SimulationSettings settings;
        settings.frame_rate = 50;
        const Simulation simulation(model, {}, settings);
        write_file(run / "stats.json", format_stats_json(make_account(simulation, "Two", "two.toml")));
        return run;
    }

    std::string refusal(ErrorKind kind, const std::filesystem::path& path, const std::filesystem::path& mesh = {}) {
        return error_of(kind, [&] { Animation(path, mesh); });
    }

    TemporaryFolder folder_;
};

TEST_F(AnimationOf, ARunHasItsCloths) {
    const std::filesystem::path run = write_run();
    for (const auto& path : {run, run / "cloth.pc2"}) {
        const Animation animation(path);
        EXPECT_EQ(animation.frame_count(), 3);
        EXPECT_EQ(animation.frame_rate(), 50);
        ASSERT_EQ(animation.parts().size(), 2u);
        EXPECT_EQ(animation.parts()[0].triangles.begin, 0);
        EXPECT_EQ(animation.parts()[0].triangles.end, 4);
        EXPECT_EQ(animation.parts()[1].triangles.begin, 4);
        EXPECT_EQ(animation.parts()[1].triangles.end, 8);
        EXPECT_EQ(animation.parts()[0].colors, ClothColors{});
        EXPECT_EQ(animation.parts()[1].colors, (ClothColors{"#102030", "#405060"}));
        EXPECT_EQ(animation.mesh().uv.size(), 8u);
        EXPECT_NEAR(animation.positions(2)[0].y(), animation.positions(0)[0].y() + 1, 1e-6);
    }
}

TEST_F(AnimationOf, AnAccountOfAnotherMeshIsNotBelieved) {
    const std::filesystem::path run = write_run();
    const TriangleMesh mesh = make_grid({.size = {1, 1}, .cells = {3, 2}});
    write_file(run / "cloth.obj", format_obj(mesh, "new"));
    test::write_cache(run / "cloth.pc2", {mesh.positions});
    const Animation animation(run);
    ASSERT_EQ(animation.parts().size(), 1u);
    EXPECT_EQ(animation.parts()[0].triangles.end, 12);
    EXPECT_EQ(animation.parts()[0].colors, ClothColors{});
}

TEST_F(AnimationOf, ADamagedAccountIsRefused) {
    const std::filesystem::path run = write_run();
    write_file(run / "stats.json", "{");
    EXPECT_TRUE(has(refusal(ErrorKind::bad_input, run), "stats.json"));
}

TEST_F(AnimationOf, ACacheFindsItsMeshBesideIt) {
    const TriangleMesh mesh = make_grid({.size = {1, 1}, .cells = {2, 2}});
    const auto cache = test::write_animation(folder_ / "a", mesh, {mesh.positions, mesh.positions});
    EXPECT_EQ(Animation(cache).frame_count(), 2);
    std::filesystem::rename(folder_ / "a.obj", folder_ / "b.obj");
    EXPECT_EQ(Animation(cache, folder_ / "b.obj").frame_count(), 2);
    EXPECT_EQ(refusal(ErrorKind::bad_input, cache),
              cache.string() + ": a point cache needs its mesh: name it with --mesh FILE.obj");
    EXPECT_TRUE(has(refusal(ErrorKind::io, cache, folder_ / "none.obj"), "none.obj"));
}

TEST_F(AnimationOf, AMeshAloneDoesNotMove) {
    const TriangleMesh mesh = make_grid({.size = {1, 1}, .cells = {2, 2}});
    test::write_animation(folder_ / "a", mesh, {mesh.positions, mesh.positions});
    const Animation animation(folder_ / "a.obj");
    EXPECT_EQ(animation.frame_count(), 1);
    EXPECT_EQ(animation.positions(0), mesh.positions);
    EXPECT_EQ(animation.frame_rate(), 24);
}

TEST_F(AnimationOf, MeshesAreFramesInTheOrderOfTheirNumbers) {
    const std::filesystem::path frames = folder_ / "frames";
    std::filesystem::create_directories(frames);
    TriangleMesh mesh = make_grid({.size = {1, 1}, .cells = {2, 2}});
    for (const int frame : {1, 2, 10}) {
        for (Vec3& x : mesh.positions) x.z() = frame;
        write_file(frames / ("v2_cloth" + std::to_string(frame) + ".obj"), format_obj(mesh, "cloth"));
    }
    const Animation animation(frames);
    ASSERT_EQ(animation.frame_count(), 3);
    EXPECT_EQ(animation.positions(0)[0].z(), 1);
    EXPECT_EQ(animation.positions(1)[0].z(), 2);
    EXPECT_EQ(animation.positions(2)[0].z(), 10);
    EXPECT_FALSE(animation.is_run());
    write_file(frames / "v2_cloth3.obj", format_obj(make_grid({.size = {1, 1}, .cells = {3, 2}}), "cloth"));
    const Animation mixed(frames);
    EXPECT_TRUE(has(error_of(ErrorKind::bad_input, [&] { mixed.positions(2); }), "must be the same mesh"));
}

TEST_F(AnimationOf, PiecesThatDoNotHangTogetherBecomeParts) {
    const TriangleMesh mesh = two_sheets();
    test::write_animation(folder_ / "a", mesh, {mesh.positions});
    const Animation animation(folder_ / "a.pc2");
    ASSERT_EQ(animation.parts().size(), 2u);
    int next = 0;
    for (std::size_t p = 0; p < 2; ++p) {
        const IndexRange range = animation.parts()[p].triangles;
        EXPECT_EQ(range.begin, next);
        EXPECT_EQ(range.size(), 4);
        next = range.end;
        for (int t = range.begin; t < range.end; ++t) {
            const auto triangle = static_cast<std::size_t>(t);
            for (const int corner : animation.mesh().triangles[triangle]) EXPECT_EQ(corner >= 6, p == 1);
            // Material coordinates went along: those of the second piece are twice as large.
            const auto& uv = animation.mesh().uv[triangle];
            const Vec2 one = uv[1] - uv[0], two = uv[2] - uv[0];
            const Real area = std::abs(one.x() * two.y() - one.y() * two.x());
            EXPECT_NEAR(area, p == 0 ? 0.5 : 2, 1e-9);
        }
    }
}

TEST_F(AnimationOf, AMeshOfOtherSizeIsRefusedWithBothNumbers) {
    const TriangleMesh mesh = make_grid({.size = {1, 1}, .cells = {2, 2}});
    const auto cache = test::write_animation(folder_ / "a", mesh, {mesh.positions});
    write_file(folder_ / "a.obj", format_obj(make_grid({.size = {1, 1}, .cells = {3, 2}}), "b"));
    EXPECT_EQ(refusal(ErrorKind::bad_input, cache),
              cache.string() + ": holds 9 points, but " + (folder_ / "a.obj").string() + " has 12");
}

TEST_F(AnimationOf, WhatIsNoAnimationIsRefusedWithWhatToDo) {
    EXPECT_EQ(refusal(ErrorKind::io, folder_ / "none"), (folder_ / "none").string() + ": does not exist");
    EXPECT_EQ(refusal(ErrorKind::io, folder_ / "none.pc2"), (folder_ / "none.pc2").string() + ": does not exist");
    std::filesystem::create_directory(folder_ / "empty");
    EXPECT_TRUE(has(refusal(ErrorKind::bad_input, folder_ / "empty"), "run the scene with output.formats = [\"pc2\"]"));
    write_file(folder_ / "a.txt", "");
    EXPECT_TRUE(has(refusal(ErrorKind::bad_input, folder_ / "a.txt"), "must be the folder of a run, a .pc2"));
    write_file(folder_ / "points.obj", "v 0 0 0\n");
    EXPECT_TRUE(has(refusal(ErrorKind::bad_input, folder_ / "points.obj"), "points.obj"));
    write_file(folder_ / "a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    write_file(folder_ / "a.pc2", "nonsense");
    EXPECT_TRUE(has(refusal(ErrorKind::bad_input, folder_ / "a.pc2"), "not a PC2 point cache"));
    Pc2Writer(folder_ / "a.pc2", 3, 0).finish();
    EXPECT_EQ(refusal(ErrorKind::bad_input, folder_ / "a.pc2"), (folder_ / "a.pc2").string() + ": holds no frames");
}

TEST_F(AnimationOf, AnUnfinishedRunIsToBeFinishedFirst) {
    const std::filesystem::path run = write_run();
    std::filesystem::remove(run / "cloth.pc2");
    std::filesystem::remove(run / "stats.json");
    write_file(run / "cloth.pc2.part", "");
    write_file(run / "state.pleat", "");
    EXPECT_EQ(refusal(ErrorKind::bad_input, run),
              run.string() + ": this run is not finished; go on with it with pleat run --resume");
}

TEST_F(AnimationOf, NumbersThatAreNotFiniteAreRefused) {
    const TriangleMesh mesh = make_grid({.size = {1, 1}, .cells = {1, 1}});
    std::vector<Vec3> bad = mesh.positions;
    bad[2].y() = std::numeric_limits<Real>::quiet_NaN();
    const Animation animation(test::write_animation(folder_ / "a", mesh, {mesh.positions, bad}));
    EXPECT_EQ(animation.positions(0).size(), 4u);
    EXPECT_EQ(error_of(ErrorKind::bad_input, [&] { animation.positions(1); }),
              "frame 1 holds numbers that are not finite");
}

TEST_F(AnimationOf, FramesInMemoryIsThatOfTheirFile) {
    ClothSource source;
    source.mesh = make_grid({.size = {1, 1}, .cells = {2, 2}});
    source.colors = {"#102030", "#405060"};
    const Model model = ModelBuilder().add(source).build();
    const std::vector<Vec3> moved = test::moved_by(source.mesh, [](const Vec3& x) -> Vec3 { return 2 * x; });
    const Animation animation(model, 25, {model.positions, moved});
    EXPECT_EQ(animation.frame_count(), 2);
    EXPECT_EQ(animation.frame_rate(), 25);
    EXPECT_EQ(animation.positions(1), moved);
    EXPECT_EQ(animation.mesh().triangles, source.mesh.triangles);
    ASSERT_EQ(animation.parts().size(), 1u);
    EXPECT_EQ(animation.parts()[0].colors, source.colors);
}

}  // namespace
}  // namespace pleat
