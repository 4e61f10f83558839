#include <algorithm>

#include <pleat/collision/candidates.hpp>
#include <pleat/collision/closest_points.hpp>
#include <pleat/core/index.hpp>
#include <pleat/render/contact_field.hpp>

namespace pleat {
namespace {

// Lowers the distances of particles to those at which they are seen.
class Nearest {
public:
    Nearest(std::size_t particles, Real farthest) : farthest_(farthest), distances_(particles, farthest) {}

    // A pair as in PairMotion, and its particles of the cloth.
    void see(PairKind kind, const std::array<Vec3, 4>& x, std::span<const int> own) {
        const Real distance = closest_points(kind, x).gap.norm();
        for (const int p : own) distances_[at(p)] = std::min(distances_[at(p)], distance);
    }

    std::vector<float> in_percent() const {
        std::vector<float> values;
        for (const Real distance : distances_) values.push_back(static_cast<float>(100 * (1 - distance / farthest_)));
        return values;
    }

private:
    Real farthest_;
    std::vector<Real> distances_;
};

}  // namespace

ContactField::ContactField(const Animation& animation) {
    const std::vector<Vec3> x = animation.positions(0);
    const CollisionMesh mesh = make_collision_mesh(animation.mesh().triangles);
    Real sum = 0;
    for (const auto& [a, b] : mesh.edges) sum += (x[at(a)] - x[at(b)]).norm();
    if (!mesh.edges.empty()) farthest_ = 0.5 * sum / static_cast<Real>(mesh.edges.size());
}

std::vector<float> ContactField::values(const Animation& animation, int frame) const {
    const std::vector<Vec3> x = animation.positions(frame);
    Nearest nearest(x.size(), farthest_);
    CandidateSearch search;
    Candidates pairs;
    SweptMesh cloth(make_collision_mesh(animation.mesh().triangles));
    cloth.move({x, x});
    search.within(cloth, farthest_, pairs);
    const auto& triangles = cloth.mesh().triangles;
    const auto& edges = cloth.mesh().edges;
    for (const auto& [p, t] : pairs.vertex_face) {
        const auto& [a, b, c] = triangles[at(t)];
        const std::array<int, 4> own{p, a, b, c};
        nearest.see(PairKind::vertex_face, {x[at(p)], x[at(a)], x[at(b)], x[at(c)]}, own);
    }
    for (const auto& [first, second] : pairs.edge_edge) {
        const auto &a = edges[at(first)], &b = edges[at(second)];
        const std::array<int, 4> own{a[0], a[1], b[0], b[1]};
        nearest.see(PairKind::edge_edge, {x[at(a[0])], x[at(a[1])], x[at(b[0])], x[at(b[1])]}, own);
    }
    for (const AnimationSolid& solid : animation.solids()) {
        const std::vector<Vec3> y = solid.positions(frame);
        SweptMesh surface(make_collision_mesh(solid.triangles()));
        surface.move({y, y});
        search.between(cloth, surface, farthest_, pairs);
        for (const auto& [p, t] : pairs.vertex_face) {
            const auto& [a, b, c] = surface.mesh().triangles[at(t)];
            nearest.see(PairKind::vertex_face, {x[at(p)], y[at(a)], y[at(b)], y[at(c)]}, std::array{p});
        }
        for (const auto& [t, p] : pairs.face_vertex) {
            const auto& [a, b, c] = triangles[at(t)];
            nearest.see(PairKind::vertex_face, {y[at(p)], x[at(a)], x[at(b)], x[at(c)]}, triangles[at(t)]);
        }
        for (const auto& [first, second] : pairs.edge_edge) {
            const auto &a = edges[at(first)], &b = surface.mesh().edges[at(second)];
            nearest.see(PairKind::edge_edge, {x[at(a[0])], x[at(a[1])], y[at(b[0])], y[at(b[1])]}, a);
        }
    }
    return nearest.in_percent();
}

}  // namespace pleat
