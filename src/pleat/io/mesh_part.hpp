// A part of a mesh that is written for other programs, in their single precision.
#pragma once
#include <array>
#include <span>
#include <string>
#include <vector>

#include <pleat/core/real.hpp>

namespace pleat {

/// Triangles over positions of its own.
struct MeshPart {
    std::string name;
    std::vector<Eigen::Vector3f> positions;         ///< [m]
    std::vector<Eigen::Vector3f> normals;           ///< one a position
    std::span<const std::array<int, 3>> triangles;  ///< indices into the part's positions
    std::span<const std::array<Vec2, 3>> uv;        ///< [m] per triangle corner; empty: there is none
};

}  // namespace pleat
