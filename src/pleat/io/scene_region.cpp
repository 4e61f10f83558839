// The section [[cloth.region]]: parts of a cloth that differ from the rest of it.
#include <algorithm>
#include <array>

#include <pleat/core/index.hpp>
#include <pleat/io/scene_sections.hpp>

namespace pleat {
namespace {

constexpr std::size_t kMaxRegions = 1000;

std::vector<int> select_by_uv(const TomlValue& value, const ClothMesh& cloth) {
    if (!cloth.has_uv) value.fail("the OBJ file has no uv (vt); use box or group");
    const TomlTable table(value, {"min", "max"});
    const VectorRule rule{.meaning = "[u, v]", .unit = "m"};
    const Vec2 min = table.need("min", rule.text()).vec2(rule);
    const TomlValue max_value = table.need("max", rule.text());
    const Vec2 max = max_value.vec2(rule);
    if ((max.array() < min.array()).any()) max_value.fail("must not be below min [m]");
    const auto& uv = cloth.selecting_uv();
    std::vector<int> triangles;
    for (std::size_t t = 0; t < uv.size(); ++t) {
        const Vec2 centroid = (uv[t][0] + uv[t][1] + uv[t][2]) / 3;
        const bool is_inside = (centroid.array() >= min.array() && centroid.array() <= max.array()).all();
        if (is_inside) triangles.push_back(static_cast<int>(t));
    }
    return triangles;
}

std::vector<int> select_by_box(const TomlValue& value, const TriangleMesh& mesh) {
    const SpaceBox box = read_box(value);
    std::vector<int> triangles;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        const auto& [i, j, k] = mesh.triangles[t];
        const Vec3 sum = mesh.positions[at(i)] + mesh.positions[at(j)] + mesh.positions[at(k)];
        if (box.contains(sum / 3)) triangles.push_back(static_cast<int>(t));
    }
    return triangles;
}

std::vector<int> select_by_group(const TomlValue& value, const TriangleMesh& mesh) {
    const std::string name = value.text("must be the name of a group of the cloth");
    const auto group = mesh.groups.find(name);
    if (group == mesh.groups.end()) {
        std::vector<std::string> names;
        for (const auto& [known, particles] : mesh.groups) names.push_back(known);
        value.fail("no such group" + suggest(name, names));
    }
    std::vector<bool> is_member(mesh.positions.size());
    for (const int particle : group->second) is_member[at(particle)] = true;
    std::vector<int> triangles;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        const auto& corners = mesh.triangles[t];
        const bool is_inside = std::all_of(corners.begin(), corners.end(), [&](int i) { return is_member[at(i)]; });
        if (is_inside) triangles.push_back(static_cast<int>(t));
    }
    return triangles;
}

std::vector<int> select_triangles(const TomlTable& table, const ClothMesh& cloth) {
    const TomlValue selector = table.need_one_of({"box_uv", "box", "group"});
    std::vector<int> triangles;
    if (table.find("box_uv")) triangles = select_by_uv(selector, cloth);
    if (table.find("box")) triangles = select_by_box(selector, cloth.mesh);
    if (table.find("group")) triangles = select_by_group(selector, cloth.mesh);
    if (triangles.empty()) {
        selector.fail(table.find("group") ? "no triangle has all its particles in the group"
                                          : "no triangle has its middle in the box");
    }
    return triangles;
}

Vec2 read_rest_stretch(const TomlValue& value) {
    constexpr RealRule kRule{.above = 0, .at_most = 1000, .hint = "below 1 gathers the cloth, above 1 leaves slack"};
    if (!value.is_array()) return Vec2::Constant(value.real(kRule));
    const std::vector<TomlValue> both = value.items("must be a number or [along warp, along weft], each > 0", 2, 2);
    return {both[0].real(kRule), both[1].real(kRule)};
}

}  // namespace

SpaceBox read_box(const TomlValue& value) {
    const TomlTable table(value, {"min", "max"});
    SpaceBox box;
    box.min = table.need_vec3("min", {.unit = "m"});
    const TomlValue max = table.need("max", "must be [x, y, z] [m]");
    box.max = max.vec3({.unit = "m"});
    if ((box.max.array() < box.min.array()).any()) max.fail("must not be below min [m]");
    return box;
}

std::vector<Region> read_regions(const TomlValue& value, const ClothMesh& cloth, const FabricShelf& fabrics) {
    std::vector<Region> regions;
    for (const TomlValue& item : value.items("must be at most 1000 tables: [[cloth.region]]", 1, kMaxRegions)) {
        const TomlTable table(item, {"box_uv", "box", "group", "rest_stretch", "fabric"});
        Region region;
        if (const auto stretch = table.find("rest_stretch")) region.rest_stretch = read_rest_stretch(*stretch);
        if (const auto fabric = table.find("fabric")) region.fabric = &fabrics.find(*fabric);
        if (!region.rest_stretch && region.fabric == nullptr) {
            item.complain("changes nothing; needs rest_stretch or fabric");
        }
        region.triangles = select_triangles(table, cloth);
        regions.push_back(std::move(region));
    }
    return regions;
}

}  // namespace pleat
