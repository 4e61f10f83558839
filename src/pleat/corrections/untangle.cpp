#include <algorithm>
#include <cmath>
#include <map>

#include <Eigen/Geometry>

#include <pleat/core/index.hpp>
#include <pleat/corrections/untangle.hpp>

namespace pleat {
namespace {

// Crossings whose curve gets shorter by less than this, for a way of 1, are left alone.
constexpr Real kLeastGain = 0.1;

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

Untangler::Untangler(const CollisionMesh& cloth) : cloth_(cloth), opposite_(cloth_.mesh().edges.size(), {-1, -1}) {
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
        cloth_.triangle_tree().find_overlaps(cloth_.boxes().edges[e], near);
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

// For the edge against the triangle, of length 1 at most; in the middle of a smooth curve it is 0. With E along the
// edge, N the triangle's normal and R along the curve of the crossing into a face of the edge, the curve gets shorter
// by (R - N (E.R) / (E.N)) . d if the edge moves by d. Where edge and triangle are nearly parallel that is far too
// much; with 1 or -1 for E.N it is still a way that shortens it.
Vec3 Untangler::way_out(const EdgeCrossing& crossing, std::span<const Vec3> position) const {
    const auto& edge = cloth_.mesh().edges[at(crossing.edge)];
    const auto& t = cloth_.mesh().triangles[at(crossing.triangle)];
    const auto x = [&](int p) { return position[at(p)]; };
    const Vec3 along = (x(edge[1]) - x(edge[0])).normalized();
    const Vec3 normal = (x(t[1]) - x(t[0])).cross(x(t[2]) - x(t[0])).normalized();
    const Real side = along.dot(normal) < 0 ? -1 : 1;
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
        way += curve - side * along.dot(curve) * normal;
    }
    return way / std::max(Real(1), way.norm());
}

std::vector<Untangler::Push> Untangler::push_apart(std::span<const EdgeCrossing> crossings,
                                                   std::span<const Real> inverse_masses, std::span<const Vec3> position,
                                                   std::span<const Vec3> velocity, Real speed) const {
    // By particle: the sum of changes, and the number of crossings that want one.
    std::map<int, std::pair<Vec3, int>> wanted;
    for (const EdgeCrossing& crossing : crossings) {
        const auto& edge = cloth_.mesh().edges[at(crossing.edge)];
        const auto& triangle = cloth_.mesh().triangles[at(crossing.triangle)];
        const std::array<int, 5> particles{edge[0], edge[1], triangle[0], triangle[1], triangle[2]};
        const std::array<Real, 5> weights{1 - crossing.along, crossing.along, -crossing.weights[0],
                                          -crossing.weights[1], -crossing.weights[2]};
        const Vec3 gain = way_out(crossing, position);
        const Real wanted_speed = gain.norm() * speed;
        if (!(wanted_speed > kLeastGain * speed)) continue;
        const Vec3 way = gain.normalized();
        Real rate = 0, mobility = 0;
        for (std::size_t i = 0; i < 5; ++i) {
            rate += weights[i] * way.dot(velocity[at(particles[i])]);
            mobility += weights[i] * weights[i] * inverse_masses[at(particles[i])];
        }
        if (!(mobility > 0) || rate >= wanted_speed) continue;
        for (std::size_t i = 0; i < 5; ++i) {
            auto& [sum, count] = wanted.try_emplace(particles[i], Vec3::Zero(), 0).first->second;
            sum += weights[i] * inverse_masses[at(particles[i])] * (wanted_speed - rate) / mobility * way;
            ++count;
        }
    }
    std::vector<Push> pushes;
    pushes.reserve(wanted.size());
    for (const auto& [particle, change] : wanted) pushes.push_back({particle, change.first / change.second});
    return pushes;
}

}  // namespace pleat
