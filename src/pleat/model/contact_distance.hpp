// How far layers of cloth keep from each other.
#pragma once
#include <vector>

#include <pleat/model/model.hpp>

namespace pleat {

/// [m] Of each particle, what it keeps from others like it: the thickness of its cloth, or less where edges are short,
/// so that neighbours of neighbours are no contacts.
std::vector<Real> contact_distances(const Model& model);

}  // namespace pleat
