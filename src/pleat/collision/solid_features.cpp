#include <pleat/collision/closest_points.hpp>
#include <pleat/collision/solid_features.hpp>
#include <pleat/core/index.hpp>

namespace pleat {
namespace {

// Closest places: weights of the cloth's particles, and of the second vertex of a solid's edge.
struct Nearest {
    Vec3 weights;
    Real second;
    Vec3 apart;  // [m] from the solid to the cloth
};

// Four points as in PairMotion: for edges the cloth's come first, else the solid's.
Nearest nearest(bool is_edges, const std::array<Vec3, 4>& x) {
    const ClosestPoints closest = closest_points(is_edges ? PairKind::edge_edge : PairKind::vertex_face, x);
    const auto& w = closest.weights;
    if (is_edges) return {{w[0], w[1], 0}, -w[3], closest.gap};
    return {{-w[1], -w[2], -w[3]}, 0, -closest.gap};
}

std::array<Vec3, 4> points(bool is_edges, std::span<const Vec3> cloth, const std::array<int, 3>& particles,
                           std::span<const Vec3> solid, const std::array<int, 2>& vertices) {
    const auto c = [&](std::size_t i) { return cloth[at(particles[i])]; };
    const auto s = [&](std::size_t i) { return solid[at(vertices[i])]; };
    if (is_edges) return {c(0), c(1), s(0), s(1)};
    return {s(0), c(0), c(1), c(2)};
}

}  // namespace

std::optional<FeatureTouch> find_feature_touch(const FeaturePair& pair, const CollisionMesh& cloth, const Sweep& way,
                                               const SolidSurfaces& surfaces, Real distance, bool looks_ahead) {
    const bool is_edges = pair.is_edges;
    FeatureTouch touch;
    touch.pair = pair;
    std::array<int, 2> vertices{pair.second, pair.second};
    if (is_edges) {
        touch.particles = {cloth.edges[at(pair.first)][0], cloth.edges[at(pair.first)][1], -1};
        vertices = surfaces.mesh().edges[at(pair.second)];
    } else {
        touch.particles = cloth.triangles[at(pair.first)];
    }
    const Sweep solid = surfaces.sweep();
    const PairMotion motion{points(is_edges, way.start, touch.particles, solid.start, vertices),
                            points(is_edges, way.end, touch.particles, solid.end, vertices)};
    const Nearest before = nearest(is_edges, motion.start);
    const Real length = before.apart.norm();
    if (!(length > 0)) return {};
    Nearest place = before;
    if (length >= distance) {
        if (!looks_ahead) return {};
        const auto time = first_contact(is_edges ? PairKind::edge_edge : PairKind::vertex_face, motion);
        if (!time) return {};
        place = nearest(is_edges, positions_at(motion, *time));
        touch.has_crossed = true;
    }
    touch.vertex = vertices[0];
    touch.weights = place.weights;
    touch.normal = before.apart / length;
    const auto solid_place = [&](std::span<const Vec3> x) {
        return Vec3(x[at(vertices[0])] + place.second * (x[at(vertices[1])] - x[at(vertices[0])]));
    };
    touch.solid_start = solid_place(solid.start);
    touch.solid_end = solid_place(solid.end);
    return touch;
}

}  // namespace pleat
