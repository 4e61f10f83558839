// Cuts cloths into patches of neighbouring particles, for solvers that treat a patch as a whole.
#pragma once
#include <vector>

#include <pleat/model/model.hpp>

namespace pleat {

/// Which patch each particle belongs to, and where in it.
struct Patches {
    int count = 0;
    std::vector<int> patch;   ///< of each particle
    std::vector<Vec2> place;  ///< of each particle in its patch: material coordinates from its middle, in patch widths
};

/// Patches of about `size` particles that hang together, compact and never part of two cloths. A particle without
/// triangles is a patch of its own.
Patches make_patches(const Model& model, int size);

}  // namespace pleat
