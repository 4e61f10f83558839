// The section [method]: what it becomes, and what is refused, of methods with and without a solve.
#include <set>

#include <gtest/gtest.h>

#include <pleat/io/scene_file.hpp>

#include "tests/io/expect_error.hpp"

namespace pleat {
namespace {

const std::string kCloth = "[[cloth]]\ngrid = {cells = [2, 2]}\n";
const std::string kInteractive = "[method]\npreset = 'interactive'\n";  // two lines
const std::string kDirectional = "[method]\npreset = 'directional'\n";  // two lines
const std::string kImpulses = "[method]\npreset = 'impulses'\n";        // two lines

SceneFile parse(const std::string& text) { return parse_scene(text + kCloth, "folder/scene.toml"); }

// At "line:column", for this reason.
void expect_refused(const std::string& text, const std::string& place, const std::string& reason) {
    SCOPED_TRACE(text);
    const std::string message = error_of(ErrorKind::bad_input, [&] { parse(text + "\n"); });
    const std::string expected = "folder/scene.toml:" + place + ": method.";
    EXPECT_EQ(message.substr(0, expected.size()), expected) << message;
    EXPECT_NE(message.find(reason), std::string::npos) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
}

TEST(SceneMethod, WithoutASolveLeavesToThePresetWhatIsNotGiven) {
    for (const auto& [text, lengths] :
         {std::pair(kInteractive, LengthCorrection::limits), {kDirectional, LengthCorrection::directional}}) {
        const MethodSettings method = parse(text).settings.method;
        EXPECT_EQ(time_integrator(method), TimeIntegrator::verlet);
        EXPECT_FALSE(is_implicit(method));
        EXPECT_EQ(length_correction(method), lengths);
        const CorrectionSettings& given = method.corrections;
        EXPECT_FALSE(given.substep || given.sweeps || given.damping || given.springs || given.lengths);
        EXPECT_FALSE(given.strain_limits || given.bend_limit || given.friction_share || given.order_down);
        EXPECT_EQ(given.order.visit_limit, 1);
        EXPECT_FALSE(given.as_printed);
        EXPECT_TRUE(method.fail_safe);
        EXPECT_TRUE(method.cloth_contact);
        EXPECT_EQ(parse(text).settings.steps.max_step, 1.0 / 30);
    }
}

TEST(SceneMethod, WithoutASolveIsRead) {
    const MethodSettings method = parse(kInteractive + R"(
        integrator = "verlet"
        substep = 0.004
        sweeps = 7
        damping = 0.5
        springs = true
        strain_limits = [-0.1, 0.02]
        bend_limit = 0.9
        friction_share = 0.25
        fail_safe = false
        cloth_contact = false
    )")
                                      .settings.method;
    const CorrectionSettings& given = method.corrections;
    EXPECT_EQ(given.substep, 0.004);
    EXPECT_EQ(given.sweeps, 7);
    EXPECT_EQ(given.damping, 0.5);
    EXPECT_EQ(given.springs, true);
    EXPECT_EQ(given.strain_limits, Vec2(-0.1, 0.02));
    EXPECT_EQ(given.bend_limit, 0.9);
    EXPECT_EQ(given.friction_share, 0.25);
    EXPECT_FALSE(method.fail_safe);
    EXPECT_FALSE(method.cloth_contact);
    EXPECT_EQ(length_correction(method), LengthCorrection::limits);
}

TEST(SceneMethod, OfDirectionalCorrectionIsRead) {
    const CorrectionSettings given = parse(kDirectional + R"(
        order = ["askew", "sideways", "down"]
        visit_limit = 5
        as_printed = true
        order_direction = [0, 0, -2]
        springs = false
    )")
                                         .settings.method.corrections;
    const std::array<EdgeClass, 3> classes{EdgeClass::askew, EdgeClass::sideways, EdgeClass::down};
    EXPECT_EQ(given.order.classes, classes);
    EXPECT_EQ(given.order.visit_limit, 5);
    EXPECT_TRUE(given.as_printed);
    ASSERT_TRUE(given.order_down.has_value());
    EXPECT_LT((given.order_down->normalized() + Vec3::UnitZ()).norm(), 1e-12);
    EXPECT_EQ(given.springs, false);
}

TEST(SceneMethod, TakesAnyCorrectionOfLengthsWithEitherPreset) {
    const std::pair<const char*, LengthCorrection> all[] = {{"none", LengthCorrection::none},
                                                            {"limits", LengthCorrection::limits},
                                                            {"directional", LengthCorrection::directional},
                                                            {"unordered", LengthCorrection::unordered}};
    for (const auto& preset : {kInteractive, kDirectional}) {
        for (const auto& [name, lengths] : all) {
            EXPECT_EQ(length_correction(parse(preset + "lengths = '" + name + "'\n").settings.method), lengths);
        }
    }
    EXPECT_EQ(parse(kDirectional + "lengths = 'limits'\nbend_limit = 1\n").settings.method.corrections.bend_limit, 1);
    EXPECT_EQ(parse(kInteractive + "lengths = 'directional'\nvisit_limit = 1\n")
                  .settings.method.corrections.order.visit_limit,
              1);
}

TEST(SceneMethod, OfASolveIsRefusedByMethodsThatHaveNone) {
    const char* const keys[] = {"rho = 0",         "newton = 1",          "scaling = 'area'",
                                "bend = 'plate'",  "linearize = 'start'", "preconditioner = 'two-level'",
                                "tolerance = 0.1", "max_iterations = 5"};
    for (const std::string key : keys) {
        const std::string place = "3:" + std::to_string(key.find('=') + 3);
        expect_refused(kInteractive + key, place,
                       "\"interactive\" solves no system; only methods that solve for each step have this");
        expect_refused(kDirectional + key, place, "\"directional\" solves no system");
    }
}

TEST(SceneMethod, OfCorrectionsIsRefusedByMethodsThatSolve) {
    const char* const keys[] = {"substep = 0.01",
                                "sweeps = 1",
                                "damping = 1",
                                "springs = true",
                                "bend_limit = 1",
                                "friction_share = 0",
                                "order = ['down', 'askew', 'sideways']",
                                "visit_limit = 2",
                                "order_direction = [0, -1, 0]",
                                "fail_safe = true"};
    for (const std::string key : keys) {
        const std::size_t column = key.find('=') + 3;
        expect_refused("[method]\n" + key, "2:" + std::to_string(column),
                       "\"large-steps\" solves for each step; only \"interactive\" and \"directional\" have this");
        expect_refused("[method]\npreset = 'generalized-alpha'\n" + key, "3:" + std::to_string(column),
                       "\"generalized-alpha\" solves for each step");
    }
}

TEST(SceneMethod, OfImpulsesIsRead) {
    const MethodSettings method = parse(kImpulses + R"(
        integrator = "symplectic-euler"
        strain_limits = [-0.1, 0.02]
        repetitions = 5
        impulse_solver = "iterative"
        as_printed = true
        most_stretch = 50
        [strain]
        max = 0.01
    )")
                                      .settings.method;
    EXPECT_EQ(time_integrator(method), TimeIntegrator::symplectic_euler);
    EXPECT_EQ(length_correction(method), LengthCorrection::impulses);
    EXPECT_EQ(method.corrections.strain_limits, Vec2(-0.1, 0.02));
    EXPECT_EQ(method.corrections.repetitions, 5);
    EXPECT_EQ(method.corrections.impulse_solver, ImpulseSolver::iterative);
    EXPECT_TRUE(method.corrections.as_printed);
    EXPECT_EQ(method.most_stretch, 50);
    EXPECT_EQ(method.strain_max, 0.01);
    const MethodSettings added =
        parse("[method]\npreset = 'generalized-alpha'\nlengths = 'impulses'\n").settings.method;
    EXPECT_EQ(time_integrator(added), TimeIntegrator::generalized_alpha);
    EXPECT_EQ(length_correction(added), LengthCorrection::impulses);
    EXPECT_EQ(length_correction(parse(kImpulses + "lengths = 'none'\n").settings.method), LengthCorrection::none);
}

TEST(SceneMethod, OfImpulsesIsRefusedWithoutThem) {
    for (const std::string key :
         {"strain_limits = [0, 0]", "repetitions = 1", "impulse_solver = 'direct'", "as_printed = true"}) {
        expect_refused("[method]\n" + key, "2:" + std::to_string(key.find('=') + 3),
                       "only with method.lengths = \"impulses\"");
    }
    expect_refused("[method]\nmost_stretch = 5", "2:16", "only \"impulses\" has springs");
    expect_refused("[method]\nlengths = 'limits'", "2:11", "must be \"none\" or \"impulses\"");
    expect_refused("[method]\nintegrator = 'symplectic-euler'", "2:14", "the preset that can use it is \"impulses\"");
    expect_refused(kImpulses + "bend = 'hinge'", "3:8", "\"impulses\" has springs");
    expect_refused(kInteractive + "lengths = 'impulses'", "3:11", "impulses follow a solve");
    expect_refused(kDirectional + "repetitions = 2", "3:15", "only with method.lengths = \"impulses\"");
}

TEST(SceneMethod, AStretchContractNeedsAMethodThatKeepsIt) {
    const auto message_of = [](const std::string& text) {
        return error_of(ErrorKind::bad_input, [&] { parse(text + "\n"); });
    };
    EXPECT_EQ(message_of("[strain]\nmax = 0.01"),
              "folder/scene.toml:1:1: strain needs a method that can keep it: method.preset = \"impulses\", or "
              "method.lengths = \"impulses\"");
    EXPECT_NE(message_of(kImpulses + "[strain]\nmax = 0").find("scene.toml:4:7: strain.max = 0; must be >= 0.0001"),
              std::string::npos);
    EXPECT_NE(message_of(kImpulses + "[strain]\nmx = 0.1").find("did you mean \"max\""), std::string::npos);
}

TEST(SceneMethod, AnIntegratorThatDoesNotFitThePresetIsRefused) {
    expect_refused("[method]\nintegrator = 'verlet'", "2:14",
                   "method.integrator = \"verlet\"; \"large-steps\" has forces that are too stiff for it; the presets "
                   "that use it are \"interactive\" and \"directional\"");
    expect_refused("[method]\npreset = 'generalized-alpha'\nintegrator = 'verlet'", "3:14", "too stiff");
    for (const char* name : {"backward-euler", "generalized-alpha", "bdf2", "midpoint"}) {
        expect_refused(kInteractive + "integrator = '" + name + "'", "3:14",
                       "\"interactive\" has only \"verlet\", since its corrections follow each step");
    }
    expect_refused(kDirectional + "integrator = 'euler'", "3:14", "must be \"backward-euler\" or ");
}

TEST(SceneMethod, KeysOfOneCorrectionOfLengthsAreRefusedWithAnother) {
    const std::string only_limits = "only with method.lengths = \"limits\"";
    const std::string only_directional = "only with method.lengths = \"directional\"";
    expect_refused(kDirectional + "strain_limits = [0, 0]", "3:17", only_limits);
    expect_refused(kDirectional + "bend_limit = 0.5", "3:14", only_limits);
    expect_refused(kInteractive + "lengths = 'unordered'\nbend_limit = 0.5", "4:14", only_limits);
    expect_refused(kDirectional + "reach = 8", "3:9", only_limits);
    expect_refused(kDirectional + "finishing_sweeps = 8", "3:20", only_limits);
    expect_refused(kInteractive + "order = ['down', 'askew', 'sideways']", "3:9", only_directional);
    expect_refused(kInteractive + "visit_limit = 1", "3:15", only_directional);
    expect_refused(kInteractive + "order_direction = [0, -1, 0]", "3:19", only_directional);
    expect_refused(kInteractive + "as_printed = true", "3:14", only_directional);
    expect_refused(kDirectional + "lengths = 'none'\nvisit_limit = 1", "4:15", only_directional);
}

TEST(SceneMethod, ValuesOutOfRangeAreRefused) {
    expect_refused(kInteractive + "substep = 0", "3:11", "method.substep = 0; must be > 0 [s]");
    expect_refused(kInteractive + "substep = inf", "3:11", "must be a finite number > 0 [s]");
    expect_refused(kInteractive + "sweeps = 0", "3:10", "must be a whole number >= 1 and <= 1000");
    expect_refused(kInteractive + "sweeps = 1001", "3:10", "must be a whole number >= 1 and <= 1000");
    expect_refused(kInteractive + "sweeps = 1.5", "3:10", "must be a whole number");
    expect_refused(kInteractive + "damping = -0.1", "3:11", "must be >= 0 and <= 1e+06 [1/s]");
    expect_refused(kInteractive + "springs = 1", "3:11", "must be true or false");
    expect_refused(kInteractive + "lengths = 'limit'", "3:11",
                   "must be \"none\" or \"limits\" or \"directional\" or \"unordered\" or \"impulses\"");
    expect_refused(kInteractive + "bend_limit = 1.01", "3:14", "must be >= 0 and <= 1");
    expect_refused(kInteractive + "reach = 6", "3:9", "must be 1, 2, 4, 8, ... edges");
    expect_refused(kInteractive + "reach = 0", "3:9", "must be a whole number >= 1 and <= 1024");
    expect_refused(kInteractive + "finishing_sweeps = -1", "3:20", "must be a whole number >= 0 and <= 1000");
    expect_refused(kInteractive + "friction_share = -1", "3:18", "must be >= 0 and <= 1");
    expect_refused(kInteractive + "fail_safe = 'no'", "3:13", "must be true or false");
    expect_refused(kDirectional + "visit_limit = 0", "3:15", "must be a whole number >= 1 and <= 1000");
    expect_refused(kDirectional + "as_printed = 1", "3:14", "must be true or false");
    expect_refused(kDirectional + "order_direction = [0, 0, 0]", "3:19", "must be a direction [x, y, z], not all 0");
}

TEST(SceneMethod, StrainLimitsAroundNothingAreRefused) {
    const std::string rule = "must be [shortest, longest] with -1 < shortest <= 0 <= longest <= 10";
    for (const char* value : {"[0.01, 0.1]", "[-0.1, -0.01]", "[-1, 0.1]", "[0, 10.1]"}) {
        expect_refused(kInteractive + "strain_limits = " + value, "3:17", rule);
    }
    for (const char* value : {"0.1", "[0.1]", "[-0.1, 0, 0.1]"}) {
        expect_refused(kInteractive + "strain_limits = " + value, "3:17", "must be [shortest, longest]");
    }
    EXPECT_EQ(parse(kInteractive + "strain_limits = [0, 0]\n").settings.method.corrections.strain_limits,
              Vec2(Vec2::Zero()));
}

TEST(SceneMethod, AnOrderThatIsNoneIsRefused) {
    const std::string rule = "must be \"sideways\", \"down\" and \"askew\" in some order";
    expect_refused(kDirectional + "order = 'down'", "3:9", rule);
    expect_refused(kDirectional + "order = ['down', 'askew']", "3:9", rule);
    expect_refused(kDirectional + "order = ['down', 'askew', 'sideways', 'down']", "3:9", rule);
    expect_refused(kDirectional + "order = ['down', 'askew', 'down']", "3:27",
                   "method.order.2 = \"down\"; must not be there twice");
    expect_refused(kDirectional + "order = ['down', 'across', 'sideways']", "3:18",
                   "must be \"sideways\" or \"down\" or \"askew\"");
}

TEST(SceneMethod, EachKeyOfCorrectionsIsPartOfTheFingerprint) {
    std::set<std::uint64_t> seen;
    const auto expect_new = [&](const std::string& text) {
        EXPECT_TRUE(seen.insert(parse(text + "\n").fingerprint).second) << text;
    };
    for (const std::string& preset : {kInteractive, kDirectional}) {
        for (const char* keys :
             {"", "substep = 0.001", "sweeps = 2", "damping = 0", "springs = true\nsweeps = 9",
              "springs = false\nsweeps = 9", "lengths = 'none'", "lengths = 'unordered'", "friction_share = 0",
              "friction_share = 0.5", "fail_safe = false", "cloth_contact = false"}) {
            expect_new(preset + keys);
        }
    }
    for (const char* keys : {"strain_limits = [-0.5, 0.5]", "strain_limits = [-0.5, 0]", "strain_limits = [0, 0.5]",
                             "bend_limit = 0.8", "bend_limit = 0"}) {
        expect_new(kInteractive + keys);
    }
    for (const char* keys :
         {"order = ['down', 'askew', 'sideways']", "order = ['down', 'sideways', 'askew']", "visit_limit = 3",
          "order_direction = [1, 0, 0]", "order_direction = [0, 1, 0]", "as_printed = true"}) {
        expect_new(kDirectional + keys);
    }
    for (const char* keys : {"", "strain_limits = [-0.5, 0.5]", "repetitions = 3", "impulse_solver = 'iterative'",
                             "as_printed = true", "most_stretch = 3", "[strain]\nmax = 0.1"}) {
        expect_new(kImpulses + keys);
    }
    // What is usual may be written down.
    EXPECT_FALSE(seen.insert(parse(kInteractive + "integrator = 'verlet'\nlengths = 'limits'\n").fingerprint).second);
    EXPECT_FALSE(seen.insert(parse(kDirectional + "order = ['sideways', 'down', 'askew']\n").fingerprint).second);
}

}  // namespace
}  // namespace pleat
