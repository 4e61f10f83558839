#include <Eigen/Geometry>

#include <pleat/core/index.hpp>
#include <pleat/mesh/normals.hpp>

namespace pleat {

Eigen::Vector3f twice_area(const std::vector<Eigen::Vector3f>& positions, const std::array<int, 3>& triangle) {
    const auto& [a, b, c] = triangle;
    return (positions[at(b)] - positions[at(a)]).cross(positions[at(c)] - positions[at(a)]);
}

std::vector<Eigen::Vector3f> smooth_normals(const std::vector<Eigen::Vector3f>& positions,
                                            const std::vector<std::array<int, 3>>& triangles) {
    std::vector<Eigen::Vector3f> normals(positions.size(), Eigen::Vector3f::Zero());
    for (const auto& triangle : triangles) {
        for (const int particle : triangle) normals[at(particle)] += twice_area(positions, triangle);
    }
    for (Eigen::Vector3f& normal : normals) {
        if (normal.norm() > 0) normal.normalize();
    }
    return normals;
}

}  // namespace pleat
