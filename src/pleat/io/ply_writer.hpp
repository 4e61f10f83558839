// Writes meshes as PLY files.
#pragma once
#include <span>
#include <string>

#include <pleat/model/model.hpp>

namespace pleat {

/// All cloths as one mesh, in binary little endian form; `positions` [m] of all particles, in the model's order.
std::string format_ply(const Model& model, std::span<const Vec3> positions);

}  // namespace pleat
