// What cloths and solids say alike: the file of a mesh, where it is placed, and its colour.
#include <algorithm>
#include <cctype>

#include <Eigen/Geometry>

#include <pleat/io/obj_reader.hpp>
#include <pleat/io/scene_sections.hpp>

namespace pleat {

void check_count(const TomlValue& place, Real particles, int max_particles) {
    if (particles <= max_particles) return;
    place.complain("would have " + std::to_string(static_cast<long long>(particles)) + " particles; at most " +
                   std::to_string(max_particles) + " are left for it");
}

std::filesystem::path read_file_name(const TomlValue& value, const std::string& rule) {
    const std::string name = value.text(rule);
    if (name.empty() || name.find('\0') != std::string::npos) value.fail(rule);
    return name;
}

TriangleMesh load_obj(const TomlValue& value, const std::filesystem::path& folder) {
    const std::filesystem::path name = read_file_name(value, "must be the name of an OBJ file");
    try {
        return read_obj(folder / name);
    } catch (const Error& error) {
        value.rethrow(error);
    }
}

Placement read_placement(const TomlTable& owner) {
    Placement place;
    const auto found = owner.find("place");
    if (!found) return place;
    const TomlTable table(*found, {"translate", "rotate", "scale"});
    table.read("translate", place.translation, {.unit = "m"});
    table.read("scale", place.scale, {.above = 0, .at_most = kFarthest});
    if (const auto rotate = table.find("rotate")) {
        const VectorRule rule{
            .meaning = "[axis x, axis y, axis z, angle]", .unit = "degrees", .hint = "the axis not 0"};
        const std::vector<Real> numbers = rotate->reals(4, rule);
        const Vec3 axis(numbers[0], numbers[1], numbers[2]);
        const Real largest = axis.cwiseAbs().maxCoeff();
        if (largest == 0) rotate->fail(rule.text());
        place.rotation =
            Eigen::AngleAxis<Real>(numbers[3] * kPi / 180, (axis / largest).normalized()).toRotationMatrix();
    }
    return place;
}

std::string read_color(const TomlValue& value, const std::string& rule) {
    std::string color = value.text(rule);
    const bool is_right = color.size() == 7 && color.front() == '#' &&
                          std::all_of(color.begin() + 1, color.end(), [](unsigned char c) { return std::isxdigit(c); });
    if (!is_right) value.fail(rule);
    return color;
}

}  // namespace pleat
