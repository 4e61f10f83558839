// The keys that choose particles of a cloth, and those that name a solid.
#include <algorithm>
#include <set>

#include <pleat/io/scene_sections.hpp>

namespace pleat {
namespace {

const Cloth& find_cloth(const TomlTable& table, const Model& model) {
    std::vector<std::string> names;
    for (const Cloth& cloth : model.cloths) names.push_back(cloth.name);
    if (names.size() == 1 && !table.find("cloth")) return model.cloths.front();
    const TomlValue value = table.need("cloth", "must be the name of a cloth, as there are several");
    const std::string name = value.text("must be the name of a cloth");
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) value.fail("no such cloth" + suggest(name, names));
    return model.cloths[static_cast<std::size_t>(found - names.begin())];
}

int read_particle(const TomlValue& value, const Cloth& cloth) {
    const std::string hint = "index in cloth \"" + cloth.name + "\", from 0";
    return cloth.particles.begin + value.integer({.at_most = cloth.particles.size() - 1, .hint = hint});
}

std::vector<int> read_particles(const TomlValue& value, const Cloth& cloth) {
    std::vector<int> particles;
    std::set<int> seen;
    for (const TomlValue& item : value.items("must be one or more indices of particles", 1)) {
        particles.push_back(read_particle(item, cloth));
        if (!seen.insert(particles.back()).second) item.fail("must not be in the list twice");
    }
    return particles;
}

const std::vector<int>& find_group(const TomlValue& value, const Cloth& cloth) {
    const std::string name = value.text("must be the name of a group of particles");
    const auto found = cloth.groups.find(name);
    if (found != cloth.groups.end() && !found->second.empty()) return found->second;
    std::vector<std::string> names;
    for (const auto& [known, particles] : cloth.groups) names.push_back(known);
    const std::string what = found == cloth.groups.end() ? "no such group in cloth \"" : "an empty group of cloth \"";
    value.fail(what + cloth.name + "\"" + suggest(name, names));
}

int find_corner(const TomlValue& value, const Cloth& cloth) {
    value.choice({"bottom-left", "bottom-right", "top-left", "top-right"});
    const auto found = cloth.groups.find(value.text(""));
    if (found == cloth.groups.end() || found->second.size() != 1) {
        value.fail("cloth \"" + cloth.name + "\" has no such corner (only grids have; use group, box or nearest)");
    }
    return found->second.front();
}

std::vector<int> select_in_box(const TomlValue& value, const Cloth& cloth, const Model& model) {
    const SpaceBox box = read_box(value);
    std::vector<int> particles;
    for (int i = cloth.particles.begin; i < cloth.particles.end; ++i) {
        if (box.contains(model.positions[static_cast<std::size_t>(i)])) particles.push_back(i);
    }
    if (particles.empty())
        value.complain("holds no particle of cloth \"" + cloth.name + "\" (as placed, at the start)");
    return particles;
}

int find_nearest(const Vec3& point, const Cloth& cloth, const Model& model) {
    const auto distance = [&](int i) { return (model.positions[static_cast<std::size_t>(i)] - point).squaredNorm(); };
    int nearest = cloth.particles.begin;
    for (int i = cloth.particles.begin; i < cloth.particles.end; ++i) {
        if (distance(i) < distance(nearest)) nearest = i;
    }
    return nearest;
}

std::vector<int> select(const TomlTable& table, const Cloth& cloth, const Model& model) {
    const TomlValue selector =
        table.need_one_of({"particle", "particles", "group", "corner", "corners", "box", "nearest"});
    if (table.find("particle")) return {read_particle(selector, cloth)};
    if (table.find("particles")) return read_particles(selector, cloth);
    if (table.find("group")) return find_group(selector, cloth);
    if (table.find("corner")) return {find_corner(selector, cloth)};
    if (table.find("box")) return select_in_box(selector, cloth, model);
    if (table.find("nearest")) return {find_nearest(selector.vec3({.unit = "m"}), cloth, model)};
    std::vector<int> particles;
    for (const TomlValue& item : selector.items("must be one to four corners", 1, 4)) {
        particles.push_back(find_corner(item, cloth));
    }
    return particles;
}

}  // namespace

std::vector<int> select_particles(const TomlTable& table, const Model& model) {
    std::vector<int> particles = select(table, find_cloth(table, model), model);
    std::sort(particles.begin(), particles.end());
    particles.erase(std::unique(particles.begin(), particles.end()), particles.end());
    return particles;
}

int find_solid(const TomlValue& value, const std::vector<Solid>& solids) {
    std::vector<std::string> names;
    names.reserve(solids.size());
    for (const Solid& solid : solids) names.push_back(solid.name);
    const std::string name = value.text("must be the name of a solid");
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) value.fail("no such solid" + (names.empty() ? "" : suggest(name, names)));
    return static_cast<int>(found - names.begin());
}

}  // namespace pleat
