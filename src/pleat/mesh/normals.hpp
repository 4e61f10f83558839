// Normals of triangles and of particles, in the precision of pictures and of other programs' files.
#pragma once
#include <array>
#include <vector>

#include <Eigen/Core>

namespace pleat {

/// Normal to a triangle, as long as twice its area.
Eigen::Vector3f twice_area(const std::vector<Eigen::Vector3f>& positions, const std::array<int, 3>& triangle);

/// For each position the mean of the normals of its triangles by their area; zero where it has none.
std::vector<Eigen::Vector3f> smooth_normals(const std::vector<Eigen::Vector3f>& positions,
                                            const std::vector<std::array<int, 3>>& triangles);

}  // namespace pleat
