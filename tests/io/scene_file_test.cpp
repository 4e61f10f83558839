// What a scene says becomes what the simulator gets.
#include <fstream>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <pleat/core/error.hpp>
#include <pleat/io/scene_file.hpp>

namespace pleat {
namespace {

const std::string kCloth = "[[cloth]]\ngrid = {cells = [2, 2]}\n";

SceneFile parse(const std::string& text) { return parse_scene(text, "folder/scene.toml"); }

Pin parse_pin(const std::string& keys) { return parse(kCloth + "[[pin]]\n" + keys).scene.pins.at(0); }

// The only part of the motion of the only pin.
MotionPart parse_motion(const std::string& motion) {
    return parse_pin("particle = 0\nmotion = " + motion).motion.parts.at(0);
}

Fabric parse_fabric(const std::string& keys) {
    return parse("[fabric.mine]\n" + keys + "\n[[cloth]]\ndisc = {rings = 1}\nfabric = 'mine'").model.fabrics.at(0);
}

void expect_near(const Vec3& found, const Vec3& expected) { EXPECT_LT((found - expected).norm(), 1e-12) << found; }

TEST(SceneFile, DefaultsAreThoseOfTheTypes) {
    const SceneFile file = parse(kCloth);
    EXPECT_EQ(file.title, "");
    EXPECT_EQ(file.frames, 100);
    EXPECT_EQ(file.settings.frame_rate, 30);
    EXPECT_EQ(file.settings.settle, 0);
    EXPECT_EQ(file.settings.method.preset, "large-steps");
    EXPECT_EQ(file.settings.steps.max_step, 1.0 / 60);
    EXPECT_EQ(file.scene.gravity, Vec3(0, -9.81, 0));
    EXPECT_EQ(file.scene.air_density, 1.2);
    EXPECT_TRUE(file.scene.pins.empty());
    EXPECT_TRUE(file.output.pc2);
    EXPECT_FALSE(file.output.obj);
    EXPECT_EQ(file.model.cloths.at(0).name, "cloth");
    EXPECT_EQ(file.model.fabrics.at(0), named_fabric("cotton"));
    EXPECT_EQ(file.model.particle_count(), 9);
}

TEST(SceneFile, SettingsAreRead) {
    const SceneFile file = parse(R"(
        title = "Flag"
        description = "In the wind"
        [method]
        preset = "large-steps"
        scaling = "paper"
        bend = "hinge"
        tolerance = 0.01
        max_iterations = 50
        [steps]
        max = 0.02
        min = 1e-5
        max_stretch_change = 0.2
        [time]
        frame_rate = 25
        duration = 2
        settle = 1.5
        [world]
        gravity = [0, 0, -1.62]
        air_density = 0
        [world.wind]
        velocity = [3, 0, 1]
        gust = 0.3
        gust_period = 2
        turbulence = 0.1
        seed = 7
        [output]
        formats = ["obj", "ply"]
    )" + kCloth);
    EXPECT_EQ(file.title, "Flag");
    EXPECT_EQ(file.description, "In the wind");
    EXPECT_EQ(time_integrator(file.settings.method), TimeIntegrator::backward_euler);
    EXPECT_EQ(file.settings.method.scaling, Scaling::paper);
    EXPECT_EQ(file.settings.method.bend, BendModel::hinge);
    EXPECT_EQ(file.settings.method.tolerance, 0.01);
    EXPECT_EQ(file.settings.method.max_iterations, 50);
    EXPECT_EQ(file.settings.steps.max_step, 0.02);
    EXPECT_EQ(file.settings.steps.min_step, 1e-5);
    EXPECT_EQ(file.settings.steps.max_stretch_change, 0.2);
    EXPECT_EQ(file.settings.frame_rate, 25);
    EXPECT_EQ(file.frames, 50);
    EXPECT_EQ(file.settings.settle, 1.5);
    EXPECT_EQ(file.scene.gravity, Vec3(0, 0, -1.62));
    EXPECT_EQ(file.scene.air_density, 0);
    EXPECT_EQ(file.scene.wind.velocity, Vec3(3, 0, 1));
    EXPECT_EQ(file.scene.wind.gust, 0.3);
    EXPECT_EQ(file.scene.wind.gust_period, 2);
    EXPECT_EQ(file.scene.wind.turbulence, 0.1);
    EXPECT_EQ(file.scene.wind.seed, 7u);
    EXPECT_FALSE(file.output.pc2);
    EXPECT_TRUE(file.output.obj);
    EXPECT_TRUE(file.output.ply);
}

TEST(SceneFile, TheIntegratorIsThatOfThePresetUnlessItIsNamed) {
    const auto method = [](const std::string& text) {
        return parse("[method]\n" + text + "\n" + kCloth).settings.method;
    };
    EXPECT_EQ(time_integrator(method("")), TimeIntegrator::backward_euler);
    EXPECT_EQ(time_integrator(method("preset = 'generalized-alpha'")), TimeIntegrator::generalized_alpha);
    EXPECT_EQ(time_integrator(method("integrator = 'bdf2'")), TimeIntegrator::bdf2);
    EXPECT_EQ(time_integrator(method("preset = 'generalized-alpha'\nintegrator = 'midpoint'")),
              TimeIntegrator::midpoint);
    const MethodSettings full = method("integrator = 'generalized-alpha'\nrho = 0.25\nnewton = 3");
    EXPECT_EQ(full.rho, 0.25);
    EXPECT_EQ(full.newton_steps, 3);
}

TEST(SceneFile, DurationIsRoundedUpToWholeFrames) {
    EXPECT_EQ(parse("time.duration = 0.1\n" + kCloth).frames, 3);
    EXPECT_EQ(parse("time.duration = 0.11\n" + kCloth).frames, 4);
    EXPECT_EQ(parse("time.duration = 1e-9\n" + kCloth).frames, 1);
    EXPECT_EQ(parse("time.frames = 0\n" + kCloth).frames, 0);
}

TEST(SceneFile, FabricStartsFromItsBase) {
    const Fabric fabric = parse_fabric("base = 'denim'\nstretch = 500\nshear = {damping = 0.5}");
    const Fabric& denim = named_fabric("denim");
    EXPECT_EQ(fabric.name, "mine");
    EXPECT_EQ(fabric.stretch_warp, 500);
    EXPECT_EQ(fabric.stretch_weft, 500);
    EXPECT_EQ(fabric.stretch_damping, denim.stretch_damping);
    EXPECT_EQ(fabric.shear, denim.shear);
    EXPECT_EQ(fabric.shear_damping, 0.5);
    EXPECT_EQ(fabric.bend_warp, denim.bend_warp);
}

TEST(SceneFile, FabricConstantsAreRead) {
    const Fabric fabric = parse_fabric(R"(
        description = "odd"
        density = 1
        stretch = {warp = 2, weft = 3, damping = 4}
        shear = {stiffness = 5, damping = 6}
        bend = {warp = 7, weft = 8, damping = 9, poisson = 0.25}
        friction = 10
        thickness = 11
        air_drag = 12
        strain = {min = -0.5, max = 13}
    )");
    const Fabric expected{"mine", "odd", 1, 2, 3, 4, 5, 6, 7, 8, 9, 0.25, 10, 11, 12, -0.5, 13};
    EXPECT_EQ(fabric, expected);
    EXPECT_EQ(parse_fabric("bend = 3").bend_weft, 3);
    EXPECT_EQ(parse_fabric("shear = 3").shear, 3);
}

TEST(SceneFile, OwnFabricComesBeforeTheNamedOne) {
    const SceneFile file = parse("[fabric.cotton]\nbase = 'cotton'\ndensity = 7\n" + kCloth);
    EXPECT_EQ(file.model.fabrics.at(0).density, 7);
    EXPECT_EQ(file.model.fabrics.at(0).shear, named_fabric("cotton").shear);
}

TEST(SceneFile, ClothsGetNamesAndShareTheArrays) {
    const SceneFile file = parse(kCloth + "[[cloth]]\ndisc = {rings = 2}\n[[cloth]]\nname = 'c'\n" +
                                 "grid = {cells = [3, 1], middle_particle = true}");
    ASSERT_EQ(file.model.cloths.size(), 3u);
    EXPECT_EQ(file.model.cloths[1].name, "cloth2");
    EXPECT_EQ(file.model.cloths[2].name, "c");
    EXPECT_EQ(file.model.cloths[1].particles.begin, 9);
    EXPECT_EQ(file.model.cloths[1].particles.end, 9 + 19);
    EXPECT_EQ(file.model.cloths[2].particles.size(), 9);
}

TEST(SceneFile, ColoursAreOneForAllThreadsOrOneForEachDirection) {
    const auto colors = [](const std::string& line) { return parse(kCloth + line).model.cloths.at(0).colors; };
    EXPECT_EQ(colors(""), ClothColors{});
    EXPECT_EQ(colors("color = '#b03A2e'\n"), (ClothColors{"#b03A2e", "#b03A2e"}));
    EXPECT_EQ(colors("color = ['#000000', '#ffffff']\n"), (ClothColors{"#000000", "#ffffff"}));
}

TEST(SceneFile, PlaceTurnsScalesThenMoves) {
    const SceneFile file = parse(
        "[[cloth]]\ngrid = {size = [2, 2], cells = [1, 1]}\n"
        "place = {translate = [0, 1, 0], rotate = [0, 0, 3, 90], scale = 2}");
    expect_near(file.model.positions[0], Vec3(2, 1 - 2, 0));  // (-1, -1) doubled and turned
    EXPECT_DOUBLE_EQ(file.model.triangles[0].area, 2);        // the rest shape is not scaled
}

TEST(SceneFile, EachClothHasItsVelocity) {
    const Model model = parse(kCloth + "velocity = [1, -2, 3.5]\n" + kCloth + "name = 'other'\n").model;
    EXPECT_EQ(model.cloths.at(0).velocity, Vec3(1, -2, 3.5));
    EXPECT_EQ(model.cloths.at(1).velocity, Vec3::Zero());
}

TEST(SceneFile, FacingLaysAGridDown) {
    const SceneFile file = parse("[[cloth]]\ngrid = {facing = 'level'}");
    for (const Vec3& x : file.model.positions) EXPECT_EQ(x.y(), 0);
}

TEST(SceneFile, RegionsChangeOnlyWhatTheyName) {
    const SceneFile file = parse(kCloth + R"(
        [[cloth.region]]
        box_uv = {min = [-1, -1], max = [0, 1]}
        rest_stretch = 0.5
        [[cloth.region]]
        box = {min = [-1, -1, 0], max = [1, 0, 0]}
        fabric = "denim"
        [[cloth.region]]
        box = {min = [0, 0, 0], max = [1, 1, 0]}
        rest_stretch = [2, 3]
    )");
    for (const Triangle& triangle : file.model.triangles) {
        Vec3 middle = Vec3::Zero();
        for (const int i : triangle.particles) middle += file.model.positions[static_cast<std::size_t>(i)] / 3;
        const std::string& fabric = file.model.fabrics[static_cast<std::size_t>(triangle.fabric)].name;
        EXPECT_EQ(fabric, middle.y() < 0 ? "denim" : "cotton");
        const Vec2 expected = middle.x() < 0 ? Vec2(0.5, 0.5) : middle.y() < 0 ? Vec2(1, 1) : Vec2(2, 3);
        EXPECT_EQ(triangle.rest_stretch, expected) << middle.transpose();
    }
}

TEST(ScenePins, SelectParticles) {
    using List = std::vector<int>;
    EXPECT_EQ(parse_pin("particle = 4").particles, List({4}));
    EXPECT_EQ(parse_pin("particles = [5, 1]").particles, List({1, 5}));
    EXPECT_EQ(parse_pin("group = 'left'").particles, List({0, 3, 6}));
    EXPECT_EQ(parse_pin("corner = 'top-left'").particles, List({6}));
    EXPECT_EQ(parse_pin("corners = ['top-right', 'top-left']").particles, List({6, 8}));
    EXPECT_EQ(parse_pin("box = {min = [0.1, -1, -1], max = [1, 0, 1]}").particles, List({2, 5}));
    EXPECT_EQ(parse_pin("nearest = [9, 0.1, 3]").particles, List({5}));
}

TEST(ScenePins, IndicesCountWithinTheCloth) {
    const SceneFile file = parse(kCloth + kCloth +
                                 "[[pin]]\ncloth = 'cloth2'\nparticle = 0\n"
                                 "[[pin]]\ncloth = 'cloth2'\ncorner = 'top-right'");
    EXPECT_EQ(file.scene.pins[0].particles, std::vector<int>({9}));
    EXPECT_EQ(file.scene.pins[1].particles, std::vector<int>({17}));
    EXPECT_EQ(file.scene.pins[0].name, "pin");
    EXPECT_EQ(file.scene.pins[1].name, "pin2");
}

TEST(ScenePins, TimesMayBeOpen) {
    const Pin pin = parse_pin("particle = 0");
    EXPECT_EQ(pin.from, -kForever);
    EXPECT_EQ(pin.until, kForever);
    const Pin open = parse_pin("particle = 0\nfrom = 1\nuntil = inf");
    EXPECT_EQ(open.from, 1);
    EXPECT_EQ(open.until, kForever);
}

TEST(ScenePins, OneMayTakeOverFromAnother) {
    const std::string pins = "[[pin]]\nparticle = 0\nuntil = 1\n[[pin]]\nparticle = 0\nfrom = 1\n";
    EXPECT_EQ(parse(kCloth + pins).scene.pins.size(), 2u);
    EXPECT_THROW(parse(kCloth + pins + "[[pin]]\nparticle = 0\nfrom = 0\nuntil = 0.5"), Error);
    EXPECT_NO_THROW(parse(kCloth + pins + "[[pin]]\nparticle = 0\nhold = ['x']"));
}

TEST(ScenePins, DirectionsAreMadeOrthonormal) {
    const auto directions = [](const std::string& hold) {
        return std::get<HoldDirections>(parse_pin("particle = 0\nhold = " + hold).hold).directions;
    };
    EXPECT_EQ(directions("'all'").size(), 3u);
    EXPECT_EQ(directions("['y']"), std::vector<Vec3>({Vec3::UnitY()}));
    const std::vector<Vec3> two = directions("['x', [3, 4, 0]]");
    ASSERT_EQ(two.size(), 2u);
    expect_near(two[1], Vec3::UnitY());
    expect_near(directions("[[1e-200, 0, 0]]").at(0), Vec3::UnitX());
}

TEST(ScenePins, SlideAlongLineAndPlaneThroughTheParticleHoldsDirections) {
    const Pin line = parse_pin("particle = 0\nslide = {line = {direction = [0, 0, 2]}}");
    const std::vector<Vec3> across = std::get<HoldDirections>(line.hold).directions;
    ASSERT_EQ(across.size(), 2u);
    expect_near(across[0].cross(across[1]), Vec3::UnitZ());
    const Pin plane = parse_pin("particle = 0\nslide = {plane = {normal = [0, 2, 0]}}");
    EXPECT_EQ(std::get<HoldDirections>(plane.hold).directions, std::vector<Vec3>({Vec3::UnitY()}));
}

TEST(ScenePins, SlideOnTracks) {
    const auto track = [](const std::string& slide) {
        return std::get<HoldOnTrack>(parse_pin("particle = 0\nslide = {" + slide + "}").hold).track;
    };
    const auto curve =
        std::get<CurveTrack>(track("curve = {points = [[0, 0, 0], [1, 0, 0], [0, 1, 0]], closed = true}"));
    EXPECT_EQ(curve.points.size(), 3u);
    EXPECT_TRUE(curve.closed);
    const auto plane = std::get<PlaneTrack>(track("plane = {normal = [0, 0, 3], point = [1, 2, 3]}"));
    EXPECT_EQ(plane.point, Vec3(1, 2, 3));
    EXPECT_EQ(plane.normal, Vec3::UnitZ());
    const auto sphere = std::get<SphereTrack>(track("sphere = {center = [1, 2, 3], radius = 4}"));
    EXPECT_EQ(sphere.center, Vec3(1, 2, 3));
    EXPECT_EQ(sphere.radius, 4);
    const auto cylinder =
        std::get<CylinderTrack>(track("cylinder = {point = [1, 2, 3], axis = [5, 0, 0], radius = 4}"));
    EXPECT_EQ(cylinder.point, Vec3(1, 2, 3));
    EXPECT_EQ(cylinder.axis, Vec3::UnitX());
    EXPECT_EQ(cylinder.radius, 4);
}

TEST(SceneMotions, KeyframesSineAndCircle) {
    const MotionPart keyed =
        parse_motion("{keyframes = [[0, 0, 0, 0], [2, 1, 2, 3]], interpolation = 'linear', from = 1}");
    const Keyframes& offsets = std::get<KeyframedTranslation>(keyed.kind).offsets;
    EXPECT_EQ(offsets.times, std::vector<Real>({0, 2}));
    EXPECT_EQ(offsets.values.at(1), Vec3(1, 2, 3));
    EXPECT_EQ(offsets.interpolation, Interpolation::linear);
    EXPECT_EQ(keyed.from, 1);
    EXPECT_EQ(keyed.until, kForever);
    const auto sine =
        std::get<SineTranslation>(parse_motion("{sine = {amplitude = [1, 2, 3], period = 4, phase = 90}}").kind);
    EXPECT_EQ(sine.amplitude, Vec3(1, 2, 3));
    EXPECT_EQ(sine.period, 4);
    EXPECT_DOUBLE_EQ(sine.phase, kPi / 2);
    const auto circle = std::get<CircleTranslation>(
        parse_motion("{circle = {radius = [1, 0, 0], axis = [0, 2, 0], period = -3}}").kind);
    EXPECT_EQ(circle.radius, Vec3(1, 0, 0));
    EXPECT_EQ(circle.axis, Vec3::UnitY());
    EXPECT_EQ(circle.period, -3);
}

TEST(SceneMotions, RotationIsInDegrees) {
    const auto rotation = std::get<Rotation>(
        parse_motion("{rotation = {axis = [0, 0, 1], center = [1, 2, 3], rate = 180, swing = 90, period = 2, "
                     "keyframes = [[0, 0], [1, 45]], interpolation = 'linear'}}")
            .kind);
    EXPECT_EQ(rotation.axis, Vec3::UnitZ());
    EXPECT_EQ(rotation.center, Vec3(1, 2, 3));
    EXPECT_DOUBLE_EQ(rotation.rate, kPi);
    EXPECT_DOUBLE_EQ(rotation.swing, kPi / 2);
    EXPECT_EQ(rotation.swing_period, 2);
    EXPECT_DOUBLE_EQ(rotation.angles.values.at(1).x(), kPi / 4);
    EXPECT_EQ(rotation.angles.interpolation, Interpolation::linear);
}

TEST(SceneMotions, SeveralPartsKeepTheirOrder) {
    const Pin pin = parse_pin(
        "particle = 0\nmotion = [{rotation = {axis = [0, 1, 0], rate = 1}}, "
        "{sine = {amplitude = [1, 0, 0], period = 1}, until = 5}]");
    ASSERT_EQ(pin.motion.parts.size(), 2u);
    EXPECT_TRUE(std::holds_alternative<Rotation>(pin.motion.parts[0].kind));
    EXPECT_EQ(pin.motion.parts[1].until, 5);
}

// A square of 1 m made of two triangles that do not share particles, with uv twice as large; group "half".
class SceneObj : public testing::Test {
protected:
    void SetUp() override {
        const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
        folder_ = std::filesystem::path(testing::TempDir()) / (std::string("pleat_scene_obj_") + test->name());
        std::filesystem::create_directories(folder_);
        std::ofstream(folder_ / "uv.obj") << "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 0 0\nv 1 1 0\nv 0 1 0\n"
                                          << "vt 0 0\nvt 2 0\nvt 2 2\nvt 0 2\n"
                                          << "g half\nf 1/1 2/2 3/3\ng other\nf 4/1 5/3 6/4\n";
        std::ofstream(folder_ / "plain.obj") << "v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n";
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    SceneFile parse(const std::string& keys) const { return parse_scene("[[cloth]]\n" + keys, folder_ / "scene.toml"); }

    std::string message_of(const std::string& keys) const {
        try {
            parse(keys);
        } catch (const Error& error) {
            return error.what();
        }
        return "no error";
    }

    std::filesystem::path folder_;
};

TEST_F(SceneObj, RestShapeComesFromMeshOrUv) {
    EXPECT_DOUBLE_EQ(parse("obj = 'uv.obj'").model.triangles[0].area, 0.5);
    EXPECT_DOUBLE_EQ(parse("obj = 'uv.obj'\nrest = 'uv'").model.triangles[0].area, 2);
    EXPECT_DOUBLE_EQ(parse("obj = 'uv.obj'\nscale = 3").model.triangles[0].area, 4.5);
    EXPECT_DOUBLE_EQ(parse("obj = 'uv.obj'\nplace = {scale = 3}").model.triangles[0].area, 0.5);
}

TEST_F(SceneObj, WeldSews) {
    EXPECT_EQ(parse("obj = 'uv.obj'").model.particle_count(), 6);
    EXPECT_EQ(parse("obj = 'uv.obj'\nweld = 0.01").model.particle_count(), 4);
    EXPECT_NE(message_of("obj = 'uv.obj'\nweld = 1.1").find("scene.toml:3:8: cloth.0.weld = 1.1; weld"),
              std::string::npos);
}

TEST_F(SceneObj, WarpGivesTheGrainWhereThereIsNoUv) {
    const Triangle triangle = parse("obj = 'plain.obj'\nwarp = [0, 1, 0]").model.triangles[0];
    EXPECT_NEAR(std::abs(triangle.uv[2].x() - triangle.uv[1].x()), 1, 1e-12);  // that side runs along y
    EXPECT_NE(message_of("obj = 'uv.obj'\nrest = 'uv'\nwarp = [0, 1, 0]").find("scene.toml:4:8: "), std::string::npos);
    EXPECT_NE(message_of("obj = 'plain.obj'\nrest = 'uv'").find("scene.toml:3:8: "), std::string::npos);
}

TEST_F(SceneObj, RegionsSelectByTheUvOfTheFile) {
    const std::string region = "\n[[cloth.region]]\nrest_stretch = 2\nbox_uv = {min = [1, 0], max = [2, 1]}";
    const SceneFile file = parse("obj = 'uv.obj'" + region);
    EXPECT_EQ(file.model.triangles[0].rest_stretch, Vec2(2, 2));
    EXPECT_EQ(file.model.triangles[1].rest_stretch, Vec2(1, 1));
    EXPECT_NE(message_of("obj = 'plain.obj'" + region).find("the OBJ file has no uv"), std::string::npos);
    EXPECT_EQ(
        parse("obj = 'uv.obj'\n[[cloth.region]]\nrest_stretch = 2\ngroup = 'half'").model.triangles[1].rest_stretch,
        Vec2(1, 1));
}

TEST_F(SceneObj, AMissingFileIsAnInputError) {
    try {
        parse("obj = 'none.obj'");
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::io);
        EXPECT_NE(std::string(error.what()).find("scene.toml:2:7: cloth.0.obj = \"none.obj\"; "), std::string::npos);
    }
}

TEST_F(SceneObj, ScenesAreLoadedFromFiles) {
    std::ofstream(folder_ / "scene.toml") << "[[cloth]]\nobj = 'uv.obj'\n";
    EXPECT_EQ(load_scene(folder_ / "scene.toml").model.particle_count(), 6);
    EXPECT_THROW(load_scene(folder_ / "other.toml"), Error);
}

}  // namespace
}  // namespace pleat
