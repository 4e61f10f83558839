// How far apart particles may be that are 2, 4, 8, ... edges from each other. Each such limit follows from those of the
// edges between them: a chord is never longer than the way along the cloth. So it never asks for more than they do, and
// cloth folds as it does without. But a sweep of limits carries a load on by one edge only; these carry it further.
#pragma once
#include <vector>

#include <pleat/corrections/distance_limits.hpp>

namespace pleat {

/// Limits over `reach` edges, a power of 2, and over half of that: a sweep should meet them in this order. With a reach
/// of 1 there are none. `limits` are those of the model's edges; what has no upper one does not count.
std::vector<std::vector<DistanceLimit>> far_limits(const Model& model, const std::vector<DistanceLimit>& limits,
                                                   int reach);

}  // namespace pleat
