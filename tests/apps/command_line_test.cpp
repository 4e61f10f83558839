// What the command says and returns when it is used rightly and wrongly.
#include <cstdlib>

#include <gtest/gtest.h>

#include <pleat/io/scene_file.hpp>
#include <pleat/model/fabric.hpp>

#include "command.hpp"
#include "small_scene.hpp"
#include "tests/io/temporary_folder.hpp"
#include "tests/support/words.hpp"

namespace pleat {
namespace {

using test::has;
using Words = std::vector<std::string>;

// A failure is told in one line that begins with the program's name.
void expect_one_line(const std::string& text) {
    EXPECT_TRUE(text.starts_with("pleat: ")) << text;
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1) << text;
    EXPECT_TRUE(text.ends_with("\n")) << text;
}

class CommandLine : public testing::Test {
protected:
    CommandLine() { write_file(folder_ / "flag.toml", kFlag); }

    CommandResult run(Words words) { return run_command(folder_ / "", std::move(words)); }

    void expect_refused(Words words, const std::string& part) {
        const CommandResult result = run(std::move(words));
        EXPECT_EQ(result.status, 2) << result.err;
        expect_one_line(result.err);
        EXPECT_TRUE(has(result.err, part)) << result.err;
        EXPECT_EQ(result.out, "");
    }

    TemporaryFolder folder_;
};

TEST_F(CommandLine, HelpAndVersionAreEverywhere) {
    for (const Words& command : {Words{},
                                 {"run"},
                                 {"compare"},
                                 {"reproduce"},
                                 {"map"},
                                 {"render"},
                                 {"check"},
                                 {"info"},
                                 {"audit"},
                                 {"ccd"},
                                 {"fabrics"},
                                 {"scenes"}}) {
        for (const std::string option : {"--help", "--version"}) {
            Words words = command;
            words.push_back(option);
            const CommandResult result = run(words);
            EXPECT_EQ(result.status, 0) << result.err;
            EXPECT_TRUE(has(result.out, option == "--help" ? "Usage: pleat" : "pleat 0.")) << result.out;
            EXPECT_EQ(result.err, "");
        }
    }
}

TEST_F(CommandLine, WithoutASubcommandItTellsWhichThereAre) {
    const CommandResult result = run({});
    EXPECT_EQ(result.status, 2);
    EXPECT_TRUE(has(result.err, "fabrics")) << result.err;
}

TEST_F(CommandLine, NamesTheNearestWordThatIsKnown) {
    expect_refused({"rnu", "flag.toml"}, "did you mean \"run\"?");
    expect_refused({"run", "flag.toml", "--frmaes", "3"}, "did you mean \"--frames\"?");
    expect_refused({"run", "--frmaes=3", "flag.toml"}, "did you mean \"--frames\"?");
    expect_refused({"fabrics", "coton"}, "did you mean \"cotton\"?");
}

TEST_F(CommandLine, RefusesWhatItCannotUse) {
    expect_refused({"run"}, "SCENE");
    expect_refused({"run", "flag.toml", "--frames", "many"}, "--frames");
    expect_refused({"run", "flag.toml", "--frames", "-1"}, "--frames");
    expect_refused({"run", "flag.toml", "--threads", "-1"}, "--threads");
    expect_refused({"run", "flag.toml", "--frames"}, "--frames");
    expect_refused({"run", "flag.toml", "--quiet", "--verbose"}, "--quiet");
    expect_refused({"run", "flag.toml", "flag.toml"}, "flag.toml");
    expect_refused({"run", "flag.toml", "--set", "time.frames=-3"}, "time.frames");
    expect_refused({"run", "flag.toml", "--set", "nonsense"}, "nonsense");
    expect_refused({"run", "flga"}, "flga");
    expect_refused({"info", "flag.toml"}, "unknown kind");
    expect_refused({"info", "."}, "not the folder of a run");
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
}

TEST_F(CommandLine, AMistakeInASceneIsToldWithItsPlace) {
    write_file(folder_ / "bad.toml", std::string(kFlag) + "[fabric.mine]\nstretch = -3\n");
    expect_refused({"run", "bad.toml"}, "bad.toml:13:11: fabric.mine.stretch = -3; must be > 0");
    expect_refused({"check", "bad.toml"}, "bad.toml:13:11");
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
}

TEST_F(CommandLine, AFileThatIsNotThereIsAnIoError) {
    for (const Words& words :
         {Words{"run", "none.toml"}, {"check", "none.toml"}, {"info", "none.obj"}, {"info", "none.pc2"}}) {
        const CommandResult result = run(words);
        EXPECT_EQ(result.status, 3) << result.err;
        expect_one_line(result.err);
        EXPECT_TRUE(has(result.err, words.back())) << result.err;
    }
}

TEST_F(CommandLine, CheckIsContentWithAGoodScene) {
    const CommandResult result = run({"check", "flag.toml"});
    EXPECT_EQ(result.status, 0) << result.out << result.err;
    EXPECT_TRUE(has(result.out, "187 particles")) << result.out;
}

TEST_F(CommandLine, CheckFindsAPinThatNeverHolds) {
    const CommandResult late = run({"check", "flag.toml", "--set", "pin.0.from=10"});
    EXPECT_EQ(late.status, 1);
    EXPECT_TRUE(has(late.out, "pin \"pin\" never holds: it begins at 10 s")) << late.out;
    const CommandResult early = run({"check", "flag.toml", "--set", "pin.0.until=0"});
    EXPECT_EQ(early.status, 1);
    EXPECT_TRUE(has(early.out, "never holds: it ends at 0 s")) << early.out;
}

TEST_F(CommandLine, CheckFindsThinTriangles) {
    const CommandResult result = run({"check", "flag.toml", "--set", "cloth.0.grid.cells=[2, 200]"});
    EXPECT_EQ(result.status, 1);
    EXPECT_TRUE(has(result.out, "800 triangles have an angle below 5 degrees")) << result.out;
}

TEST_F(CommandLine, CheckFindsCrowdedEdgesAndStretchedCloth) {
    write_file(folder_ / "book.obj",
               "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 0 -1 0\n"
               "vt 0 0\nvt 0.5 0\nvt 0 0.5\n"
               "f 1/1 2/2 3/3\nf 1/1 2/2 4/3\nf 1/1 2/2 5/3\n");
    write_file(folder_ / "book.toml", "[[cloth]]\nobj = \"book.obj\"\nrest = \"uv\"\n");
    const CommandResult result = run({"check", "book.toml"});
    EXPECT_EQ(result.status, 1) << result.err;
    EXPECT_TRUE(has(result.out, "1 edge has more than two triangles (particles 0 and 1: 3)")) << result.out;
    EXPECT_TRUE(has(result.out, "stretched by 100 %")) << result.out;
}

TEST_F(CommandLine, CheckAndInfoTellOfSolids) {
    const Words solids{"--set", "solid=[{plane={}}, {sphere={rings=4}, motion={rotation={axis=[0, 1, 0], rate=90}}}]"};
    Words check{"check", "flag.toml", "--set", "pin.0.follow=solid2"};
    check.insert(check.end() - 2, solids.begin(), solids.end());
    const CommandResult checked = run(check);
    EXPECT_EQ(checked.status, 0) << checked.err;
    EXPECT_TRUE(has(checked.out, "solid \"solid\": plane, 200 triangles\n")) << checked.out;
    EXPECT_TRUE(has(checked.out, "solid \"solid2\": sphere, 192 triangles, moving\n")) << checked.out;
    EXPECT_TRUE(has(checked.out, "11 particles, following solid \"solid2\"\n")) << checked.out;
    Words words{"run", "flag.toml", "--out", "out", "--frames", "1"};
    words.insert(words.end(), solids.begin(), solids.end());
    EXPECT_EQ(run(words).status, 0);
    const CommandResult told = run({"info", "out"});
    EXPECT_TRUE(has(told.out, "\"solid\": plane, 200 triangles\n")) << told.out;
    EXPECT_TRUE(has(told.out, "\"solid2\": sphere, 192 triangles, moving\n")) << told.out;
}

TEST_F(CommandLine, CheckFindsSolidsThatFaceInwards) {
    write_file(folder_ / "inverted.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 4 2\nf 1 3 4\nf 2 4 3\n");
    const CommandResult result = run({"check", "flag.toml", "--set", "solid=[{obj=\"inverted.obj\"}]"});
    EXPECT_EQ(result.status, 1) << result.err;
    EXPECT_TRUE(has(result.out, "solid \"solid\" is closed and faces inwards")) << result.out;
    const CommandResult both = run({"check", "flag.toml", "--set", "solid=[{obj=\"inverted.obj\", two_sided=true}]"});
    EXPECT_EQ(both.status, 0) << both.out;
}

TEST_F(CommandLine, InfoDescribesAMesh) {
    write_file(folder_ / "tent.obj", "g side\nv 0 0 0\nv 2 0 0\nv 0 2 0\nv 2 2 1\nf 1 2 3\nf 2 4 3\n");
    const CommandResult result = run({"info", "tent.obj"});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_TRUE(has(result.out, "particles       4\ntriangles       2\nedges           5, 4 at the border"))
        << result.out;
    EXPECT_TRUE(has(result.out, "\"side\": 4 particles")) << result.out;
    EXPECT_TRUE(has(result.out, "(0, 0, 0) to (2, 2, 1)")) << result.out;
}

TEST_F(CommandLine, AuditTellsWhatCrosses) {
    // Two triangles that share no particle, and a wall through the first.
    write_file(folder_ / "two.obj", "v 0 0 0\nv 2 0 0\nv 0 2 0\nv 0 0 1\nv 2 0 1\nv 0 2 1\nf 1 2 3\nf 4 5 6\n");
    write_file(folder_ / "wall.obj", "v 0.5 -1 -0.5\nv 0.5 3 -0.5\nv 0.5 0.5 0.5\nf 1 2 3\n");
    const CommandResult good = run({"audit", "two.obj"});
    EXPECT_EQ(good.status, 0) << good.err;
    EXPECT_TRUE(has(good.out, "crossings       0\nworst stretch   0.00 %")) << good.out;
    const CommandResult bad = run({"audit", "two.obj", "--solid", "wall.obj"});
    EXPECT_EQ(bad.status, 1) << bad.err;
    EXPECT_TRUE(
        has(bad.out, "frame 0: 1 crossing of the cloth with wall.obj, first of triangle (0, 1, 2) with (0, 1, 2)"))
        << bad.out;
    const CommandResult json = run({"audit", "two.obj", "--json", "--solid", "wall.obj", "--solid", "two.obj"});
    EXPECT_EQ(json.status, 1) << json.err;
    EXPECT_TRUE(has(json.out, "\"crossings\": 3")) << json.out;
    expect_refused({"audit", "two.obj", "--frames", "3"}, "there is no frame 3");
    expect_refused({"audit", "flag.toml"}, "unknown kind of animation");
    expect_refused({"audit", "two.obj", "--rest", "uv"}, "no uv");
    EXPECT_EQ(run({"audit", "none.pc2"}).status, 3);
    EXPECT_EQ(run({"audit", "two.obj", "--solid", "none.obj"}).status, 3);
}

TEST_F(CommandLine, CcdAnswersALineAQuery) {
    // A particle that falls through a triangle, and one that does not.
    const std::string triangle = "0,1,0,1,0,1,0\n1,1,0,1,0,1,0\n0,1,1,1,0,1,0\n";
    const std::string fall = "1,4,1,4,1,1,0\n" + triangle + "1,4,1,4,-1,1,0\n" + triangle;
    const std::string rise = "1,4,1,4,1,1,0\n" + triangle + "1,4,1,4,3,2,0\n" + triangle;
    write_file(folder_ / "q.csv", fall + rise);
    const CommandResult result = run({"ccd", "--kind", "vertex-face", "q.csv"});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_TRUE(result.out.starts_with("1 0.49999") || result.out.starts_with("1 0.5\n")) << result.out;
    EXPECT_TRUE(result.out.ends_with("\n0 inf\n")) << result.out;
    expect_refused({"ccd", "--kind", "edge-edge", "flag.toml"}, "flag.toml:2:1: ");
    expect_refused({"ccd", "--kind", "face-face", "q.csv"}, "vertex-face");
    expect_refused({"ccd", "q.csv"}, "--kind");
    EXPECT_EQ(run({"ccd", "--kind", "edge-edge", "none.csv"}).status, 3);
}

TEST_F(CommandLine, EveryFabricCanBePastedIntoAScene) {
    EXPECT_EQ(run({"fabrics"}).status, 0);
    for (const Fabric& fabric : named_fabrics()) {
        const CommandResult result = run({"fabrics", fabric.name});
        ASSERT_EQ(result.status, 0) << result.err;
        const std::string cloth = "[[cloth]]\ngrid = {}\nfabric = \"" + fabric.name + "\"\n";
        const SceneFile scene = parse_scene(cloth + result.out, "pasted.toml");
        EXPECT_EQ(scene.model.fabrics.at(0), fabric) << result.out;
    }
}

TEST_F(CommandLine, ScenesAreListedAndFoundByName) {
    std::filesystem::create_directory(folder_ / "scenes");
    write_file(folder_ / "scenes/banner.toml", kFlag);
    ::setenv("PLEAT_SCENES", (folder_ / "scenes").c_str(), 1);
    const CommandResult list = run({"scenes"});
    EXPECT_EQ(list.status, 0) << list.err;
    EXPECT_EQ(list.out, "banner  A flag\n");
    EXPECT_EQ(run({"check", "banner"}).status, 0);
    expect_refused({"check", "baner"}, "did you mean \"banner\"?");
    ::setenv("PLEAT_SCENES", "/nowhere", 1);
    EXPECT_EQ(run({"scenes"}).status, 3);
    ::unsetenv("PLEAT_SCENES");
}

}  // namespace
}  // namespace pleat
