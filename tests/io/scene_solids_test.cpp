// Solids of scene files, and the files that they name.
#include <fstream>

#include <gtest/gtest.h>

#include <pleat/io/pc2.hpp>
#include <pleat/io/scene_file.hpp>

#include "tests/io/expect_error.hpp"
#include "tests/io/temporary_folder.hpp"

namespace pleat {
namespace {

const std::string kCloth = "[[cloth]]\ngrid = {cells = [2, 2]}\n";

void write_triangle(const std::filesystem::path& path, Real height) {
    std::ofstream(path) << "v 0 0 " << height << "\nv 1 0 " << height << "\nv 1 1 " << height << "\nf 1 2 3\n";
}

class SceneSolids : public testing::Test {
protected:
    SceneSolids() {
        write_triangle(folder / "mesh.obj", 0);
        for (const int number : {3, 4, 5, 7})
            write_triangle(folder / ("walk_00" + std::to_string(number) + ".obj"), number);
        std::ofstream(folder / "other.obj") << "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\n";
        std::ofstream(folder / "flip_0.obj") << "v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 3 2\n";
        std::ofstream(folder / "empty.obj") << "v 0 0 0\n";
        Pc2Writer cache(folder / "mesh.pc2", 3, 0);
        cache.append(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}});
        cache.append(std::vector<Vec3>{{0, 0, 2}, {1, 0, 2}, {1, 1, 2}});
        cache.finish();
        Pc2Writer(folder / "none.pc2", 3, 0).finish();
        Pc2Writer far(folder / "far.pc2", 3, 0);
        far.append(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {1, 1e9, 0}});
        far.finish();
    }

    Solid parse(const std::string& keys) const {
        return parse_scene(kCloth + "[[solid]]\n" + keys, folder / "scene.toml").scene.solids.at(0);
    }

    TemporaryFolder folder;
};

TEST_F(SceneSolids, HaveTheDefaultsOfTheirType) {
    const Solid solid = parse("sphere = {}");
    EXPECT_EQ(solid.name, "solid");
    EXPECT_EQ(solid.shape, "sphere");
    EXPECT_EQ(solid.thickness, Solid{}.thickness);
    EXPECT_EQ(solid.friction, Solid{}.friction);
    EXPECT_FALSE(solid.is_two_sided);
    EXPECT_FALSE(solid.is_moving());
    EXPECT_EQ(solid.color, "");
}

TEST_F(SceneSolids, AreReadWithAllTheyHave) {
    const Solid solid = parse(R"(
        name = "drum"
        cylinder = {radius = 0.5, height = 2, segments = 32, rings = 10}
        place = {scale = 2, rotate = [1, 0, 0, 90], translate = [0, 5, 0]}
        motion = {rotation = {axis = [0, 0, 1], rate = 90}}
        thickness = 0.01
        friction = 0.7
        two_sided = true
        color = "#112233"
    )");
    EXPECT_EQ(solid.name, "drum");
    EXPECT_EQ(solid.shape, "cylinder");
    EXPECT_EQ(solid.surface->positions.size(), 322u);
    EXPECT_LT((solid.surface->positions.back() - Vec3(0, 5, 2)).norm(), 1e-12) << "the middle of its top";
    EXPECT_EQ(solid.motion.parts.size(), 1u);
    EXPECT_EQ(solid.thickness, 0.01);
    EXPECT_EQ(solid.friction, 0.7);
    EXPECT_TRUE(solid.is_two_sided);
    EXPECT_EQ(solid.color, "#112233");
}

TEST_F(SceneSolids, PlanesGoThroughTheirPoint) {
    const Solid solid = parse("plane = {point = [1, 2, 3], normal = [1, 1, 0], half_size = 2, cells = 1}");
    ASSERT_EQ(solid.surface->triangles.size(), 2u);
    Vec3 middle = Vec3::Zero();
    for (const Vec3& x : solid.surface->positions) {
        EXPECT_NEAR((x - Vec3(1, 2, 3)).dot(Vec3(1, 1, 0)), 0, 1e-14);
        middle += x / 4;
    }
    EXPECT_LT((middle - Vec3(1, 2, 3)).norm(), 1e-14);
}

TEST_F(SceneSolids, PinsFollowThemByName) {
    const std::string text = kCloth + "[[solid]]\ncone = {}\n[[solid]]\nname = 'ball'\nsphere = {}\n";
    const Scene scene = parse_scene(text + "[[pin]]\nparticle = 0\nfollow = 'ball'", "scene.toml").scene;
    EXPECT_EQ(scene.pins.at(0).solid, 1);
}

TEST_F(SceneSolids, DeformByAPointCache) {
    const Solid solid =
        parse("obj = 'mesh.obj'\nsequence = {pc2 = 'mesh.pc2', start = 1, rate = 4}\nplace = {scale = 3}");
    EXPECT_EQ(solid.shape, "mesh");
    std::vector<Vec3> positions;
    solid.place(1.125, positions);
    EXPECT_LT((positions[2] - Vec3(3, 3, 3)).norm(), 1e-12);
}

TEST_F(SceneSolids, DeformByMeshesWithConsecutiveNumbers) {
    const Solid solid = parse("obj = 'mesh.obj'\nsequence = {obj = 'walk_###.obj', first = 3}");
    ASSERT_EQ(solid.sequence->frames.size(), 3u) << "up to the number that is missing";
    EXPECT_EQ(solid.sequence->frames[2][0], Vec3(0, 0, 5));
}

TEST_F(SceneSolids, SequencesThatDoNotFitAreRefused) {
    const std::pair<std::string, std::string> bad[] = {
        {"{}", "5:12: solid.0.sequence needs one of pc2 or obj"},
        {"{pc2 = 'mesh.pc2', obj = 'walk_###.obj'}", "only one of pc2 or obj may be given"},
        {"{pc2 = 'mesh.pc2', first = 1}", "5:39: solid.0.sequence.first = 1; is only for a sequence of obj files"},
        {"{pc2 = 'mesh.pc2', rate = 0}", "must be > 0 and <= 1e+06 [1/s]"},
        {"{pc2 = ''}", "must be the name of a PC2 file"},
        {"{pc2 = 'mesh.obj'}", "5:19: solid.0.sequence.pc2 = \"mesh.obj\"; "},
        {"{pc2 = 'none.pc2'}", "the file has no samples"},
        {"{pc2 = 'far.pc2'}", "sample 0 has a coordinate that is not within +-1e6 [m]"},
        {"{obj = 'walk.obj'}", "with # for each digit of their number"},
        {"{obj = 'flip_#.obj'}", "flip_0.obj has other faces than the solid's obj"},
        {"{obj = 'walk_###.obj', first = -1}", "must be a whole number >= 0"},
    };
    for (const auto& [sequence, fragment] : bad) {
        const std::string message =
            error_of(ErrorKind::bad_input, [&] { parse("obj = 'mesh.obj'\nsequence = " + sequence); });
        EXPECT_NE(message.find(fragment), std::string::npos) << message;
    }
    const std::string message =
        error_of(ErrorKind::bad_input, [&] { parse("obj = 'other.obj'\nsequence = {pc2 = 'mesh.pc2'}"); });
    EXPECT_NE(message.find("sample 0 has 3 positions; must have 4 like the solid's obj"), std::string::npos) << message;
    const std::string missing =
        error_of(ErrorKind::io, [&] { parse("obj = 'mesh.obj'\nsequence = {obj = 'walk_###.obj'}"); });
    EXPECT_NE(missing.find("5:19: solid.0.sequence.obj"), std::string::npos) << missing;
    EXPECT_NE(missing.find("walk_000.obj"), std::string::npos) << missing;
}

TEST_F(SceneSolids, MeshesWithoutTrianglesAreRefused) {
    const std::string message = error_of(ErrorKind::bad_input, [&] { parse("obj = 'empty.obj'"); });
    EXPECT_NE(message.find("4:7: solid.0.obj = \"empty.obj\"; "), std::string::npos) << message;
}

}  // namespace
}  // namespace pleat
