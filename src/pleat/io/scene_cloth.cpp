// The section [[cloth]].
#include <algorithm>
#include <set>

#include <pleat/io/scene_sections.hpp>

namespace pleat {
namespace {

constexpr std::size_t kMaxCloths = 1000;

constexpr const char* kColorRule = "must be a colour like \"#b03a2e\", or [warp, weft]";

ClothColors read_colors(const TomlValue& value) {
    if (!value.is_array()) {
        const std::string color = read_color(value, kColorRule);
        return {color, color};
    }
    const std::vector<TomlValue> items = value.items(kColorRule, 2, 2);
    return {read_color(items[0], kColorRule), read_color(items[1], kColorRule)};
}

ClothSource read_cloth(const TomlTable& table, const ClothSurroundings& surroundings, int max_particles) {
    ClothSource source;
    if (const auto fabric = table.find("fabric")) {
        source.fabric = surroundings.fabrics.find(*fabric);
    } else {
        source.fabric = surroundings.fabrics.standard();
    }
    ClothMesh cloth = read_cloth_mesh(table, surroundings.folder, max_particles);
    if (const auto regions = table.find("region")) {
        source.regions = read_regions(*regions, cloth, surroundings.fabrics);
    }
    source.rest_angles = cloth.rest_angles;
    if (const auto angles = table.find("rest_angles")) {
        source.rest_angles = angles->choice({"flat", "start"}) == 0 ? RestAngles::flat : RestAngles::start;
    }
    if (const auto color = table.find("color")) source.colors = read_colors(*color);
    table.read("velocity", source.velocity, {.unit = "m/s"});
    source.mesh = std::move(cloth.mesh);
    return source;
}

}  // namespace

void check_name(const TomlValue& place, const std::string& name) {
    constexpr std::string_view kForbidden = "/\\:*?\"<>|";
    const auto is_bad = [&](unsigned char c) {
        return c < 32 || c == 127 || kForbidden.find(char(c)) != std::string_view::npos;
    };
    const bool is_usable =
        !name.empty() && name.size() <= 64 && name.front() != '.' && std::none_of(name.begin(), name.end(), is_bad);
    if (is_usable) return;
    place.complain("has the name \"" + printable(name) +
                   "\"; must be 1 to 64 bytes, without / \\ : * ? \" < > | and not begin with a dot");
}

std::string read_name(const TomlTable& table, const std::string& kind, std::size_t index) {
    const auto found = table.find("name");
    if (!found) return index == 0 ? kind : kind + std::to_string(index + 1);
    std::string name = found->text("must be a string");
    check_name(*found, name);
    return name;
}

Model read_cloths(const TomlValue& value, const ClothSurroundings& surroundings) {
    ModelBuilder builder;
    std::set<std::string> names;
    int particles_left = surroundings.max_particles;
    const std::vector<TomlValue> cloths = value.items("must be one to 1000 tables: [[cloth]]", 1, kMaxCloths);
    for (std::size_t i = 0; i < cloths.size(); ++i) {
        const TomlTable table(cloths[i], {"name", "fabric", "grid", "disc", "obj", "rest", "warp", "weld", "scale",
                                          "place", "velocity", "rest_angles", "color", "region"});
        const std::string name = read_name(table, "cloth", i);
        if (!names.insert(name).second) {
            cloths[i].complain("is called \"" + name + "\" like a cloth before it; give it another name");
        }
        ClothSource source = read_cloth(table, surroundings, particles_left);
        source.name = name;
        particles_left -= static_cast<int>(source.mesh.positions.size());
        try {
            builder.add(source);
        } catch (const Error& error) {
            cloths[i].rethrow(error);
        }
    }
    try {
        return builder.build();
    } catch (const Error& error) {
        value.rethrow(error);
    }
}

}  // namespace pleat
