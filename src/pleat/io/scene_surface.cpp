// The surface of a [[solid]]: made by rule or read from an OBJ file.
#include <Eigen/Geometry>

#include <pleat/io/scene_sections.hpp>
#include <pleat/shapes/make_surface.hpp>

namespace pleat {
namespace {

constexpr RealRule kLength{.above = 0, .at_most = kFarthest, .unit = "m"};

void read_count(const TomlTable& table, std::string_view key, std::optional<int>& out, int at_least) {
    if (const auto found = table.find(key)) out = found->integer({.at_least = at_least});
}

Surface read_plane(const TomlValue& value, const SolidSurroundings& all) {
    const TomlTable table(value, {"point", "normal", "half_size", "cells"});
    PlaneShape shape;
    Vec3 point = Vec3::Zero();
    table.read("point", point, {.unit = "m"});
    table.read("half_size", shape.half_size, kLength);
    table.read("cells", shape.cells, {.at_least = 1});
    check_count(value, position_count(shape), all.max_particles);
    Surface plane = make_plane(shape);
    const auto normal = table.find("normal");
    const Mat3 turn =
        Eigen::Quaternion<Real>::FromTwoVectors(Vec3::UnitY(), normal ? normal->direction() : Vec3::UnitY())
            .toRotationMatrix();
    for (Vec3& x : plane.positions) x = turn * x + point;
    return plane;
}

Surface read_box_shape(const TomlValue& value, const SolidSurroundings&) {
    const TomlTable table(value, {"size"});
    const VectorRule rule{.meaning = "[x, y, z], each > 0", .unit = "m"};
    const TomlValue size = table.need("size", rule.text());
    const Vec3 lengths = size.vec3(rule);
    if (!(lengths.minCoeff() > 0)) size.fail(rule.text());
    return make_box(lengths);
}

Surface read_sphere(const TomlValue& value, const SolidSurroundings& all) {
    const TomlTable table(value, {"radius", "rings"});
    SphereShape shape;
    table.read("radius", shape.radius, kLength);
    read_count(table, "rings", shape.rings, 2);
    check_count(value, position_count(shape), all.max_particles);
    return make_sphere(shape);
}

Surface read_capsule(const TomlValue& value, const SolidSurroundings& all) {
    const TomlTable table(value, {"radius", "length", "rings"});
    CapsuleShape shape;
    table.read("radius", shape.radius, kLength);
    table.read("length", shape.length, kLength);
    read_count(table, "rings", shape.rings, 2);
    check_count(value, position_count(shape), all.max_particles);
    return make_capsule(shape);
}

Surface read_cylinder(const TomlValue& value, const SolidSurroundings& all) {
    const TomlTable table(value, {"radius", "height", "segments", "rings"});
    CylinderShape shape;
    table.read("radius", shape.radius, kLength);
    table.read("height", shape.height, kLength);
    read_count(table, "segments", shape.segments, 3);
    read_count(table, "rings", shape.rings, 2);
    check_count(value, position_count(shape), all.max_particles);
    return make_cylinder(shape);
}

Surface read_cone(const TomlValue& value, const SolidSurroundings& all) {
    const TomlTable table(value, {"radius", "height", "segments"});
    ConeShape shape;
    table.read("radius", shape.radius, kLength);
    table.read("height", shape.height, kLength);
    read_count(table, "segments", shape.segments, 3);
    check_count(value, position_count(shape), all.max_particles);
    return make_cone(shape);
}

Surface read_mesh(const TomlValue& value, const SolidSurroundings& all) {
    TriangleMesh mesh = load_obj(value, all.folder);
    check_count(value, static_cast<Real>(mesh.positions.size()), all.max_particles);
    return {std::move(mesh.positions), std::move(mesh.triangles)};
}

struct ShapeReader {
    std::string_view key;
    Surface (*read)(const TomlValue&, const SolidSurroundings&);
};

constexpr ShapeReader kReaders[] = {{"plane", read_plane},      {"box", read_box_shape}, {"sphere", read_sphere},
                                    {"capsule", read_capsule},  {"cone", read_cone},     {"obj", read_mesh},
                                    {"cylinder", read_cylinder}};

}  // namespace

SolidShape read_shape(const TomlTable& solid, const SolidSurroundings& surroundings) {
    const TomlValue value = solid.need_one_of({"plane", "box", "sphere", "capsule", "cylinder", "cone", "obj"});
    const auto* reader = kReaders;
    while (!solid.find(reader->key)) ++reader;
    return {reader->key == "obj" ? "mesh" : std::string(reader->key), reader->read(value, surroundings)};
}

}  // namespace pleat
