// The solids in the folder of a run.
#include <gtest/gtest.h>

#include <pleat/io/file.hpp>
#include <pleat/io/obj_reader.hpp>
#include <pleat/io/run_folder.hpp>
#include <pleat/io/stats_json.hpp>
#include <pleat/mesh/grid.hpp>
#include <pleat/shapes/make_surface.hpp>

#include "expect_error.hpp"
#include "temporary_folder.hpp"

namespace pleat {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

Solid floor() {
    Solid solid;
    solid.name = "floor";
    solid.shape = "plane";
    solid.surface = std::make_shared<Surface>(make_plane({.half_size = 2, .cells = 2}));
    return solid;
}

Solid ball() {
    Solid solid;
    solid.name = "ball";
    solid.shape = "sphere";
    solid.color = "#112233";
    solid.surface = std::make_shared<Surface>(make_sphere({0.3, 4}));
    solid.motion.parts.push_back({SineTranslation{{1, 0, 0}, 4, 0.5}, 0, kForever});
    return solid;
}

Simulation cloth_and(const std::vector<Solid>& solids) {
    ClothSource source;
    source.mesh = make_grid({.size = {0.5, 0.5}, .cells = {4, 4}});
    source.fabric = named_fabric("cotton");
    ModelBuilder builder;
    builder.add(source);
    Scene scene;
    scene.pins.push_back({.name = "pin", .particles = {0}, .hold = HoldDirections{}, .motion = {}});
    scene.solids = solids;
    SimulationSettings settings;
    settings.threads = 1;
    return Simulation(builder.build(), scene, settings);
}

RunAccount account_of(const Simulation& simulation) { return make_account(simulation, "A ball", "ball.toml"); }

void go_on(Simulation& simulation, RunFolder& run, int last) {
    while (simulation.state().frame < last) {
        simulation.advance_frame();
        run.add_frame(simulation);
    }
}

void compute(const fs::path& folder, const std::vector<Solid>& solids, int last) {
    Simulation simulation = cloth_and(solids);
    RunFolder run = RunFolder::begin({.folder = folder}, simulation, account_of(simulation));
    go_on(simulation, run, last);
    run.publish(simulation, RunStatus::finished);
}

TEST(SolidFiles, HoldAMeshOfEachAndTheFramesOfThoseThatMove) {
    const TemporaryFolder folder;
    compute(folder / "run", {floor(), ball()}, 3);
    EXPECT_EQ(names_in(folder / "run/solids"), (Names{"ball.obj", "ball.pc2", "floor.obj"}));
    std::vector<Vec3> positions;
    ball().place(0, positions);
    const TriangleMesh mesh = read_obj(folder / "run/solids/ball.obj");
    EXPECT_EQ(mesh.positions, positions) << "as in frame 0, to the bit";
    EXPECT_EQ(mesh.triangles, ball().surface->triangles);
    const Pc2Reader cache(folder / "run/solids/ball.pc2");
    ASSERT_EQ(cache.header().samples, 4);
    ball().place(3.0 / 30, positions);
    EXPECT_LT((cache.read_sample(3)[5] - positions[5]).norm(), 1e-6);
}

TEST(SolidFiles, AreToldInTheAccount) {
    const TemporaryFolder folder;
    compute(folder / "run", {floor(), ball()}, 1);
    const auto solids = parse_stats_head(read_file(folder / "run/stats.json"), "stats.json").account.solids;
    ASSERT_EQ(solids.size(), 2u);
    EXPECT_EQ(solids[0].name, "floor");
    EXPECT_EQ(solids[0].shape, "plane");
    EXPECT_EQ(solids[0].triangles, 8);
    EXPECT_FALSE(solids[0].is_moving);
    EXPECT_EQ(solids[0].color, "");
    EXPECT_EQ(solids[1].positions, static_cast<int>(ball().surface->positions.size()));
    EXPECT_TRUE(solids[1].is_moving);
    EXPECT_EQ(solids[1].color, "#112233");
}

TEST(SolidFiles, OfAResumedRunAreThoseOfAnUndisturbedOne) {
    const TemporaryFolder folder;
    const std::vector<Solid> solids{floor(), ball()};
    compute(folder / "whole", solids, 8);
    const RunFolderSettings settings{.folder = folder / "parts", .checkpoint_interval = 0};
    {
        Simulation simulation = cloth_and(solids);
        RunFolder run = RunFolder::begin(settings, simulation, account_of(simulation));
        go_on(simulation, run, 3);  // and is lost without being published
        EXPECT_EQ(names_in(folder / "parts/solids"), (Names{"ball.obj", "ball.pc2.part", "floor.obj"}));
    }
    for (const int last : {5, 8}) {
        Simulation simulation = cloth_and(solids);
        RunFolder run = RunFolder::resume(settings, simulation, account_of(simulation));
        go_on(simulation, run, last);
        run.publish(simulation, RunStatus::finished);
    }
    for (const char* file : {"cloth.pc2", "solids/ball.pc2", "solids/ball.obj", "solids/floor.obj"}) {
        EXPECT_EQ(read_file(folder / "parts" / file), read_file(folder / "whole" / file)) << file;
    }
}

TEST(SolidFiles, OfAnOldRunAreRemovedAndForeignOnesLeftAlone) {
    const TemporaryFolder folder;
    compute(folder / "run", {floor(), ball()}, 1);
    write_file(folder / "run/solids/mine.obj", "mine");
    write_file(folder / "run/solids/.ball.obj.1.2.tmp", "left over");
    compute(folder / "run", {}, 1);
    EXPECT_EQ(names_in(folder / "run/solids"), Names{"mine.obj"});
    fs::remove(folder / "run/solids/mine.obj");
    compute(folder / "run", {}, 1);
    EXPECT_FALSE(fs::exists(folder / "run/solids"));
}

TEST(SolidFiles, ThatAreMissingAreNamedWhenARunIsResumed) {
    const TemporaryFolder folder;
    compute(folder / "run", {ball()}, 1);
    fs::remove(folder / "run/solids/ball.pc2");
    Simulation simulation = cloth_and({ball()});
    const std::string message = error_of(
        ErrorKind::io, [&] { RunFolder::resume({.folder = folder / "run"}, simulation, account_of(simulation)); });
    EXPECT_NE(message.find("solids/ball.pc2"), std::string::npos) << message;
}

}  // namespace
}  // namespace pleat
