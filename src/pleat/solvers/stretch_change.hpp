// How much triangles change their stretch in a step.
#pragma once
#include <span>

#include <pleat/core/parallel.hpp>
#include <pleat/model/model.hpp>

namespace pleat {

/// Largest change of |w_u| or |w_v| of a triangle between two sets of positions, and that triangle.
Largest largest_stretch_change(const Model& model, std::span<const Vec3> before, std::span<const Vec3> after);

}  // namespace pleat
