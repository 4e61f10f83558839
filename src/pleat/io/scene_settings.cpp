// The sections [steps], [time], [world] and [output].
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

void read_steps(const TomlValue& value, StepSettings& out) {
    const TomlTable table(value, {"max", "min", "max_stretch_change"});
    table.read("max", out.max_step, {.above = 0, .unit = "s", .hint = "0.0167 is a sixtieth of a second"});
    if (const auto min = table.find("min")) {
        out.min_step = min->real({.above = 0, .at_most = out.max_step, .unit = "s", .hint = "not above steps.max"});
    } else {
        out.min_step = std::min(out.min_step, out.max_step);
    }
    table.read("max_stretch_change", out.max_stretch_change, {.above = 0, .hint = "0.1 is usual"});
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
