// Writes meshes as PLY files.
#pragma once
#include <span>
#include <string>

#include <pleat/io/mesh_part.hpp>
#include <pleat/model/model.hpp>

namespace pleat {

/// All cloths as one mesh, in binary little endian form; `positions` [m] of all particles, in the model's order.
std::string format_ply(const Model& model, std::span<const Vec3> positions);

/// All parts as one mesh with normals; a face has the uv of its corners (`texcoord`; zeros for a part without) and the
/// index of its part (`object`), whose name is in a comment.
std::string format_ply(std::span<const MeshPart> parts);

}  // namespace pleat
