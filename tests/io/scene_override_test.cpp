// Values given with --set, and what they change in the fingerprint.
#include <gtest/gtest.h>

#include <pleat/core/error.hpp>
#include <pleat/io/scene_file.hpp>

namespace pleat {
namespace {

const std::string kScene = R"(
title = "Flag"
[fabric.mine]
density = 1
[[cloth]]
grid = {cells = [2, 2]}
[[pin]]
corner = "top-left"
[[pin]]
corner = "top-right"
until = 4
motion = [{sine = {amplitude = [1, 0, 0], period = 1}}]
)";

SceneFile parse(const std::vector<std::string>& overrides) { return parse_scene(kScene, "flag.toml", overrides); }

std::string message_of(const std::string& assignment) {
    try {
        parse({assignment});
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::bad_input);
        return error.what();
    }
    return "no error";
}

TEST(SceneOverride, ReplacesAddsAndCreates) {
    EXPECT_EQ(parse({"title=\"New\""}).title, "New");
    EXPECT_EQ(parse({"time.frames=7"}).frames, 7);
    EXPECT_EQ(parse({"world.wind.velocity=[1, 2, 3]"}).scene.wind.velocity, Vec3(1, 2, 3));
    EXPECT_EQ(parse({"pin.1.until=5.5"}).scene.pins[1].until, 5.5);
    EXPECT_EQ(parse({"cloth.0.fabric=mine"}).model.fabrics.at(0).density, 1);
    EXPECT_EQ(parse({"cloth.0.grid={cells=[1, 1]}"}).model.particle_count(), 4);
    EXPECT_EQ(parse({"cloth.0.grid.cells.0=1"}).model.particle_count(), 6);
    EXPECT_EQ(parse({"pin=[]"}).scene.pins.size(), 0u);
}

TEST(SceneOverride, WhatIsNotTomlIsAString) {
    EXPECT_EQ(parse({"title=New flag, blue"}).title, "New flag, blue");
    EXPECT_EQ(parse({"method.preset=large-steps"}).settings.method.preset, "large-steps");
    EXPECT_EQ(parse({"title="}).title, "");
    EXPECT_EQ(parse({"title=a=b"}).title, "a=b");
    EXPECT_EQ(parse({"title='a'\ntime.frames=3"}).frames, 100);
}

TEST(SceneOverride, LaterOnesWin) { EXPECT_EQ(parse({"time.frames=7", "time.frames=8"}).frames, 8); }

TEST(SceneOverride, ErrorsBeginWithTheOverride) {
    const std::pair<std::string, std::string> bad[] = {
        {"fabric.mine.stretch=-3", "fabric.mine.stretch = -3; must be > 0 [N/m]"},
        {"world.gravity=[0, 1]", "world.gravity = [0, 1]; must be [x, y, z]"},
        {"world.gravity=[0, 1, nan]", "world.gravity.2 = nan; must be a finite number"},
        {"time.frmaes=3", "time.frmaes = 3; no such key (did you mean \"frames\"?)"},
        {"fabric.new.x.y=3", "fabric.new.x = a table; no such key"},
        {"world.wind.gust=.5", "world.wind.gust = \".5\"; must be a finite number >= 0"},
        {"cloth.1.fabric=denim", "there is no index 1; only 0 exists"},
        {"pin.99999999999999999999.from=1", "there is no index 99999999999999999999; 0 to 1 exist"},
        {"pin.first.from=1", "\"first\" must be the index of an array; 0 to 1 exist"},
        {"output.0=1", "output has no index 0"},
        {"title.x=1", "title is \"Flag\", which has no parts"},
        {"title", "must be key=value"},
        {"=3", "the key has an empty part"},
        {"cloth..x=3", "the key has an empty part"},
        {"a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q=1", "too many parts"},
        {"title=[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", "no error"},
    };
    for (const auto& [assignment, fragment] : bad) {
        const std::string message = message_of(assignment);
        if (fragment == "no error") {
            EXPECT_EQ(message, fragment);
            continue;
        }
        const std::string prefix = "--set " + assignment + ": ";
        EXPECT_EQ(message.substr(0, prefix.size()), prefix);
        EXPECT_NE(message.find(fragment), std::string::npos) << message;
    }
}

TEST(SceneOverride, ErrorsElsewhereKeepTheirPlace) {
    const std::string message = message_of("cloth.0={disc={}}");
    EXPECT_EQ(message.substr(0, 16), "flag.toml:8:10: ") << message;
}

TEST(SceneFingerprint, ChangesWithWhatDecidesTheResult) {
    const std::uint64_t base = parse({}).fingerprint;
    const std::string changes[] = {
        "world.gravity=[0, -9.8, 0]",
        "world.air_density=1",
        "world.wind.velocity=[0, 0, 1]",
        "world.wind.seed=2",
        "cloth.0.grid.size=[1, 2]",
        "cloth.0.fabric=mine",
        "cloth.0.velocity=[0, 0, 1]",
        "method.integrator=generalized-alpha",
        "method.integrator=bdf2",
        "method.integrator=midpoint",
        "method={integrator=\"generalized-alpha\", rho=0.5}",
        "method.newton=2",
        "method.scaling=paper",
        "method.bend=hinge",
        "method.linearize=start",
        "method.tolerance=0.1",
        "method.max_iterations=7",
        "steps.max=0.001",
        "steps.min=1e-7",
        "steps.max_stretch_change=0.2",
        "time.frame_rate=25",
        "time.settle=1",
        "pin=[]",
        "pin.0.hold=[\"x\"]",
        "pin.0.slide={sphere={center=[0, 0, 0], radius=1}}",
        "pin.0.slide={plane={normal=[0, 0, 1], point=[0, 0, 0]}}",
        "pin.0.slide={curve={points=[[0, 0, 0], [0, 0, 1]]}}",
        "pin.0.from=1",
        "pin.1.until=5",
        "pin.1.corner=bottom-left",
        "pin.1.motion.0.sine.phase=1",
        "pin.1.motion.0.from=1",
        "pin.0.motion={keyframes=[[0, 0, 0, 0], [1, 0, 0, 1]]}",
        "pin.0.motion={rotation={axis=[0, 1, 0], rate=1}}",
        "solid=[{sphere={rings=4}}]",
        "solid=[{sphere={rings=5}}]",
        "solid=[{sphere={rings=4}, place={scale=2}}]",
        "solid=[{sphere={rings=4}, thickness=0.01}]",
        "solid=[{sphere={rings=4}, friction=0.1}]",
        "solid=[{sphere={rings=4}, two_sided=true}]",
        "solid=[{sphere={rings=4}, motion={rotation={axis=[0, 1, 0], rate=1}}}]",
        "solid=[{sphere={rings=4}, motion={rotation={axis=[0, 1, 0], rate=2}}}]",
    };
    std::set<std::uint64_t> seen{base};
    for (const std::string& change : changes) EXPECT_TRUE(seen.insert(parse({change}).fingerprint).second) << change;
}

TEST(SceneFingerprint, StaysWhenTheResultDoes) {
    const std::uint64_t base = parse({}).fingerprint;
    const std::string same[] = {
        "title=Other",
        "description=Other",
        "time.frames=7",
        "time.duration=7",
        "output.formats=[\"ply\"]",
        "pin.0.name=left",
        "cloth.0.name=flag",
        "cloth.0.velocity=[0, -0.0, 0]",
        "cloth.0.color=#b03a2e",
        "cloth.0.color=[\"#b03a2e\", \"#000000\"]",
        "fabric.unused.density=3",
        "world.gravity=[-0.0, -9.81, 0]",
        "pin.0.hold=[\"x\", \"y\", \"z\"]",
        "time.frame_rate=30",
    };
    for (const std::string& change : same) EXPECT_EQ(parse({change}).fingerprint, base) << change;
}

}  // namespace
}  // namespace pleat
