// docs/scene.md names the keys that the reader knows, all of them and no others, and its examples can be read.
#include <cctype>
#include <fstream>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include <pleat/io/scene_file.hpp>

#include "tests/io/temporary_folder.hpp"
#include "tests/support/places.hpp"

namespace pleat {
namespace {

// Uses every kind of table, so that the reader asks for every key there is.
const char* const kEverything = R"(
method = {preset = "directional"}
steps = {}
time = {}
world = {wind = {}}
output = {}
fabric.NAME = {stretch = {}, shear = {}, bend = {}, strain = {}}
[[cloth]]
grid = {}
place = {}
[[cloth.region]]
box_uv = {min = [-1, -1], max = [1, 1]}
rest_stretch = 1
[[cloth.region]]
box = {min = [-1, -1, -1], max = [1, 1, 1]}
rest_stretch = 1
[[cloth]]
name = "other"
disc = {}
[[pin]]
cloth = "cloth"
box = {min = [-1, -1, -1], max = [1, 1, 1]}
slide = {curve = {points = [[0, 0, 0], [1, 0, 0]]}}
motion = [
  {sine = {amplitude = [0, 0, 0], period = 1}},
  {circle = {radius = [1, 0, 0], axis = [0, 1, 0], period = 1}},
  {rotation = {axis = [0, 1, 0], rate = 1}},
]
[[pin]]
cloth = "cloth"
particle = 0
slide = {line = {direction = [0, 1, 0]}}
[[pin]]
cloth = "cloth"
particle = 1
slide = {plane = {normal = [0, 1, 0]}}
[[pin]]
cloth = "cloth"
particle = 2
slide = {sphere = {center = [0, 1, 0], radius = 1}}
[[pin]]
cloth = "cloth"
particle = 3
slide = {cylinder = {point = [0, 1, 0], axis = [0, 1, 0], radius = 1}}
[[order]]
cloth = "cloth"
box = {min = [-1, -1, -1], max = [1, 1, 1]}
[[solid]]
plane = {}
place = {}
motion = [
  {sine = {amplitude = [0, 0, 0], period = 1}},
  {circle = {radius = [1, 0, 0], axis = [0, 1, 0], period = 1}},
  {rotation = {axis = [0, 1, 0], rate = 1}},
]
[[solid]]
box = {size = [1, 1, 1]}
[[solid]]
sphere = {}
[[solid]]
capsule = {}
[[solid]]
cylinder = {}
[[solid]]
cone = {}
[[solid]]
obj = "mesh_0.obj"
sequence = {obj = "mesh_#.obj"}
)";

// What does not go with the method of that.
const char* const kContract = R"(
method = {preset = "impulses"}
strain = {}
[[cloth]]
grid = {}
)";

// "pin.3.motion.0.sine" -> "pin.motion.sine"
std::string without_indices(const std::string& path) {
    std::istringstream parts(path);
    std::string out;
    for (std::string part; std::getline(parts, part, '.');) {
        if (std::isdigit(static_cast<unsigned char>(part[0])) == 0) out += (out.empty() ? "" : ".") + part;
    }
    return out;
}

std::set<std::string> keys_of_reader() {
    const TemporaryFolder folder;
    std::ofstream(folder / "mesh_0.obj") << "v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n";
    std::set<std::string> keys;
    for (const char* text : {kEverything, kContract}) {
        for (const std::string& key : known_keys({text, folder / "everything.toml", {}})) {
            keys.insert(without_indices(key));
        }
    }
    return keys;
}

std::vector<std::string> lines_of_reference() {
    std::ifstream in(test::source_path("docs/scene.md"));
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

// The texts between backquotes.
std::vector<std::string> quoted(const std::string& line) {
    std::vector<std::string> texts;
    for (std::size_t begin = line.find('`'); begin != std::string::npos; begin = line.find('`', begin)) {
        const std::size_t end = line.find('`', begin + 1);
        texts.push_back(line.substr(begin + 1, end - begin - 1));
        begin = end + 1;
    }
    return texts;
}

// The first cell of every row, below the names of its section: several tables may have the same keys.
std::set<std::string> keys_of_reference() {
    std::set<std::string> keys;
    std::vector<std::string> sections;
    for (const std::string& line : lines_of_reference()) {
        if (line.rfind("## ", 0) == 0) {
            sections = quoted(line);
            for (std::string& name : sections) std::erase_if(name, [](char c) { return c == '[' || c == ']'; });
        }
        if (line.rfind("| `", 0) != 0) continue;
        const std::string key = quoted(line).front();
        if (sections.empty()) keys.insert(key);
        for (const std::string& section : sections) keys.insert(section + "." + key);
    }
    return keys;
}

TEST(SceneReference, NamesTheKeysThatTheReaderKnows) {
    const std::set<std::string> known = keys_of_reader();
    const std::set<std::string> written = keys_of_reference();
    EXPECT_GT(known.size(), 100u);
    for (const std::string& key : known) EXPECT_TRUE(written.contains(key)) << key << " is not in docs/scene.md";
    for (const std::string& key : written) EXPECT_TRUE(known.contains(key)) << key << " is in docs/scene.md, not read";
}

TEST(SceneReference, ExamplesCanBeRead) {
    std::string example;
    bool is_inside = false;
    int examples = 0;
    for (const std::string& line : lines_of_reference()) {
        if (line == "```toml") {
            is_inside = true;
            example.clear();
        } else if (line == "```" && is_inside) {
            is_inside = false;
            ++examples;
            const bool needs_file = example.find("obj =") != std::string::npos;
            const bool is_part = example.find("skirt") != std::string::npos;  // of another example's cloth
            if (needs_file || is_part) continue;
            const bool has_cloth = example.find("[[cloth]]") != std::string::npos;
            EXPECT_NO_THROW(parse_scene((has_cloth ? "" : "[[cloth]]\ngrid = {}\n") + example, "example.toml"))
                << example;
        } else if (is_inside) {
            example += line + "\n";
        }
    }
    EXPECT_GE(examples, 10);
}

}  // namespace
}  // namespace pleat
