#include <pleat/core/error.hpp>
#include <pleat/io/file.hpp>
#include <pleat/io/run_folder.hpp>
#include <pleat/io/stats_json.hpp>
#include <pleat/mesh/grid.hpp>

#include "expect_error.hpp"
#include "temporary_folder.hpp"

namespace pleat {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

constexpr std::uint64_t kFingerprint = 7;

Simulation small_cloth(Real settle = 0, const MethodSettings& method = {}, bool record_moves = false) {
    ClothSource source;
    source.mesh = make_grid({.size = {0.5, 0.5}, .cells = {4, 4}});
    source.fabric = named_fabric("cotton");
    ModelBuilder builder;
    builder.add(source);
    Scene scene;
    Pin pin;
    pin.particles = {0};
    scene.pins.push_back(pin);
    SimulationSettings settings;
    settings.settle = settle;
    settings.method = method;
    settings.threads = 1;
    settings.record_moves = record_moves;
    return Simulation(builder.build(), scene, settings);
}

RunAccount account_of(const Simulation& simulation) { return make_account(simulation, "A corner", "corner.toml"); }

RunFolder begin(const RunFolderSettings& settings, const Simulation& simulation) {
    return RunFolder::begin(settings, simulation, account_of(simulation));
}

void compute(Simulation& simulation, RunFolder& run, int last) {
    while (simulation.state().frame < last) {
        simulation.advance_frame();
        run.add_frame(simulation);
    }
}

// A run from the beginning to frame `last`.
void compute_all(const RunFolderSettings& settings, int last) {
    Simulation simulation = small_cloth();
    RunFolder run = begin(settings, simulation);
    compute(simulation, run, last);
    run.publish(simulation, RunStatus::finished);
}

std::string hash_in(const fs::path& folder) {
    const RunFiles files{folder};
    return parse_stats_head(read_file(files.stats()), "stats.json").hash;
}

TEST(RunFolder, HoldsTheFilesThatWereAskedFor) {
    const TemporaryFolder folder;
    compute_all({.folder = folder / "run", .output = {.obj = true, .ply = true}, .fingerprint = kFingerprint}, 2);
    EXPECT_EQ(names_in(folder / "run"),
              (Names{"cloth.obj", "cloth.pc2", "energy.csv", "obj", "ply", "state.pleat", "stats.json"}));
    EXPECT_EQ(names_in(folder / "run/obj"), (Names{"cloth_0000.obj", "cloth_0001.obj", "cloth_0002.obj"}));
    EXPECT_EQ(names_in(folder / "run/ply"), (Names{"cloth_0000.ply", "cloth_0001.ply", "cloth_0002.ply"}));
    const Pc2Header header = read_pc2_header(folder / "run/cloth.pc2");
    EXPECT_EQ(header.points, 25);
    EXPECT_EQ(header.samples, 3);
}

TEST(RunFolder, WithoutFormatsThereAreOnlyMeshAccountAndCheckpoint) {
    const TemporaryFolder folder;
    compute_all({.folder = folder / "run", .output = {.pc2 = false}, .fingerprint = kFingerprint}, 1);
    EXPECT_EQ(names_in(folder / "run"), (Names{"cloth.obj", "energy.csv", "state.pleat", "stats.json"}));
}

TEST(RunFolder, MeshAndFirstSampleAreTheClothAfterSettling) {
    const TemporaryFolder folder;
    Simulation simulation = small_cloth(0.2);
    RunFolder run = begin({.folder = folder / "run", .fingerprint = kFingerprint}, simulation);
    EXPECT_TRUE(run.account().frames.empty());
    compute(simulation, run, 0);
    run.publish(simulation, RunStatus::finished);
    const Vec3 last = Pc2Reader(folder / "run/cloth.pc2").read_sample(0).back();
    EXPECT_LT((last - simulation.state().position.back()).norm(), 1e-6);
    EXPECT_GT((last - simulation.model().positions.back()).norm(), 1e-3);
}

TEST(RunFolder, AResumedRunEndsLikeAnUndisturbedOne) {
    const TemporaryFolder folder;
    compute_all({.folder = folder / "whole", .fingerprint = kFingerprint}, 8);
    const RunFolderSettings settings{.folder = folder / "parts", .fingerprint = kFingerprint, .checkpoint_interval = 0};
    {
        Simulation simulation = small_cloth();
        RunFolder run = begin(settings, simulation);
        compute(simulation, run, 3);  // and is lost without being published
    }
    for (const int last : {5, 8}) {
        Simulation simulation = small_cloth();
        RunFolder run = RunFolder::resume(settings, simulation, account_of(simulation));
        compute(simulation, run, last);
        run.publish(simulation, RunStatus::finished);
    }
    EXPECT_EQ(hash_in(folder / "parts"), hash_in(folder / "whole"));
    EXPECT_EQ(read_file(folder / "parts/cloth.pc2"), read_file(folder / "whole/cloth.pc2"));
    EXPECT_EQ(read_file(folder / "parts/energy.csv"), read_file(folder / "whole/energy.csv"));
}

TEST(RunFolder, AResumedRunOfEveryIntegratorEndsLikeAnUndisturbedOne) {
    for (const TimeIntegrator integrator : {TimeIntegrator::backward_euler, TimeIntegrator::generalized_alpha,
                                            TimeIntegrator::bdf2, TimeIntegrator::midpoint}) {
        MethodSettings method;
        method.integrator = integrator;
        const TemporaryFolder folder;
        for (const char* name : {"whole", "parts"}) {
            const RunFolderSettings settings{
                .folder = folder / name, .fingerprint = kFingerprint, .checkpoint_interval = 0};
            Simulation first = small_cloth(0, method);
            RunFolder begun = begin(settings, first);
            compute(first, begun, name == std::string("whole") ? 8 : 3);
            begun.publish(first, RunStatus::finished);
        }
        {
            const RunFolderSettings settings{.folder = folder / "parts", .fingerprint = kFingerprint};
            Simulation second = small_cloth(0, method);
            RunFolder resumed = RunFolder::resume(settings, second, account_of(second));
            compute(second, resumed, 8);
            resumed.publish(second, RunStatus::finished);
        }
        EXPECT_EQ(hash_in(folder / "parts"), hash_in(folder / "whole"));
        EXPECT_EQ(read_file(folder / "parts/energy.csv"), read_file(folder / "whole/energy.csv"));
    }
}

TEST(RunFolder, FramesAfterTheCheckpointAreComputedAgain) {
    const TemporaryFolder folder;
    compute_all({.folder = folder / "whole", .fingerprint = kFingerprint}, 6);
    const RunFolderSettings settings{
        .folder = folder / "parts", .fingerprint = kFingerprint, .checkpoint_interval = 1e9};
    {
        Simulation simulation = small_cloth();
        RunFolder run = begin(settings, simulation);
        compute(simulation, run, 4);  // the only checkpoint is that of frame 0
    }
    Simulation simulation = small_cloth();
    RunFolder run = RunFolder::resume(settings, simulation, account_of(simulation));
    EXPECT_EQ(simulation.state().frame, 0);
    compute(simulation, run, 6);
    run.publish(simulation, RunStatus::finished);
    EXPECT_EQ(read_file(folder / "parts/cloth.pc2"), read_file(folder / "whole/cloth.pc2"));
}

TEST(RunFolder, ARunThatGoesOnHasNoEnergyTableOfBefore) {
    const TemporaryFolder folder;
    const RunFolderSettings settings{.folder = folder / "run", .fingerprint = kFingerprint};
    compute_all(settings, 2);
    Simulation simulation = small_cloth();
    RunFolder run = RunFolder::resume(settings, simulation, account_of(simulation));
    EXPECT_FALSE(fs::exists(folder / "run/energy.csv"));
    compute(simulation, run, 4);
    run.publish(simulation, RunStatus::finished);
    const std::string table = read_file(folder / "run/energy.csv");
    EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 6) << "names and frames 0 to 4";
}

Simulation recorded_cloth(bool record_moves = true) {
    MethodSettings method;
    method.preset = "interactive";
    method.cloth_contact = false;
    return small_cloth(0, method, record_moves);
}

TEST(RunFolder, WhatCorrectionsMovedHasARowAFrameAlsoWhenResumed) {
    const TemporaryFolder folder;
    const RunFolderSettings whole{.folder = folder / "whole", .fingerprint = kFingerprint};
    const RunFolderSettings parts{.folder = folder / "parts", .fingerprint = kFingerprint, .checkpoint_interval = 1e9};
    const Names tables{"fail_safe.csv", "limits.csv", "push_out.csv", "untangle.csv"};
    std::string expected;
    {
        Simulation simulation = recorded_cloth();
        RunFolder run = begin(whole, simulation);
        compute(simulation, run, 5);
        run.publish(simulation, RunStatus::finished);
        EXPECT_EQ(names_in(folder / "whole/moved"), tables);
        expected = read_file(folder / "whole/moved/limits.csv");
        EXPECT_EQ(std::count(expected.begin(), expected.end(), '\n'), 6) << "frames 0 to 5";
        EXPECT_EQ(std::count(expected.begin(), expected.end(), ','), 6 * 24) << "25 particles";
        const std::string last = expected.substr(expected.rfind('\n', expected.size() - 2) + 1);
        EXPECT_FLOAT_EQ(std::stof(last.substr(last.rfind(',') + 1)),
                        static_cast<float>(simulation.frame_moves().by[mover_of(CorrectionKind::limits)].back()));
    }
    {
        Simulation simulation = recorded_cloth();
        RunFolder run = begin(parts, simulation);
        compute(simulation, run, 2);
        run.publish(simulation, RunStatus::interrupted);
    }
    {
        Simulation simulation = recorded_cloth();
        RunFolder run = RunFolder::resume(parts, simulation, account_of(simulation));
        compute(simulation, run, 4);  // and frame 4 is lost
    }
    Simulation simulation = recorded_cloth();
    RunFolder run = RunFolder::resume(parts, simulation, account_of(simulation));
    EXPECT_EQ(simulation.state().frame, 3);
    compute(simulation, run, 5);
    run.publish(simulation, RunStatus::finished);
    EXPECT_EQ(read_file(folder / "parts/moved/limits.csv"), expected);
    EXPECT_EQ(names_in(folder / "parts/moved"), tables);
}

TEST(RunFolder, WhatCorrectionsMovedMustBeThereFromTheStart) {
    const TemporaryFolder folder;
    const RunFolderSettings settings{.folder = folder / "run", .fingerprint = kFingerprint};
    const auto compute_until = [&](int last, bool record_moves) {
        Simulation simulation = recorded_cloth(record_moves);
        RunFolder run =
            last == 2 ? begin(settings, simulation) : RunFolder::resume(settings, simulation, account_of(simulation));
        compute(simulation, run, last);
        run.publish(simulation, RunStatus::finished);
    };
    compute_until(2, false);
    std::string refusal = error_of(ErrorKind::bad_input, [&] { compute_until(4, true); });
    EXPECT_NE(refusal.find("moved/limits.csv: the run was begun without it"), refusal.npos) << refusal;
    compute_until(2, true);
    const fs::path table = folder / "run/moved/limits.csv";
    write_file(table, read_file(table).substr(0, 60));
    refusal = error_of(ErrorKind::bad_input, [&] { compute_until(4, true); });
    EXPECT_NE(refusal.find("lacks lines before the checkpoint"), refusal.npos) << refusal;
    // Without, the tables would not be true any more.
    compute_until(4, false);
    EXPECT_FALSE(fs::exists(folder / "run/moved"));
}

TEST(RunFolder, TellsWhatAFolderHolds) {
    const TemporaryFolder folder;
    const RunFiles files{folder / "run"};
    EXPECT_EQ(look_into(files), RunFolderContents::nothing);
    Simulation simulation = small_cloth();
    const RunFolderSettings settings{.folder = files.folder, .fingerprint = kFingerprint};
    {
        RunFolder run = begin(settings, simulation);
        EXPECT_EQ(look_into(files), RunFolderContents::unfinished);
        run.publish(simulation, RunStatus::interrupted);
        EXPECT_EQ(look_into(files), RunFolderContents::unfinished);
    }
    for (const RunStatus status : {RunStatus::finished, RunStatus::cannot_go_on}) {
        RunFolder run = RunFolder::resume(settings, simulation, account_of(simulation));
        EXPECT_EQ(look_into(files), RunFolderContents::unfinished);
        run.publish(simulation, status);
        EXPECT_EQ(look_into(files), RunFolderContents::finished);
    }
    write_file(files.stats(), "not ours");
    EXPECT_EQ(look_into(files), RunFolderContents::unfinished);
}

TEST(RunFolder, ANewRunReplacesTheOldOneAndLeavesForeignFilesAlone) {
    const TemporaryFolder folder;
    compute_all({.folder = folder / "run", .output = {.obj = true, .ply = true}, .fingerprint = kFingerprint}, 3);
    write_file(folder / "run/notes.txt", "mine");
    write_file(folder / "run/obj/cloth_best.obj", "mine");
    write_file(folder / "run/.state.pleat.1.2.tmp", "left over");
    compute_all({.folder = folder / "run", .fingerprint = kFingerprint}, 1);
    EXPECT_EQ(names_in(folder / "run"),
              (Names{"cloth.obj", "cloth.pc2", "energy.csv", "notes.txt", "obj", "state.pleat", "stats.json"}));
    EXPECT_EQ(names_in(folder / "run/obj"), Names{"cloth_best.obj"});
}

TEST(RunFolder, ASecondRunInTheSameFolderIsRefused) {
    const TemporaryFolder folder;
    const RunFolderSettings settings{.folder = folder / "run", .fingerprint = kFingerprint};
    const Simulation simulation = small_cloth();
    const RunFolder run = begin(settings, simulation);
    const std::string message = error_of(ErrorKind::bad_input, [&] { begin(settings, simulation); });
    EXPECT_NE(message.find("another run"), std::string::npos) << message;
}

TEST(RunFolder, ACheckpointOfAnotherSceneIsRefusedAndNothingChanged) {
    const TemporaryFolder folder;
    compute_all({.folder = folder / "run", .fingerprint = kFingerprint}, 1);
    const Names before = names_in(folder / "run");
    Simulation simulation = small_cloth();
    error_of(ErrorKind::bad_input, [&] {
        RunFolder::resume({.folder = folder / "run", .fingerprint = kFingerprint + 1}, simulation,
                          account_of(simulation));
    });
    error_of(ErrorKind::bad_input, [&] {
        RunFolder::resume({.folder = folder / "none", .fingerprint = kFingerprint}, simulation, account_of(simulation));
    });
    EXPECT_EQ(names_in(folder / "run"), before);
}

TEST(RunFolder, AFolderThatCannotBeMadeIsAnIoError) {
    const TemporaryFolder folder;
    write_file(folder / "file", "");
    const Simulation simulation = small_cloth();
    const std::string message = error_of(ErrorKind::io, [&] { begin({.folder = folder / "file/run"}, simulation); });
    EXPECT_NE(message.find("file/run"), std::string::npos) << message;
}

TEST(RunFolder, WritingCountsAsTimeOfTheFrame) {
    const TemporaryFolder folder;
    Simulation simulation = small_cloth();
    RunFolder run = begin({.folder = folder / "run", .checkpoint_interval = 0}, simulation);
    compute(simulation, run, 1);
    for (const FrameStats& frame : run.account().frames) {
        EXPECT_GT(frame.seconds.output, 0);
        EXPECT_GE(frame.seconds.total, frame.seconds.output);
    }
}

}  // namespace
}  // namespace pleat
