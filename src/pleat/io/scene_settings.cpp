// The sections [method], [steps], [time], [world] and [output].
#include <algorithm>
#include <cmath>

#include <pleat/io/scene_sections.hpp>

namespace pleat {
namespace {

constexpr int kMaxFrames = 10'000'000;

void read_wind(const TomlValue& value, Wind& wind) {
    const TomlTable table(value, {"velocity", "gust", "gust_period", "turbulence", "seed"});
    table.read("velocity", wind.velocity, {.unit = "m/s"});
    table.read("gust", wind.gust, {.at_least = 0, .hint = "share of the mean speed, 0.3 is gusty"});
    table.read("gust_period", wind.gust_period, {.above = 0, .unit = "s"});
    table.read("turbulence", wind.turbulence, {.at_least = 0, .hint = "share of the mean speed"});
    int seed = static_cast<int>(wind.seed);
    table.read("seed", seed, {.at_least = 0});
    wind.seed = static_cast<std::uint32_t>(seed);
}

}  // namespace

MethodSettings read_method(const TomlValue& value) {
    const TomlTable table(value, {"preset", "integrator", "rho", "newton", "scaling", "bend", "linearize",
                                  "preconditioner", "tolerance", "max_iterations", "cloth_contact"});
    MethodSettings method;
    if (const auto preset = table.find("preset")) {
        method.preset = preset->text("must be the name of a method");
        std::vector<std::string> names;
        for (const MethodPreset& known : method_presets()) names.push_back(known.name);
        if (std::find(names.begin(), names.end(), method.preset) == names.end()) {
            preset->fail("no such method" + suggest(method.preset, names));
        }
    }
    if (const auto integrator = table.find("integrator")) {
        const auto& names = kTimeIntegratorNames;
        method.integrator = static_cast<TimeIntegrator>(integrator->choice({names[0], names[1], names[2], names[3]}));
    }
    table.read("rho", method.rho, {.at_least = 0, .at_most = 1, .hint = "0 damps fast motion most"});
    if (const auto rho = table.find("rho"); rho && time_integrator(method) != TimeIntegrator::generalized_alpha) {
        rho->fail("only generalized-alpha has it (method.integrator = \"generalized-alpha\")");
    }
    table.read("newton", method.newton_steps, {.at_least = 1, .at_most = 100, .hint = "1 is usual"});
    if (const auto scaling = table.find("scaling")) {
        method.scaling = scaling->choice({"area", "paper"}) == 0 ? Scaling::area : Scaling::paper;
    }
    if (const auto kind = table.find("preconditioner")) {
        method.preconditioner = kind->choice({"two-level", "block-jacobi"}) == 0 ? PreconditionerKind::two_level
                                                                                 : PreconditionerKind::block_jacobi;
    }
    if (const auto bend = table.find("bend")) {
        method.bend = bend->choice({"plate", "hinge"}) == 0 ? BendModel::plate : BendModel::hinge;
    }
    if (const auto where = table.find("linearize")) {
        method.linearization =
            where->choice({"predicted", "start"}) == 0 ? Linearization::predicted : Linearization::start;
    }
    table.read("tolerance", method.tolerance, {.above = 0, .below = 1, .hint = "0.001 is usual"});
    table.read("max_iterations", method.max_iterations, {.at_least = 1});
    table.read("cloth_contact", method.cloth_contact);
    return method;
}

StepSettings read_steps(const TomlValue& value) {
    const TomlTable table(value, {"max", "min", "max_stretch_change"});
    StepSettings steps;
    table.read("max", steps.max_step, {.above = 0, .unit = "s", .hint = "0.0167 is a sixtieth of a second"});
    const auto min = table.find("min");
    if (min) {
        steps.min_step = min->real({.above = 0, .at_most = steps.max_step, .unit = "s", .hint = "not above steps.max"});
    } else {
        steps.min_step = std::min(steps.min_step, steps.max_step);
    }
    table.read("max_stretch_change", steps.max_stretch_change, {.above = 0, .hint = "0.1 is usual"});
    return steps;
}

void read_time(const TomlValue& value, SceneFile& out) {
    const TomlTable table(value, {"frame_rate", "duration", "frames", "settle"});
    table.read("frame_rate", out.settings.frame_rate, {.above = 0, .at_most = 1e6, .unit = "1/s"});
    table.read("settle", out.settings.settle, {.at_least = 0, .at_most = 1e6, .unit = "s"});
    const auto length = table.find_one_of({"duration", "frames"});
    if (!length) return;
    table.read("frames", out.frames, {.at_least = 0, .at_most = kMaxFrames});
    if (!table.find("duration")) return;
    const Real duration = length->real({.above = 0, .at_most = 1e6, .unit = "s"});
    // The last frame is not before the end; a duration that is a multiple of a frame is not rounded up.
    const Real frames = std::ceil(duration * out.settings.frame_rate - 1e-6);
    if (frames > kMaxFrames) length->fail("must be at most " + std::to_string(kMaxFrames) + " frames");
    out.frames = std::max(1, static_cast<int>(frames));
}

void read_world(const TomlValue& value, Scene& out) {
    const TomlTable table(value, {"gravity", "air_density", "wind"});
    table.read("gravity", out.gravity, {.unit = "m/s^2", .hint = "y is up: [0, -9.81, 0] on earth"});
    table.read("air_density", out.air_density, {.at_least = 0, .unit = "kg/m^3", .hint = "1.2 at sea level"});
    if (const auto wind = table.find("wind")) read_wind(*wind, out.wind);
}

OutputSettings read_output(const TomlValue& value) {
    const TomlTable table(value, {"formats"});
    OutputSettings output;
    const auto formats = table.find("formats");
    if (!formats) return output;
    output.pc2 = false;
    for (const TomlValue& format : formats->items("must be some of [\"pc2\", \"obj\", \"ply\"]", 0, 3)) {
        const int which = format.choice({"pc2", "obj", "ply"});
        if (which == 0) output.pc2 = true;
        if (which == 1) output.obj = true;
        if (which == 2) output.ply = true;
    }
    return output;
}

}  // namespace pleat
