// The mesh of a [[cloth]]: made by rule or read from an OBJ file, and placed.
#include <pleat/io/scene_sections.hpp>
#include <pleat/mesh/grid.hpp>

namespace pleat {
namespace {

void read_facing(const TomlTable& table, Facing& facing) {
    const auto found = table.find("facing");
    if (found) facing = found->choice({"upright", "level"}) == 0 ? Facing::upright : Facing::level;
}

TriangleMesh read_grid(const TomlValue& value, int max_particles) {
    const TomlTable table(value, {"size", "cells", "facing", "middle_particle"});
    GridShape shape;
    if (const auto size = table.find("size")) {
        const VectorRule rule{.meaning = "[width, height], each > 0", .unit = "m"};
        shape.size = size->vec2(rule);
        if (!(shape.size.minCoeff() > 0)) size->fail(rule.text());
    }
    if (const auto cells = table.find("cells")) {
        const std::vector<TomlValue> items = cells->items("must be [along u, along v], each a whole number >= 1", 2, 2);
        for (std::size_t i = 0; i < 2; ++i) shape.cells[i] = items[i].integer({.at_least = 1});
    }
    read_facing(table, shape.facing);
    table.read("middle_particle", shape.middle_particle);
    const Real particles = (shape.cells[0] + 1.0) * (shape.cells[1] + 1.0) + (shape.middle_particle ? 1 : 0);
    check_count(value, particles, max_particles);
    return make_grid(shape);
}

TriangleMesh read_disc(const TomlValue& value, int max_particles) {
    const TomlTable table(value, {"radius", "rings", "facing"});
    DiscShape shape;
    table.read("radius", shape.radius, {.above = 0, .at_most = kFarthest, .unit = "m"});
    table.read("rings", shape.rings, {.at_least = 1});
    read_facing(table, shape.facing);
    check_count(value, 1 + 3.0 * shape.rings * (shape.rings + 1.0), max_particles);
    return make_disc(shape);
}

// Gives an OBJ mesh its rest shape. Lengths from the mesh, or from its uv.
void take_rest_shape(const TomlTable& cloth, ClothMesh& out) {
    out.has_uv = !out.mesh.triangles.empty() && out.mesh.uv.size() == out.mesh.triangles.size();
    const auto rest = cloth.find("rest");
    const auto warp = cloth.find("warp");
    if (rest && rest->choice({"mesh", "uv"}) == 1) {
        if (!out.has_uv) rest->fail("the OBJ file has no uv (vt); use \"mesh\"");
        if (warp) warp->fail("is not used when rest = \"uv\"; remove one of them");
        return;
    }
    out.file_uv = out.mesh.uv;
    out.has_file_uv = true;
    take_rest_shape_from_positions(out.mesh, warp ? warp->direction() : Vec3::UnitX());
}

ClothMesh read_obj_cloth(const TomlTable& cloth, const TomlValue& value, const std::filesystem::path& folder) {
    ClothMesh out;
    out.rest_angles = RestAngles::start;
    out.mesh = load_obj(value, folder);
    Real scale = 1;
    cloth.read("scale", scale, {.above = 0, .at_most = kFarthest});
    place(out.mesh, Mat3::Identity(), Vec3::Zero(), scale);
    if (const auto distance = cloth.find("weld")) {
        const Real length = distance->real({.above = 0, .at_most = kFarthest, .unit = "m"});
        try {
            weld(out.mesh, length);
        } catch (const Error& error) {
            distance->rethrow(error);
        }
    }
    take_rest_shape(cloth, out);
    return out;
}

}  // namespace

ClothMesh read_cloth_mesh(const TomlTable& cloth, const std::filesystem::path& folder, int max_particles) {
    const TomlValue kind = cloth.need_one_of({"grid", "disc", "obj"});
    ClothMesh out;
    if (cloth.find("obj")) {
        out = read_obj_cloth(cloth, kind, folder);
        check_count(kind, static_cast<Real>(out.mesh.positions.size()), max_particles);
    } else {
        for (const std::string_view key : {"rest", "warp", "weld", "scale"}) {
            if (const auto found = cloth.find(key)) found->fail("is only for a cloth made from obj");
        }
        out.mesh = cloth.find("grid") ? read_grid(kind, max_particles) : read_disc(kind, max_particles);
    }
    const Placement where = read_placement(cloth);
    place(out.mesh, where.rotation, where.translation, where.scale);
    return out;
}

}  // namespace pleat
