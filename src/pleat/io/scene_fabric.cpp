// The section [fabric.NAME].
#include <algorithm>

#include <pleat/io/scene_sections.hpp>

namespace pleat {
namespace {

constexpr RealRule kStretch{.above = 0, .unit = "N/m", .hint = "cotton is about 20000"};
constexpr RealRule kShear{.at_least = 0, .unit = "N/m", .hint = "cotton is about 70"};
constexpr RealRule kBend{.at_least = 0, .unit = "N m", .hint = "cotton is about 1e-5"};

void read_stretch(const TomlValue& value, Fabric& fabric) {
    if (!value.is_table()) {
        fabric.stretch_warp = fabric.stretch_weft = value.real(kStretch);
        return;
    }
    const TomlTable table(value, {"warp", "weft", "damping"});
    table.read("warp", fabric.stretch_warp, kStretch);
    table.read("weft", fabric.stretch_weft, kStretch);
    table.read("damping", fabric.stretch_damping, {.at_least = 0, .unit = "N s/m"});
}

void read_shear(const TomlValue& value, Fabric& fabric) {
    if (!value.is_table()) {
        fabric.shear = value.real(kShear);
        return;
    }
    const TomlTable table(value, {"stiffness", "damping"});
    table.read("stiffness", fabric.shear, kShear);
    table.read("damping", fabric.shear_damping, {.at_least = 0, .unit = "N s/m"});
}

void read_bend(const TomlValue& value, Fabric& fabric) {
    if (!value.is_table()) {
        fabric.bend_warp = fabric.bend_weft = value.real(kBend);
        return;
    }
    const TomlTable table(value, {"warp", "weft", "damping", "poisson"});
    table.read("warp", fabric.bend_warp, kBend);
    table.read("weft", fabric.bend_weft, kBend);
    table.read("damping", fabric.bend_damping, {.at_least = 0, .unit = "N m s"});
    table.read("poisson", fabric.bend_poisson, {.above = -1, .below = 1, .hint = "0 is usual for woven cloth"});
}

void read_strain(const TomlValue& value, Fabric& fabric) {
    const TomlTable table(value, {"min", "max"});
    table.read("min", fabric.strain_min, {.above = -1, .at_most = 0, .hint = "-0.02 lets threads shorten by 2 %"});
    table.read("max", fabric.strain_max, {.at_least = 0, .hint = "0.1 lets threads lengthen by 10 %"});
}

Fabric read_base(const TomlValue& value) {
    const std::string name = value.text("must be the name of a fabric that comes with Pleat");
    std::vector<std::string> names;
    for (const Fabric& fabric : named_fabrics()) {
        if (fabric.name == name) return fabric;
        names.push_back(fabric.name);
    }
    value.fail("no such fabric comes with Pleat" + suggest(name, names));
}

Fabric read_fabric(const std::string& name, const TomlValue& value) {
    const TomlTable table(value, {"base", "description", "density", "stretch", "shear", "bend", "friction", "thickness",
                                  "air_drag", "strain"});
    Fabric fabric;
    if (const auto base = table.find("base")) fabric = read_base(*base);
    fabric.name = name;
    table.read("description", fabric.description);
    table.read("density", fabric.density, {.above = 0, .unit = "kg/m^2", .hint = "cotton is about 0.12"});
    if (const auto stretch = table.find("stretch")) read_stretch(*stretch, fabric);
    if (const auto shear = table.find("shear")) read_shear(*shear, fabric);
    if (const auto bend = table.find("bend")) read_bend(*bend, fabric);
    table.read("friction", fabric.friction, {.at_least = 0, .hint = "cotton is about 0.17"});
    table.read("thickness", fabric.thickness, {.at_least = 0, .unit = "m", .hint = "cotton is about 5e-4"});
    table.read("air_drag", fabric.air_drag, {.at_least = 0, .hint = "1 is usual"});
    if (const auto strain = table.find("strain")) read_strain(*strain, fabric);
    return fabric;
}

}  // namespace

void FabricShelf::add(Fabric fabric) {
    const std::string name = fabric.name;
    own_.insert_or_assign(name, std::move(fabric));
}

const Fabric& FabricShelf::find(const TomlValue& name) const {
    const std::string wanted = name.text("must be the name of a fabric");
    if (const auto own = own_.find(wanted); own != own_.end()) return own->second;
    std::vector<std::string> names;
    for (const auto& [known, fabric] : own_) names.push_back(known);
    for (const Fabric& fabric : named_fabrics()) {
        if (fabric.name == wanted) return fabric;
        names.push_back(fabric.name);
    }
    name.fail("no such fabric" + suggest(wanted, names));
}

const Fabric& FabricShelf::standard() const {
    const auto own = own_.find("cotton");
    return own != own_.end() ? own->second : named_fabric("cotton");
}

FabricShelf read_fabrics(const std::optional<TomlValue>& value) {
    FabricShelf shelf;
    if (!value) return shelf;
    for (const auto& [name, table] : value->entries("must hold tables: [fabric.NAME]")) {
        check_name(table, name);
        shelf.add(read_fabric(name, table));
    }
    return shelf;
}

}  // namespace pleat
