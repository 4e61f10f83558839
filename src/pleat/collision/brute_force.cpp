#include <algorithm>

#include <pleat/collision/brute_force.hpp>

namespace pleat {
namespace {

// An element's particles and the box that it sweeps.
struct Element {
    std::vector<int> particles;
    Box box;
};

template <std::size_t N>
std::vector<Element> elements(std::span<const std::array<int, N>> list, const Sweep& sweep) {
    std::vector<Element> result;
    for (const auto& particles : list)
        result.push_back({{particles.begin(), particles.end()}, swept_box(sweep, particles)});
    return result;
}

std::vector<Element> vertices(const MovingMesh& moving) {
    std::vector<std::array<int, 1>> list;
    for (const int p : moving.mesh.particles) list.push_back({p});
    return elements<1>(list, moving.sweep);
}

std::vector<Element> faces(const MovingMesh& moving) { return elements<3>(moving.mesh.triangles, moving.sweep); }

std::vector<Element> edges(const MovingMesh& moving) { return elements<2>(moving.mesh.edges, moving.sweep); }

bool share_a_particle(const Element& a, const Element& b) {
    return std::any_of(a.particles.begin(), a.particles.end(), [&](int p) {
        return std::find(b.particles.begin(), b.particles.end(), p) != b.particles.end();
    });
}

template <class Accept>
void for_all_near(std::span<const Element> grown, std::span<const Element> others, Real distance, Accept&& accept) {
    for (std::size_t i = 0; i < grown.size(); ++i) {
        for (std::size_t j = 0; j < others.size(); ++j) {
            if (overlap(grown[i].box.grown(distance), others[j].box)) accept(static_cast<int>(i), static_cast<int>(j));
        }
    }
}

}  // namespace

Candidates brute_force_within(const MovingMesh& moving, Real distance) {
    const auto particles = vertices(moving), triangles = faces(moving), sides = edges(moving);
    Candidates found;
    for_all_near(particles, triangles, distance, [&](int i, int j) {
        const Element& particle = particles[static_cast<std::size_t>(i)];
        if (!share_a_particle(particle, triangles[static_cast<std::size_t>(j)]))
            found.vertex_face.push_back({particle.particles[0], j});
    });
    for_all_near(sides, sides, distance, [&](int i, int j) {
        if (i < j && !share_a_particle(sides[static_cast<std::size_t>(i)], sides[static_cast<std::size_t>(j)]))
            found.edge_edge.push_back({i, j});
    });
    return found;
}

Candidates brute_force_between(const MovingMesh& first, const MovingMesh& second, Real distance) {
    Candidates found;
    const auto particle = [](const MovingMesh& m, int i) { return m.mesh.particles[static_cast<std::size_t>(i)]; };
    for_all_near(vertices(first), faces(second), distance, [&](int i, int j) {
        found.vertex_face.push_back({particle(first, i), j});
    });
    for_all_near(vertices(second), faces(first), distance, [&](int i, int j) {
        found.face_vertex.push_back({j, particle(second, i)});
    });
    std::sort(found.face_vertex.begin(), found.face_vertex.end());
    for_all_near(edges(first), edges(second), distance, [&](int i, int j) { found.edge_edge.push_back({i, j}); });
    return found;
}

}  // namespace pleat
