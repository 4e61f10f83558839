// Every scene that comes with Pleat is complete and runs for a few frames; a new one is tested by being there.
#include <algorithm>
#include <cmath>
#include <filesystem>

#include <gtest/gtest.h>

#include <pleat/core/error.hpp>
#include <pleat/io/scene_file.hpp>

#include "tests/support/effort.hpp"
#include "tests/support/places.hpp"

namespace pleat::test {
namespace {

std::vector<std::string> scene_names() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(source_path("scenes"))) {
        if (entry.path().extension() == ".toml") names.push_back(entry.path().stem());
    }
    std::sort(names.begin(), names.end());
    return names;
}

class EveryScene : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryScene, RunsWithOneHashForAnyNumberOfThreads) {
    const SceneFile file = load_scene(source_path("scenes/" + GetParam() + ".toml"));
    EXPECT_FALSE(file.title.empty());
    EXPECT_FALSE(file.description.empty());
    std::vector<std::uint64_t> hashes;
    for (const int threads : effort<std::vector<int>>({1, 2, 4}, {1, 3})) {
        SimulationSettings settings = file.settings;
        settings.threads = threads;
        settings.settle = std::min(settings.settle, 0.05);
        Simulation simulation(file.model, file.scene, settings);
        const int frames = effort(3, 1);
        while (simulation.state().frame < frames) simulation.advance_frame();
        // In one frame the ball of fast-ball has not reached the cloth.
        if (frames > 1) {
            EXPECT_GT(simulation.frame_stats().rms_speed, 0);
        }
        EXPECT_LT(simulation.frame_stats().max_constraint_error, 1e-3);
        hashes.push_back(simulation.frame_stats().hash);
    }
    for (const std::uint64_t hash : hashes) EXPECT_EQ(hash, hashes[0]);
}

// By the one word that names the method, or it is refused with a reason.
TEST_P(EveryScene, RunsWithEveryMethodOrIsRefusedWithAReason) {
    const std::string path = source_path("scenes/" + GetParam() + ".toml");
    for (const MethodPreset& preset : method_presets()) {
        const std::vector<std::string> overrides{"method.preset=\"" + preset.name + "\""};
        try {
            const SceneFile file = load_scene(path, overrides);
            SimulationSettings settings = file.settings;
            settings.settle = std::min(settings.settle, 0.05);
            Simulation simulation(file.model, file.scene, settings);
            while (simulation.state().frame < 1) simulation.advance_frame();
            EXPECT_EQ(simulation.frame_stats().crossings, 0) << preset.name;
            EXPECT_TRUE(std::isfinite(simulation.frame_stats().max_speed)) << preset.name;
            EXPECT_LT(simulation.frame_stats().max_constraint_error, 1e-3) << preset.name;
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::bad_input) << preset.name;
            EXPECT_NE(std::string(error.what()).find("only"), std::string::npos) << error.what();
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Scenes, EveryScene, ::testing::ValuesIn(scene_names()), [](const auto& which) {
    std::string name = which.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

}  // namespace
}  // namespace pleat::test
