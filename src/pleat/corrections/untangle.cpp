#include <algorithm>
#include <cmath>
#include <map>

#include <Eigen/Geometry>

#include <pleat/corrections/untangle.hpp>

namespace pleat {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// Six times the volume of a tetrahedron; its sign says on which side of the first three the last one is.
Real volume(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) { return (b - a).cross(c - a).dot(d - a); }

bool share_particle(const std::array<int, 2>& edge, const std::array<int, 3>& triangle) {
    return std::any_of(triangle.begin(), triangle.end(), [&](int p) { return p == edge[0] || p == edge[1]; });
}

bool find_crossing(const std::array<Vec3, 2>& edge, const std::array<Vec3, 3>& triangle, EdgeCrossing& crossing) {
    const Real begin = volume(triangle[0], triangle[1], triangle[2], edge[0]);
    const Real end = volume(triangle[0], triangle[1], triangle[2], edge[1]);
    // In flat cloth all volumes are 0, but for rounding.
    const Real size = (triangle[1] - triangle[0]).norm() + (triangle[2] - triangle[0]).norm() +
                      (edge[1] - edge[0]).norm() + (edge[0] - triangle[0]).norm();
    const Real least = 1e-13 * size * size * size;
    if (std::min(std::abs(begin), std::abs(end)) <= least || (begin > 0) == (end > 0)) return false;
    Vec3 shares;
    for (std::size_t i = 0; i < 3; ++i) {
        shares[static_cast<Eigen::Index>(i)] = volume(edge[0], edge[1], triangle[(i + 1) % 3], triangle[(i + 2) % 3]);
    }
    const bool is_through = (shares.array() >= 0).all() || (shares.array() <= 0).all();
    if (!is_through || shares.sum() == 0) return false;
    crossing.along = begin / (begin - end);
    crossing.weights = shares / shares.sum();
    return true;
}

}  // namespace

Untangler::Untangler(std::span<const std::array<int, 3>> cloth_triangles)
    : cloth_(make_collision_mesh(cloth_triangles)), opposite_(cloth_.mesh().edges.size(), {-1, -1}) {
    const auto& edges = cloth_.mesh().edges;
    for (const auto& t : cloth_.mesh().triangles) {
        for (std::size_t i = 0; i < 3; ++i) {
            const std::array<int, 2> edge{std::min(t[i], t[(i + 1) % 3]), std::max(t[i], t[(i + 1) % 3])};
            const auto place = std::lower_bound(edges.begin(), edges.end(), edge) - edges.begin();
            auto& opposite = opposite_[static_cast<std::size_t>(place)];
            opposite[opposite[0] < 0 ? 0 : 1] = t[(i + 2) % 3];
        }
    }
}

void Untangler::find(std::span<const Vec3> position, std::vector<EdgeCrossing>& crossings) {
    crossings.clear();
    cloth_.move({position, position});
    const CollisionMesh& mesh = cloth_.mesh();
    std::vector<int> near;
    for (std::size_t e = 0; e < mesh.edges.size(); ++e) {
        near.clear();
        cloth_.triangle_tree().find_overlaps(cloth_.edge_boxes()[e], near);
        std::sort(near.begin(), near.end());
        const auto& edge = mesh.edges[e];
        for (const int t : near) {
            const auto& triangle = mesh.triangles[at(t)];
            if (share_particle(edge, triangle)) continue;
            EdgeCrossing crossing{static_cast<int>(e), t, 0, Vec3::Zero()};
            const auto x = [&](int p) { return position[at(p)]; };
            if (find_crossing({x(edge[0]), x(edge[1])}, {x(triangle[0]), x(triangle[1]), x(triangle[2])}, crossing)) {
                crossings.push_back(crossing);
            }
        }
    }
}

std::vector<int> Untangler::particles_of(std::span<const EdgeCrossing> crossings) const {
    std::vector<int> particles;
    for (const EdgeCrossing& crossing : crossings) {
        const auto& edge = cloth_.mesh().edges[at(crossing.edge)];
        const auto& triangle = cloth_.mesh().triangles[at(crossing.triangle)];
        particles.insert(particles.end(), edge.begin(), edge.end());
        particles.insert(particles.end(), triangle.begin(), triangle.end());
    }
    std::sort(particles.begin(), particles.end());
    particles.erase(std::unique(particles.begin(), particles.end()), particles.end());
    return particles;
}

// Unit, for the edge against the triangle. With E along the edge, N the triangle's normal and R along the curve of the
// crossing into a face of the edge, the curve gets shorter by (R - N (E.R) / (E.N)) . d if the edge moves by d.
Vec3 Untangler::way_out(const EdgeCrossing& crossing, std::span<const Vec3> position) const {
    const auto& edge = cloth_.mesh().edges[at(crossing.edge)];
    const auto& t = cloth_.mesh().triangles[at(crossing.triangle)];
    const auto x = [&](int p) { return position[at(p)]; };
    const Vec3 along = (x(edge[1]) - x(edge[0])).normalized();
    const Vec3 normal = (x(t[1]) - x(t[0])).cross(x(t[2]) - x(t[0])).normalized();
    constexpr Real kFlattest = 0.1;  // sine of the angle of edge and triangle; flatter ones would go too far
    const Real across = std::copysign(std::max(kFlattest, std::abs(along.dot(normal))), along.dot(normal));
    Vec3 way = Vec3::Zero();
    for (const int p : opposite_[at(crossing.edge)]) {
        if (p < 0) continue;
        const Vec3 into = x(p) - x(edge[0]);
        const Vec3 face = along.cross(into);
        Vec3 curve = normal.cross(face);
        if (!(curve.norm() > 0)) continue;
        curve.normalize();
        const Vec3 inward = into - along.dot(into) * along;
        if (curve.dot(inward) < 0) curve = -curve;
        way += curve - along.dot(curve) / across * normal;
    }
    return way.norm() > 0 ? Vec3(way.normalized()) : normal;
}

void Untangler::move_apart(std::span<const EdgeCrossing> crossings, std::span<const Real> inverse_masses, Real distance,
                           std::span<Vec3> position) const {
    std::map<int, std::pair<Vec3, Real>> moves;  // sums of ways and of weights
    const auto add = [&](int particle, Real weight, const Vec3& way) {
        auto& [sum, weights] = moves.try_emplace(particle, Vec3::Zero(), 0).first->second;
        sum += weight * way;
        weights += weight;
    };
    for (const EdgeCrossing& crossing : crossings) {
        const Vec3 way = way_out(crossing, position);
        const auto& edge = cloth_.mesh().edges[at(crossing.edge)];
        const auto& triangle = cloth_.mesh().triangles[at(crossing.triangle)];
        add(edge[0], 1 - crossing.along, way);
        add(edge[1], crossing.along, way);
        for (std::size_t i = 0; i < 3; ++i) {
            add(triangle[i], crossing.weights[static_cast<Eigen::Index>(i)], -way);
        }
    }
    for (const auto& [particle, move] : moves) {
        const auto& [sum, weights] = move;
        if (inverse_masses[at(particle)] > 0 && weights > 0) position[at(particle)] += distance / weights * sum;
    }
}

}  // namespace pleat
