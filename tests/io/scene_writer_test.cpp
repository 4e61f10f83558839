#include <filesystem>

#include <gtest/gtest.h>

#include <pleat/io/file.hpp>
#include <pleat/io/scene_writer.hpp>

#include "tests/support/places.hpp"

namespace pleat::test {
namespace {

namespace fs = std::filesystem;

TEST(SceneWriter, WritesEverySceneAsOneThatSaysTheSameFromAnotherFolder) {
    for (const auto& entry : fs::directory_iterator(source_path("scenes"))) {
        if (entry.path().extension() != ".toml") continue;
        const SceneText source{
            read_file(entry.path()), entry.path(), {"time.frame_rate=24", "world.gravity=[0, -1.62, 0]"}};
        const std::string written = format_scene(source);
        const SceneFile scene = parse_scene(source), again = parse_scene(written, "/elsewhere/again.toml");
        EXPECT_EQ(again.fingerprint, scene.fingerprint) << entry.path() << "\n" << written;
        EXPECT_EQ(again.title, scene.title);
        EXPECT_EQ(again.frames, scene.frames);
    }
}

TEST(SceneWriter, KeepsTextsKeysAndNumbersToTheBit) {
    const std::string text =
        "title = \"a \\\"b\\\" \\\\ \\u0001 \\t é\"\n[fabric.\"odd name\"]\ndensity = 0.1234567890123456789\n"
        "[[cloth]]\nfabric = \"odd name\"\ngrid = {size = [1, 1], cells = [2, 2]}\n"
        "[[pin]]\ncorner = \"top-left\"\nuntil = inf\n";
    const SceneText source{text, "odd.toml", {}};
    const SceneFile scene = parse_scene(source), again = parse_scene(format_scene(source), "odd.toml");
    EXPECT_EQ(again.title, scene.title);
    EXPECT_EQ(again.fingerprint, scene.fingerprint);
    EXPECT_EQ(format_scene({format_scene(source), "odd.toml", {}}), format_scene(source));
}

}  // namespace
}  // namespace pleat::test
