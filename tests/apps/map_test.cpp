// What `pleat map` writes.
#include <map>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include <pleat/corrections/correction_order.hpp>
#include <pleat/io/little_endian.hpp>
#include <pleat/io/scene_file.hpp>
#include <pleat/render/png.hpp>

#include "command.hpp"
#include "small_scene.hpp"
#include "tests/io/file_size_limit.hpp"
#include "tests/io/temporary_folder.hpp"
#include "tests/support/words.hpp"

namespace pleat {
namespace {

using test::has;
using Words = std::vector<std::string>;

const Words kMapFiles{"map.csv", "map.ply", "map.png"};

class MapCommand : public testing::Test {
protected:
    MapCommand() { write_file(folder_ / "flag.toml", kFlag); }

    CommandResult run(Words words) { return run_command(folder_ / "", std::move(words)); }

    void expect_failure(int status, const Words& words, const std::string& part) {
        const CommandResult result = run(words);
        EXPECT_EQ(result.status, status) << result.err;
        EXPECT_TRUE(result.err.starts_with("pleat: ")) << result.err;
        EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
        EXPECT_TRUE(has(result.err, part)) << result.err;
        EXPECT_EQ(result.out, "");
    }

    std::string file(const std::string& name) { return read_file(folder_ / name); }

    SceneFile scene() { return load_scene(folder_ / "flag.toml"); }

    TemporaryFolder folder_;
};

std::vector<OrderedEdge> parse_csv(const std::string& text) {
    std::istringstream lines(text);
    std::string line;
    std::getline(lines, line);
    EXPECT_EQ(line, "index,first,second,class,rest_length");
    const std::map<std::string, EdgeClass> classes{
        {"sideways", EdgeClass::sideways}, {"down", EdgeClass::down}, {"askew", EdgeClass::askew}};
    std::vector<OrderedEdge> edges;
    while (std::getline(lines, line)) {
        std::istringstream fields(line);
        std::array<std::string, 5> field;
        for (std::string& f : field) std::getline(fields, f, ',');
        EXPECT_EQ(field[0], std::to_string(edges.size()));
        edges.push_back({std::stoi(field[1]), std::stoi(field[2]), std::stod(field[4]), classes.at(field[3])});
    }
    return edges;
}

TEST_F(MapCommand, WritesTheListAPictureAndAMesh) {
    const CommandResult result = run({"map", "flag.toml", "--size", "320x240"});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_TRUE(has(result.out, "particles       187, 11 fixed, 0 not reached\n")) << result.out;
    EXPECT_TRUE(has(result.out, "corrections     ")) << result.out;
    EXPECT_TRUE(result.out.ends_with("out/flag-map/map.png\n")) << result.out;
    EXPECT_EQ(all_in(folder_ / "out"), (Words{"flag-map", "flag-map/map.csv", "flag-map/map.ply", "flag-map/map.png"}));
    EXPECT_EQ(parse_png(file("out/flag-map/map.png"), "map.png").size, (ImageSize{320, 240}));
    const SceneFile scene = this->scene();
    EXPECT_EQ(parse_csv(file("out/flag-map/map.csv")),
              CorrectionOrder(scene.model, {}).list(scene.model.cloths[0].groups.at("left")));
}

TEST_F(MapCommand, TheMeshTellsWhenEachParticleIsReached) {
    EXPECT_EQ(run({"map", "flag.toml", "--size", "64x48", "--out", "map", "--quiet"}).out, "");
    const Model model = scene().model;
    const std::vector<OrderedEdge> edges = parse_csv(file("map/map.csv"));
    const std::string ply = file("map/map.ply");
    const std::string end = "end_header\n";
    const std::string head = ply.substr(0, ply.find(end));
    EXPECT_TRUE(has(head,
                    "element vertex 187\nproperty float x\nproperty float y\nproperty float z\n"
                    "property uchar red\nproperty uchar green\nproperty uchar blue\n"
                    "property int first_edge\nproperty int visits\nelement face 320\n"))
        << head;
    const std::size_t vertices = head.size() + end.size(), faces = vertices + 187 * 23;
    ASSERT_EQ(ply.size(), faces + 320 * 13);
    const std::vector<int>& fixed = model.cloths[0].groups.at("left");
    for (std::size_t i = 0; i < 187; ++i) {
        const std::size_t place = vertices + 23 * i;
        const auto leads_here = [&](const OrderedEdge& edge) { return edge.second == static_cast<int>(i); };
        const auto first = std::find_if(edges.begin(), edges.end(), leads_here);
        EXPECT_EQ(f32_at(ply, place), static_cast<float>(model.positions[i].x()));
        EXPECT_EQ(i32_at(ply, place + 15), first == edges.end() ? -1 : first - edges.begin());
        EXPECT_EQ(i32_at(ply, place + 19), std::count_if(edges.begin(), edges.end(), leads_here));
        const bool is_fixed = std::find(fixed.begin(), fixed.end(), static_cast<int>(i)) != fixed.end();
        EXPECT_EQ(ply.substr(place + 12, 3) == "\x14\x14\x14", is_fixed);
    }
    EXPECT_EQ(ply[faces], 3);
    EXPECT_EQ(i32_at(ply, faces + 1), model.triangles[0].particles[0]);
}

TEST_F(MapCommand, OrderAndLimitAreThoseThatWereAskedFor) {
    const Words words{"map",     "flag.toml", "--size", "64x48", "--order", "askew,down,sideways",
                      "--limit", "3",         "--out",  "a"};
    EXPECT_EQ(run(words).status, 0);
    const SceneFile scene = this->scene();
    OrderSettings settings;
    settings.classes = {EdgeClass::askew, EdgeClass::down, EdgeClass::sideways};
    settings.visit_limit = 3;
    EXPECT_EQ(parse_csv(file("a/map.csv")),
              CorrectionOrder(scene.model, settings).list(scene.model.cloths[0].groups.at("left")));
}

TEST_F(MapCommand, DownIsWhereGravityPulls) {
    EXPECT_EQ(run({"map", "flag.toml", "--size", "64x48", "--set", "world.gravity=[1, 0, 0]", "--out", "a"}).status, 0);
    const SceneFile scene = this->scene();
    OrderSettings settings;
    settings.down = Vec3::UnitX();
    EXPECT_EQ(parse_csv(file("a/map.csv")),
              CorrectionOrder(scene.model, settings).list(scene.model.cloths[0].groups.at("left")));
}

TEST_F(MapCommand, BeginsWithWhatIsHeldInAllDirectionsAtTheStart) {
    // A pin that comes later, one that lets a particle slide, two that hold one particle together.
    const auto fixed_with = [&](const std::string& pins) {
        const CommandResult result =
            run({"map", "flag.toml", "--size", "64x48", "--set", "pin=[" + pins + "]", "--out", "a"});
        return result.status == 0 ? result.out.substr(0, result.out.find(" fixed")) : std::to_string(result.status);
    };
    const std::string corner = "{corner=\"top-left\"}", late = "{corner=\"top-right\", from=1}";
    const std::string over = "{corner=\"top-right\", until=0}", begun = "{corner=\"top-right\", from=0, until=1}";
    const std::string slide = "{corner=\"top-right\", slide={line={direction=[1, 0, 0]}}}";
    const std::string axis = "{corner=\"top-right\", hold=[\"x\"]}";
    EXPECT_EQ(fixed_with(corner), "particles       187, 1");
    EXPECT_EQ(fixed_with(corner + "," + late), "particles       187, 1");
    EXPECT_EQ(fixed_with(corner + "," + over), "particles       187, 1");
    EXPECT_EQ(fixed_with(corner + "," + begun), "particles       187, 2");
    EXPECT_EQ(fixed_with(corner + "," + slide), "particles       187, 1");
    EXPECT_EQ(fixed_with(corner + "," + slide + "," + axis), "particles       187, 2");
    EXPECT_EQ(fixed_with(late), "2");
}

TEST_F(MapCommand, RefusesWhatItCannotUseAndWritesNothing) {
    expect_failure(2, {"map"}, "SCENE");
    expect_failure(2, {"map", "flga"}, "flga");
    expect_failure(2, {"map", "flag.toml", "--order", "sideways,down"}, "each class once");
    expect_failure(2, {"map", "flag.toml", "--order", "sideways,down,down"}, "each class once");
    expect_failure(2, {"map", "flag.toml", "--order", "sideways,down,askew,down"}, "each class once");
    expect_failure(2, {"map", "flag.toml", "--order", "sideways,donw,askew"}, "did you mean \"down\"?");
    expect_failure(2, {"map", "flag.toml", "--order", ""}, "order");
    expect_failure(2, {"map", "flag.toml", "--order", "sideways,down,askew,"}, "order");
    expect_failure(2, {"map", "flag.toml", "--limit", "0"}, "--limit");
    expect_failure(2, {"map", "flag.toml", "--limit", "two"}, "--limit");
    expect_failure(2, {"map", "flag.toml", "--size", "0x0"}, "WIDTHxHEIGHT");
    expect_failure(2, {"map", "flag.toml", "--set", "nonsense"}, "nonsense");
    expect_failure(2, {"map", "flag.toml", "--set", "pin=[]"}, "flag.toml: nothing holds a particle");
    expect_failure(3, {"map", "none.toml"}, "none.toml");
    expect_failure(3, {"map", "flag.toml", "--out", "flag.toml"}, "flag.toml");
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
    EXPECT_EQ(file("flag.toml"), kFlag);
}

TEST_F(MapCommand, ReplacesItsOwnFilesAndNoOthers) {
    const Words words{"map", "flag.toml", "--size", "64x48", "--out", "map"};
    std::filesystem::create_directory(folder_ / "map");
    write_file(folder_ / "map" / "mine.txt", "mine");
    EXPECT_EQ(run(words).status, 0);
    const std::string png = file("map/map.png"), ply = file("map/map.ply"), csv = file("map/map.csv");
    write_file(folder_ / "map" / "map.csv", "old");
    EXPECT_EQ(run(words).status, 0);
    EXPECT_EQ(all_in(folder_ / "map"), (Words{"map.csv", "map.ply", "map.png", "mine.txt"}));
    EXPECT_EQ(file("map/map.csv"), csv);
    EXPECT_EQ(file("map/map.ply"), ply);
    EXPECT_EQ(file("map/map.png"), png);
    EXPECT_EQ(file("map/mine.txt"), "mine");
}

TEST_F(MapCommand, FilesThatDoNotFitAreAnIoErrorAndLeaveNoHalfFile) {
    EXPECT_EQ(run({"map", "flag.toml", "--size", "64x48", "--out", "map"}).status, 0);
    const std::string csv = file("map/map.csv");
    {
        const FileSizeLimit limit(1000);
        const CommandResult result = run({"map", "flag.toml", "--size", "64x48", "--limit", "5", "--out", "map"});
        EXPECT_EQ(result.status, 3) << result.err;
        EXPECT_TRUE(has(result.err, "map/map.csv")) << result.err;
    }
    EXPECT_EQ(all_in(folder_ / "map"), kMapFiles);
    EXPECT_EQ(file("map/map.csv"), csv);
}

}  // namespace
}  // namespace pleat
