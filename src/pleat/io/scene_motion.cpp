// The key `motion` of a pin.
#include <cmath>

#include <Eigen/Geometry>

#include <pleat/io/scene_sections.hpp>

namespace pleat {
namespace {

constexpr Real kDegree = kPi / 180;
constexpr RealRule kPeriod{.may_be_zero = false, .unit = "s"};

Interpolation read_interpolation(const TomlTable& table) {
    const auto found = table.find("interpolation");
    if (!found) return Interpolation::smooth;
    return found->choice({"smooth", "linear"}) == 0 ? Interpolation::smooth : Interpolation::linear;
}

// Rows of a time and then `width` numbers, of which the missing ones up to three become 0.
Keyframes read_keyframes(const TomlValue& value, std::size_t width, const VectorRule& rule) {
    Keyframes keyframes;
    for (const TomlValue& row : value.items(rule.text() + ", two or more of them", 2)) {
        const std::vector<Real> numbers = row.reals(1 + width, rule);
        if (!keyframes.times.empty() && !(numbers[0] > keyframes.times.back())) {
            row.fail("times must increase from one key to the next [s]");
        }
        Vec3 offset = Vec3::Zero();
        for (std::size_t i = 0; i < width; ++i) offset[static_cast<int>(i)] = numbers[1 + i];
        keyframes.times.push_back(numbers[0]);
        keyframes.values.push_back(offset);
    }
    return keyframes;
}

KeyframedTranslation read_translation(const TomlValue& value, Interpolation interpolation) {
    KeyframedTranslation translation{read_keyframes(value, 3, {.meaning = "[t, x, y, z]", .unit = "s, m, m, m"})};
    translation.offsets.interpolation = interpolation;
    return translation;
}

SineTranslation read_sine(const TomlValue& value) {
    const TomlTable table(value, {"amplitude", "period", "phase"});
    SineTranslation sine;
    sine.amplitude = table.need_vec3("amplitude", {.unit = "m"});
    sine.period = table.need_real("period", kPeriod);
    Real phase = 0;
    table.read("phase", phase, {.unit = "degrees"});
    sine.phase = phase * kDegree;
    return sine;
}

CircleTranslation read_circle(const TomlValue& value) {
    const TomlTable table(value, {"radius", "axis", "period"});
    CircleTranslation circle;
    const VectorRule rule{.meaning = "[x, y, z], from the circle's centre to its start", .unit = "m"};
    const TomlValue radius = table.need("radius", rule.text());
    circle.radius = radius.vec3(rule);
    circle.axis = table.need_direction("axis");
    circle.period = table.need_real("period", kPeriod);
    const Real length = circle.radius.norm();
    if (length == 0 || circle.axis.cross(circle.radius / length).norm() < 1e-6) {
        radius.fail("must not be 0 or parallel to the axis [m]");
    }
    return circle;
}

Rotation read_rotation(const TomlValue& value) {
    const TomlTable table(value, {"axis", "center", "rate", "swing", "period", "keyframes", "interpolation"});
    Rotation rotation;
    rotation.axis = table.need_direction("axis");
    table.read("center", rotation.center, {.unit = "m"});
    table.read("rate", rotation.rate, {.unit = "degrees/s"});
    table.read("swing", rotation.swing, {.unit = "degrees"});
    rotation.rate *= kDegree;
    rotation.swing *= kDegree;
    if (table.find("swing")) rotation.swing_period = table.need_real("period", kPeriod);
    if (const auto period = table.find("period"); period && !table.find("swing")) {
        period->fail("belongs to swing, which is missing");
    }
    const auto keyframes = table.find("keyframes");
    if (const auto interpolation = table.find("interpolation"); interpolation && !keyframes) {
        interpolation->fail("belongs to keyframes, which are missing");
    }
    if (keyframes) {
        rotation.angles = read_keyframes(*keyframes, 1, {.meaning = "[t, angle]", .unit = "s, degrees"});
        for (Vec3& angle : rotation.angles.values) angle *= kDegree;
        rotation.angles.interpolation = read_interpolation(table);
    }
    if (!keyframes && !table.find("rate") && !table.find("swing")) {
        value.complain("does not turn; needs rate, swing or keyframes");
    }
    return rotation;
}

MotionPart read_part(const TomlValue& value) {
    const TomlTable table(value, {"keyframes", "interpolation", "sine", "circle", "rotation", "from", "until"});
    MotionPart part;
    const TomlValue kind = table.need_one_of({"keyframes", "sine", "circle", "rotation"});
    if (const auto interpolation = table.find("interpolation"); interpolation && !table.find("keyframes")) {
        interpolation->fail("belongs to keyframes, which are missing");
    }
    if (table.find("keyframes")) part.kind = read_translation(kind, read_interpolation(table));
    if (table.find("sine")) part.kind = read_sine(kind);
    if (table.find("circle")) part.kind = read_circle(kind);
    if (table.find("rotation")) part.kind = read_rotation(kind);
    table.read("from", part.from, {.unit = "s"});
    table.read("until", part.until, {.above = part.from, .may_be_infinite = true, .unit = "s", .hint = "after from"});
    return part;
}

}  // namespace

Motion read_motion(const TomlValue& value) {
    Motion motion;
    if (!value.is_array()) {
        motion.parts.push_back(read_part(value));
        return motion;
    }
    for (const TomlValue& part : value.items("must be a table, or an array of one to 100 tables", 1, 100)) {
        motion.parts.push_back(read_part(part));
    }
    return motion;
}

}  // namespace pleat
