// Pictures of strips at rest, with the exact curve along them.
#pragma once
#include <vector>

#include <pleat/render/image.hpp>

#include "validation/bending.hpp"

namespace pleat::validation {

/// Side by side, each with its load.
Picture draw_cantilevers(const std::vector<SettledStrip>& strips);

/// A picture for each mesh, with its triangles: what plates make of it, and beside that what hinges do.
Picture draw_meshes(const std::vector<SettledStrip>& plates, const std::vector<SettledStrip>& hinges);

}  // namespace pleat::validation
