// The section [[solid]].
#include <set>

#include <pleat/io/scene_sections.hpp>

namespace pleat {
namespace {

constexpr std::size_t kMaxSolids = 500;

Solid read_solid(const TomlTable& table, const SolidSurroundings& surroundings) {
    Solid solid;
    auto [shape, surface] = read_shape(table, surroundings);
    solid.shape = shape;
    const Placement placed = read_placement(table);
    if (const auto found = table.find("sequence")) {
        if (!table.find("obj")) found->fail("is only for a solid made from obj");
        SurfaceSequence sequence = read_sequence(*found, surface, surroundings.folder);
        for (auto& frame : sequence.frames) {
            for (Vec3& x : frame) x = placed(x);
        }
        solid.sequence = std::make_shared<const SurfaceSequence>(std::move(sequence));
    }
    for (Vec3& x : surface.positions) x = placed(x);
    solid.surface = std::make_shared<const Surface>(std::move(surface));
    if (const auto motion = table.find("motion")) solid.motion = read_motion(*motion);
    table.read("thickness", solid.thickness, {.at_least = 1e-4, .at_most = 1, .unit = "m"});
    table.read("friction", solid.friction, {.at_least = 0, .at_most = kFarthest});
    table.read("two_sided", solid.is_two_sided);
    if (const auto color = table.find("color")) solid.color = read_color(*color, "must be a colour like \"#b03a2e\"");
    return solid;
}

}  // namespace

std::vector<Solid> read_solids(const TomlValue& value, const SolidSurroundings& surroundings) {
    std::vector<Solid> solids;
    std::set<std::string> names;
    SolidSurroundings left = surroundings;
    const std::vector<TomlValue> items = value.items("must be at most 500 tables: [[solid]]", 0, kMaxSolids);
    for (std::size_t i = 0; i < items.size(); ++i) {
        const TomlTable table(items[i], {"name", "plane", "box", "sphere", "capsule", "cylinder", "cone", "obj",
                                         "sequence", "place", "motion", "thickness", "friction", "two_sided", "color"});
        solids.push_back(read_solid(table, left));
        left.max_particles -= static_cast<int>(solids.back().surface->positions.size());
        solids.back().name = read_name(table, "solid", i);
        if (!names.insert(solids.back().name).second) {
            items[i].complain("is called \"" + solids.back().name + "\" like a solid before it; give it another name");
        }
    }
    return solids;
}

}  // namespace pleat
