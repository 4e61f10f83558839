// Writes meshes as Wavefront OBJ text.
#pragma once
#include <span>
#include <string>

#include <pleat/io/mesh_part.hpp>
#include <pleat/mesh/triangle_mesh.hpp>
#include <pleat/model/model.hpp>

namespace pleat {

/// All cloths, one object each, with uv; `positions` [m] of all particles. The v lines are in the order of the model's
/// particles, which a point cache relies on. Numbers are as short as can be and read back to the same bits.
std::string format_obj(const Model& model, std::span<const Vec3> positions);

/// One mesh as one object, with its uv if it has any, and without its groups.
std::string format_obj(const TriangleMesh& mesh, const std::string& name);

/// One object a part, with its uv and normals if it has any. Numbers read back to the same single precision.
std::string format_obj(std::span<const MeshPart> parts);

}  // namespace pleat
