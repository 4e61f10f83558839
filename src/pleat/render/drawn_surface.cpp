#include <Eigen/Geometry>

#include <pleat/render/drawn_surface.hpp>

namespace pleat {

std::vector<Eigen::Vector3f> smooth_normals(const std::vector<Eigen::Vector3f>& positions,
                                            const std::vector<std::array<int, 3>>& triangles) {
    std::vector<Eigen::Vector3f> normals(positions.size(), Eigen::Vector3f::Zero());
    const auto at = [](int i) { return static_cast<std::size_t>(i); };
    for (const auto& [a, b, c] : triangles) {
        const Eigen::Vector3f twice_area =
            (positions[at(b)] - positions[at(a)]).cross(positions[at(c)] - positions[at(a)]);
        for (const int particle : {a, b, c}) normals[at(particle)] += twice_area;
    }
    for (Eigen::Vector3f& normal : normals) {
        if (normal.norm() > 0) normal.normalize();
    }
    return normals;
}

}  // namespace pleat
