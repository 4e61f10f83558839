#include <cmath>
#include <numbers>

#include <Eigen/Geometry>

#include <pleat/core/index.hpp>
#include <pleat/mesh/normals.hpp>
#include <pleat/render/drawn_surface.hpp>

namespace pleat {

DrawnSurface with_sharp_edges(const std::vector<Eigen::Vector3f>& positions,
                              const std::vector<std::array<int, 3>>& triangles) {
    const float most = std::cos(40 * std::numbers::pi_v<float> / 180);
    std::vector<Eigen::Vector3f> areas;
    std::vector<std::vector<std::size_t>> around(positions.size());
    for (const auto& triangle : triangles) {
        for (const int i : triangle) around[at(i)].push_back(areas.size());
        areas.push_back(twice_area(positions, triangle));
    }
    DrawnSurface surface;
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        const int first = static_cast<int>(surface.positions.size());
        surface.triangles.push_back({first, first + 1, first + 2});
        for (const int i : triangles[t]) {
            Eigen::Vector3f normal = areas[t];
            for (const std::size_t other : around[at(i)]) {
                const bool is_smooth = areas[t].dot(areas[other]) > most * areas[t].norm() * areas[other].norm();
                if (other != t && is_smooth) normal += areas[other];
            }
            surface.positions.push_back(positions[at(i)]);
            surface.normals.push_back(normal.stableNormalized());
        }
    }
    return surface;
}

}  // namespace pleat
