#include <algorithm>

#include <pleat/collision/swept_mesh.hpp>
#include <pleat/core/parallel.hpp>
#include <pleat/mesh/topology.hpp>

namespace pleat {
namespace {

template <class Elements, class BoxOf>
void make_boxes(const Elements& elements, std::vector<Box>& boxes, BoxOf&& box_of) {
    boxes.resize(elements.size());
    parallel_for_each(static_cast<int>(elements.size()), [&](std::size_t i) { boxes[i] = box_of(elements[i]); });
}

}  // namespace

CollisionMesh make_collision_mesh(std::span<const std::array<int, 3>> triangles) {
    CollisionMesh mesh;
    mesh.triangles.assign(triangles.begin(), triangles.end());
    for (const MeshEdge& edge : find_edges(triangles)) mesh.edges.push_back(edge.particles);
    for (const auto& triangle : triangles)
        mesh.particles.insert(mesh.particles.end(), triangle.begin(), triangle.end());
    std::sort(mesh.particles.begin(), mesh.particles.end());
    mesh.particles.erase(std::unique(mesh.particles.begin(), mesh.particles.end()), mesh.particles.end());
    return mesh;
}

void SweptMesh::move(const Sweep& sweep) {
    make_boxes(mesh_.particles, particle_boxes_, [&](int p) { return swept_box(sweep, std::array<int, 1>{p}); });
    make_boxes(mesh_.edges, edge_boxes_, [&](const auto& edge) { return swept_box(sweep, edge); });
    make_boxes(mesh_.triangles, triangle_boxes_, [&](const auto& triangle) { return swept_box(sweep, triangle); });
    edge_tree_.update(edge_boxes_);
    triangle_tree_.update(triangle_boxes_);
}

}  // namespace pleat
