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

void SweptBoxes::move(const CollisionMesh& mesh, const Sweep& sweep) {
    make_boxes(mesh.particles, particles, [&](int p) { return swept_box(sweep, std::array<int, 1>{p}); });
    make_boxes(mesh.edges, edges, [&](const auto& edge) { return swept_box(sweep, edge); });
    make_boxes(mesh.triangles, triangles, [&](const auto& triangle) { return swept_box(sweep, triangle); });
}

SweptMesh::SweptMesh(CollisionMesh mesh) : mesh_(std::move(mesh)) {
    places_.assign(mesh_.particles.empty() ? 0 : static_cast<std::size_t>(mesh_.particles.back()) + 1, -1);
    for (std::size_t i = 0; i < mesh_.particles.size(); ++i) {
        places_[static_cast<std::size_t>(mesh_.particles[i])] = static_cast<int>(i);
    }
}

void SweptMesh::move(const Sweep& sweep) {
    boxes_.move(mesh_, sweep);
    particle_tree_.update(boxes_.particles);
    edge_tree_.update(boxes_.edges);
    triangle_tree_.update(boxes_.triangles);
}

}  // namespace pleat
