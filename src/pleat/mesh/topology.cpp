#include <algorithm>
#include <cassert>

#include <pleat/mesh/topology.hpp>

namespace pleat {

std::vector<MeshEdge> find_edges(std::span<const std::array<int, 3>> triangles) {
    struct HalfEdge {
        std::array<int, 2> particles;
        int triangle;
        auto operator<=>(const HalfEdge&) const = default;
    };
    std::vector<HalfEdge> halves;
    halves.reserve(3 * triangles.size());
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        for (std::size_t c = 0; c < 3; ++c) {
            const auto [low, high] = std::minmax(triangles[t][c], triangles[t][(c + 1) % 3]);
            halves.push_back({{low, high}, static_cast<int>(t)});
        }
    }
    std::sort(halves.begin(), halves.end());
    std::vector<MeshEdge> edges;
    for (const HalfEdge& half : halves) {
        if (edges.empty() || edges.back().particles != half.particles) edges.push_back({half.particles, {}});
        edges.back().triangles.push_back(half.triangle);
    }
    return edges;
}

int opposite_particle(const std::array<int, 3>& triangle, const std::array<int, 2>& edge) {
    for (const int p : triangle) {
        if (p != edge[0] && p != edge[1]) return p;
    }
    assert(false && "the edge is not one of the triangle's");
    return -1;
}

}  // namespace pleat
