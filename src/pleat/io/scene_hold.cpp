// The keys `hold` and `slide` of a pin.
#include <Eigen/Geometry>

#include <pleat/io/scene_sections.hpp>

namespace pleat {
namespace {

constexpr RealRule kRadius{.above = 0, .at_most = kFarthest, .unit = "m"};

Vec3 read_axis(const TomlValue& value) {
    if (!value.is_text()) return value.direction();
    return Vec3::Unit(value.choice({"x", "y", "z"}));
}

HoldDirections read_directions(const TomlValue& value) {
    const std::string rule = "must be \"all\" or an array of one to three of \"x\", \"y\", \"z\", [x, y, z]";
    HoldDirections hold;
    if (value.is_text() && value.text(rule) == "all") return hold;
    hold.directions.clear();
    for (const TomlValue& item : value.items(rule, 1, 3)) {
        Vec3 direction = read_axis(item);
        for (const Vec3& other : hold.directions) direction -= other * other.dot(direction);
        if (direction.norm() < 1e-6) item.fail("must not lie along or between the directions before it");
        hold.directions.push_back(direction.normalized());
    }
    return hold;
}

CurveTrack read_curve(const TomlValue& value) {
    const TomlTable table(value, {"points", "closed"});
    CurveTrack curve;
    table.read("closed", curve.closed);
    const std::size_t at_least = curve.closed ? 3 : 2;
    const std::string rule = "must be " + std::to_string(at_least) + " or more [x, y, z] [m]";
    const std::vector<TomlValue> points = table.need("points", rule).items(rule, at_least, 100'000);
    for (const TomlValue& item : points) {
        const Vec3 point = item.vec3({.unit = "m"});
        if (!curve.points.empty() && point == curve.points.back()) item.fail("must differ from the point before it");
        curve.points.push_back(point);
    }
    if (curve.closed && curve.points.front() == curve.points.back()) {
        points.back().fail("must differ from the first point (closed joins them by itself)");
    }
    return curve;
}

// Along a line through the particle, wherever that is: held across it.
HoldDirections read_line(const TomlValue& value) {
    const TomlTable table(value, {"direction"});
    const Vec3 along = table.need_direction("direction");
    const Vec3 across = along.unitOrthogonal();
    return {{across, along.cross(across)}};
}

PinHold read_plane(const TomlValue& value) {
    const TomlTable table(value, {"normal", "point"});
    const Vec3 normal = table.need_direction("normal");
    if (!table.find("point")) return HoldDirections{{normal}};
    return HoldOnTrack{PlaneTrack{table.need_vec3("point", {.unit = "m"}), normal}};
}

SphereTrack read_sphere(const TomlValue& value) {
    const TomlTable table(value, {"center", "radius"});
    return {table.need_vec3("center", {.unit = "m"}), table.need_real("radius", kRadius)};
}

CylinderTrack read_cylinder(const TomlValue& value) {
    const TomlTable table(value, {"point", "axis", "radius"});
    return {table.need_vec3("point", {.unit = "m"}), table.need_direction("axis"), table.need_real("radius", kRadius)};
}

PinHold read_slide(const TomlValue& value) {
    const TomlTable table(value, {"curve", "line", "plane", "sphere", "cylinder"});
    const TomlValue track = table.need_one_of({"curve", "line", "plane", "sphere", "cylinder"});
    if (table.find("curve")) return HoldOnTrack{read_curve(track)};
    if (table.find("line")) return read_line(track);
    if (table.find("plane")) return read_plane(track);
    if (table.find("sphere")) return HoldOnTrack{read_sphere(track)};
    return HoldOnTrack{read_cylinder(track)};
}

}  // namespace

PinHold read_hold(const TomlTable& pin) {
    const auto how = pin.find_one_of({"hold", "slide"});
    if (!how) return HoldDirections{};
    if (pin.find("slide")) return read_slide(*how);
    return read_directions(*how);
}

}  // namespace pleat
