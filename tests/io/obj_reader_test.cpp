#include <algorithm>
#include <clocale>

#include <pleat/io/file.hpp>
#include <pleat/io/obj_reader.hpp>

#include "expect_error.hpp"
#include "temporary_folder.hpp"

namespace pleat {
namespace {

using Triangles = std::vector<std::array<int, 3>>;
using Particles = std::vector<int>;

const std::string kSquare = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

TriangleMesh parse(const std::string& text) { return parse_obj(text, "a.obj"); }

std::string refusal(const std::string& text) {
    return error_of(ErrorKind::bad_input, [&] { parse(text); });
}

TEST(ObjReader, PositionsAndTrianglesAreRead) {
    const TriangleMesh mesh = parse("v 1 -2.5 3e-2\nv +4 .5 -0\nv 1e2 2. 0\nf 3 1 2\n");
    ASSERT_EQ(mesh.positions.size(), 3u);
    EXPECT_EQ(mesh.positions[0], Vec3(1, -2.5, 0.03));
    EXPECT_EQ(mesh.positions[1], Vec3(4, 0.5, 0));
    EXPECT_EQ(mesh.positions[2], Vec3(100, 2, 0));
    EXPECT_EQ(mesh.triangles, (Triangles{{2, 0, 1}}));
    EXPECT_TRUE(mesh.uv.empty());
    EXPECT_TRUE(mesh.groups.empty());
}

TEST(ObjReader, EveryFormOfCornerIsRead) {
    for (const char* face : {"f 1 2 3", "f 1/1 2/2 3/3", "f 1//1 2//1 3//1", "f 1/1/1 2/2/1 3/3/1", "f 1/ 2/ 3/",
                             "f 1// 2// 3//", "f -4/-3/-1 -3 -2"}) {
        const TriangleMesh mesh = parse(kSquare + "vt 0 0\nvt 1 0\nvt 1 1\nvn 0 0 1\n" + face);
        EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}})) << face;
    }
}

TEST(ObjReader, NegativeIndicesCountBack) {
    const TriangleMesh mesh = parse("v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nv 5 5 5\nf -1 -4 -3\n");
    EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {3, 0, 1}}));
}

TEST(ObjReader, UvIsPerCorner) {
    const TriangleMesh mesh = parse(kSquare + "vt 0 0\nvt .5 0.25\nvt 2\nvt 7 8 9\nf 1/1 2/2 3/3\nf 1/4 3/3 4/2\n");
    ASSERT_EQ(mesh.uv.size(), 2u);
    EXPECT_EQ(mesh.uv[0], (std::array{Vec2(0, 0), Vec2(0.5, 0.25), Vec2(2, 0)}));
    EXPECT_EQ(mesh.uv[1], (std::array{Vec2(7, 8), Vec2(2, 0), Vec2(0.5, 0.25)}));
}

TEST(ObjReader, UvIsLeftEmptyUnlessEveryCornerHasIt) {
    const std::string start = kSquare + "vt 0 0\nvt 1 0\nvt 1 1\n";
    EXPECT_TRUE(parse(start + "f 1/1 2/2 3/3\nf 1 3 4\n").uv.empty());
    EXPECT_TRUE(parse(start + "f 1 3 4\nf 1/1 2/2 3/3\n").uv.empty());
    EXPECT_TRUE(parse(start + "f 1/1 2/2 3\n").uv.empty());
}

TEST(ObjReader, QuadsAreSplitWithTheirUv) {
    const TriangleMesh mesh = parse(kSquare + "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nf 1/1 2/2 3/3 4/4\n");
    EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {0, 2, 3}}));
    ASSERT_EQ(mesh.uv.size(), 2u);
    EXPECT_EQ(mesh.uv[1], (std::array{Vec2(0, 0), Vec2(1, 1), Vec2(0, 1)}));
}

TEST(ObjReader, PolygonsThatAreNotConvexGiveNoFlippedTriangles) {
    // An L, seen from above.
    const TriangleMesh mesh = parse("v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\nf 1 2 3 4 5 6\n");
    ASSERT_EQ(mesh.triangles.size(), 4u);
    Real area = 0;
    for (const auto& [i, j, k] : mesh.triangles) {
        const Vec3 a = mesh.positions[static_cast<std::size_t>(j)] - mesh.positions[static_cast<std::size_t>(i)];
        const Vec3 b = mesh.positions[static_cast<std::size_t>(k)] - mesh.positions[static_cast<std::size_t>(i)];
        EXPECT_GT(a.x() * b.y() - a.y() * b.x(), 0);
        area += (a.x() * b.y() - a.y() * b.x()) / 2;
    }
    EXPECT_DOUBLE_EQ(area, 3);
}

TEST(ObjReader, LineEndsOfAllSystemsAreTheSame) {
    const std::string unix_text = "# a\n" + kSquare + "\nf 1 2 \\\n 3\n";
    for (const char* line_end : {"\r\n", "\r"}) {
        std::string text;
        for (const char c : unix_text) text += c == '\n' ? std::string(line_end) : std::string(1, c);
        EXPECT_EQ(parse(text).triangles, (Triangles{{0, 1, 2}}));
        EXPECT_EQ(refusal(text + "v 1 x 3"), "a.obj:9:5: \"x\" is not a number; must be one like -1.25 or 3e-2");
    }
}

TEST(ObjReader, BackslashJoinsLines) {
    const TriangleMesh mesh = parse("v 0 0 \\\n0\nv 1 \\\r\n0 0\nv 0 1 0\nf 1\\\n2 \\\n\\\n3");
    EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}}));
    EXPECT_EQ(refusal(kSquare + "f 1 2 \\\n  9\n").substr(0, 10), "a.obj:6:3:");
}

TEST(ObjReader, CommentsDoNotJoinLines) {
    EXPECT_EQ(parse("# C:\\\n" + kSquare + "f 1 2 3 # 4\n").triangles, (Triangles{{0, 1, 2}}));
}

TEST(ObjReader, WeightsAndColoursAreIgnored) {
    const TriangleMesh mesh = parse("v 0 0 0 1\nv 1 0 0 0.5 0.5 0.5\nv 0 1 0 1 1 1 1\nf 1 2 3\n");
    EXPECT_EQ(mesh.positions[1], Vec3(1, 0, 0));
}

TEST(ObjReader, OtherKeywordsAreIgnored) {
    const TriangleMesh mesh =
        parse("\xEF\xBB\xBFmtllib a.mtl\n" + kSquare +
              "vp 1\nusemtl red\ns off\nl 1 2 99\np 77\ncurv 0 1 \\\n 2 3\nfoo\n\n \t\nf 1 2 3\n");
    EXPECT_EQ(mesh.triangles.size(), 1u);
    EXPECT_TRUE(mesh.groups.empty());
}

TEST(ObjReader, GroupsHoldTheParticlesOfTheirFaces) {
    const TriangleMesh mesh = parse(kSquare +
                                    "f 1 2 3\n"              // in none
                                    "g a b\nf 3 2 1\n"       // in both
                                    "g b\nf 1 3 4\n"         // in one
                                    "g empty\ng\nf 2 3 4\n"  // in none
                                    "g a a\nf 1 2 3\n");
    ASSERT_EQ(mesh.groups.size(), 2u);
    EXPECT_EQ(mesh.groups.at("a"), (Particles{0, 1, 2}));
    EXPECT_EQ(mesh.groups.at("b"), (Particles{0, 1, 2, 3}));
}

TEST(ObjReader, ObjectsAreGroupsToo) {
    const TriangleMesh mesh = parse(kSquare + "o  My skirt \ng hem\nf 1 2 3\no sleeve\nf 1 2 4\ng sleeve\nf 1 3 4\n");
    ASSERT_EQ(mesh.groups.size(), 3u);
    EXPECT_EQ(mesh.groups.at("My skirt"), (Particles{0, 1, 2}));
    EXPECT_EQ(mesh.groups.at("hem"), (Particles{0, 1, 2, 3}));
    EXPECT_EQ(mesh.groups.at("sleeve"), (Particles{0, 1, 2, 3}));
}

TEST(ObjReader, BadNumbersAreRefused) {
    EXPECT_EQ(refusal("v 0 0 0\n v 1 2,5 0\n"), "a.obj:2:6: \"2,5\" is not a number; must be one like -1.25 or 3e-2");
    EXPECT_EQ(refusal("v 0 nan 0\n"), "a.obj:1:5: \"nan\" is not finite; must be a finite number");
    EXPECT_EQ(refusal("v 0 0 -inf\n"), "a.obj:1:7: \"-inf\" is not finite; must be a finite number");
    EXPECT_EQ(refusal("v 0 0 1e999\n"), "a.obj:1:7: \"1e999\" is out of range; numbers may go from 1e-307 to 1e308");
    EXPECT_EQ(refusal("v 0 0 0 red\n"), "a.obj:1:9: \"red\" is not a number; must be one like -1.25 or 3e-2");
    EXPECT_EQ(refusal("v 0 +-1 0\n"), "a.obj:1:5: \"+-1\" is not a number; must be one like -1.25 or 3e-2");
    EXPECT_EQ(refusal("v 0 1\n"), "a.obj:1:1: v has 2 numbers; must have x, y and z");
    EXPECT_EQ(refusal("\tvt # 1\n"), "a.obj:1:2: vt has no numbers; must have u and v");
    EXPECT_EQ(refusal("vt 1 x\n"), "a.obj:1:6: \"x\" is not a number; must be one like -1.25 or 3e-2");
}

TEST(ObjReader, OddBytesAreShownReadably) {
    EXPECT_EQ(refusal(std::string("v \x01\0\xff", 5)),
              "a.obj:1:3: \"\\x01\\x00\\xFF\" is not a number; must be one like -1.25 or 3e-2");
    EXPECT_EQ(refusal("v " + std::string(500, 'x')),
              "a.obj:1:3: \"" + std::string(40, 'x') + "...\" is not a number; must be one like -1.25 or 3e-2");
}

TEST(ObjReader, BadIndicesAreRefused) {
    const std::string allowed = "; must be 1 to 4, or -4 to -1 to count back from the last";
    EXPECT_EQ(refusal(kSquare + "f 1 2 5\n"), "a.obj:5:7: v 5 does not exist" + allowed);
    EXPECT_EQ(refusal(kSquare + "f 1 0 3\n"), "a.obj:5:5: v 0 does not exist" + allowed);
    EXPECT_EQ(refusal(kSquare + "f -5 1 3\n"), "a.obj:5:3: v -5 does not exist" + allowed);
    EXPECT_EQ(refusal(kSquare + "f 1 2 99999999999999999999\n"),
              "a.obj:5:7: v \"99999999999999999999\" is out of range");
    EXPECT_EQ(refusal(kSquare + "f 1 2 -9223372036854775808\n"),
              "a.obj:5:7: v -9223372036854775808 does not exist" + allowed);
    EXPECT_EQ(refusal(kSquare + "f 1 2 3.5\n"), "a.obj:5:7: v \"3.5\" is not a whole number");
    EXPECT_EQ(refusal(kSquare + "f 1 2 /1\n"), "a.obj:5:7: v \"\" is not a whole number");
    EXPECT_EQ(refusal(kSquare + "f 1/1 2 3\n"), "a.obj:5:5: vt 1 does not exist; there is no vt line above");
    EXPECT_EQ(refusal(kSquare + "f 1//2 2 3\n"), "a.obj:5:6: vn 2 does not exist; there is no vn line above");
    EXPECT_EQ(refusal(kSquare + "vn 0 0 1\nf 1//1/1 2 3\n"), "a.obj:6:6: vn \"1/1\" is not a whole number");
    EXPECT_EQ(refusal("f 1 2 3\n" + kSquare), "a.obj:1:3: v 1 does not exist; there is no v line above");
}

TEST(ObjReader, BadFacesAreRefused) {
    EXPECT_EQ(refusal(kSquare + "f 1 2\n"), "a.obj:5:1: face with 2 corners; must have 3 or more");
    EXPECT_EQ(refusal(kSquare + "f\n"), "a.obj:5:1: face with 0 corners; must have 3 or more");
    EXPECT_EQ(refusal(kSquare + "f 1 2 -3\n"), "a.obj:5:7: face uses v 2 twice; remove or repair it");
    std::string text;
    std::string face = "f";
    for (int i = 1; i <= 20; ++i) {
        text += "v " + std::to_string(i) + " 0 0\n";
        face += " " + std::to_string(i);
    }
    EXPECT_EQ(refusal(text + face + " 3"), "a.obj:21:54: face uses v 3 twice; remove or repair it");
}

TEST(ObjReader, FilesWithoutFacesAreRefused) {
    EXPECT_EQ(refusal(""), "a.obj: has no faces; needs f lines");
    EXPECT_EQ(refusal(kSquare), "a.obj: has no faces; needs f lines");
}

TEST(ObjReader, HugeFacesMustBeConvex) {
    std::string text;
    std::string face = "f";
    for (int i = 1; i <= 3000; ++i) {
        text += "v " + std::to_string(i) + " " + std::to_string(i % 2 + (i == 3000 ? -100000 : 0)) + " 0\n";
        face += " " + std::to_string(i);
    }
    EXPECT_EQ(refusal(text + face),
              "a.obj:3001:1: face with 3000 corners that is not convex; must have at most 1024, or "
              "be split into triangles");
}

TEST(ObjReader, LinesWithVeryManyGroupsAreRefused) {
    std::string text = "g";
    for (int i = 0; i < 33; ++i) text += " n";
    EXPECT_EQ(refusal(text), "a.obj:1:67: more than 32 names in one g line; use fewer");
}

TEST(ObjReader, CommaLocalesChangeNothing) {
    const char* const locale = std::setlocale(LC_ALL, "de_DE.UTF-8");
    const TriangleMesh mesh = parse("v 0.5 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    if (locale != nullptr) std::setlocale(LC_ALL, "C");
    EXPECT_EQ(mesh.positions[0].x(), 0.5);
}

TEST(ObjReader, FilesAreReadAndNamedInErrors) {
    const TemporaryFolder folder;
    const auto path = folder / "a.obj";
    write_file(path, kSquare + "f 1 2 3\n");
    EXPECT_EQ(read_obj(path).triangles.size(), 1u);
    write_file(path, kSquare + "f 1 2 9\n");
    EXPECT_EQ(error_of(ErrorKind::bad_input, [&] { read_obj(path); }).rfind(path.string() + ":5:7: ", 0), 0u);
    error_of(ErrorKind::io, [&] { read_obj(folder / "none.obj"); });
}

// Broken and odd files that the fuzzer starts from; each is either read or refused in words.
TEST(ObjReader, FuzzerSeedsAreReadOrRefused) {
    const auto folder = std::filesystem::path(__FILE__).parent_path() / "../../fuzz/corpus/obj";
    if (!std::filesystem::exists(folder)) GTEST_SKIP() << "sources are elsewhere";
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        ++count;
        try {
            const TriangleMesh mesh = read_obj(entry.path());
            EXPECT_FALSE(mesh.triangles.empty());
            EXPECT_TRUE(mesh.uv.empty() || mesh.uv.size() == mesh.triangles.size());
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::bad_input);
        }
    }
    EXPECT_GT(count, 0);
}

}  // namespace
}  // namespace pleat
