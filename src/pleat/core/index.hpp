// Meshes number their particles with int, containers are indexed by size_t: the step between the two.
#pragma once
#include <cstddef>

namespace pleat {

constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace pleat
