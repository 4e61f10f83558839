#include <algorithm>
#include <map>
#include <tuple>

#include <Eigen/Geometry>

#include <pleat/collision/crossing_curves.hpp>
#include <pleat/core/index.hpp>

namespace pleat {

CrossingCurves::CrossingCurves(const CollisionMesh& cloth)
    : mesh_(cloth), faces_(cloth.edges.size(), {-1, -1}), is_crossed_(cloth.edges.size(), 0) {
    for (std::size_t t = 0; t < mesh_.triangles.size(); ++t) {
        const auto& corners = mesh_.triangles[t];
        for (std::size_t i = 0; i < 3; ++i) {
            const auto [a, b] = std::minmax(corners[i], corners[(i + 1) % 3]);
            const auto place = std::lower_bound(mesh_.edges.begin(), mesh_.edges.end(), std::array<int, 2>{a, b});
            auto& faces = faces_[static_cast<std::size_t>(place - mesh_.edges.begin())];
            faces[faces[0] < 0 ? 0 : 1] = static_cast<int>(t);
        }
    }
    const std::size_t count = mesh_.particles.empty() ? 0 : at(mesh_.particles.back()) + 1;
    first_edge_.assign(count + 1, 0);
    for (const auto& edge : mesh_.edges) {
        for (const int p : edge) ++first_edge_[at(p) + 1];
    }
    for (std::size_t i = 0; i < count; ++i) first_edge_[i + 1] += first_edge_[i];
    edges_at_.resize(2 * mesh_.edges.size());
    std::vector<int> next = first_edge_;
    for (std::size_t e = 0; e < mesh_.edges.size(); ++e) {
        for (const int p : mesh_.edges[e]) edges_at_[at(next[at(p)]++)] = static_cast<int>(e);
    }
    sides_.resize(count);
}

CrossingCurves::Member CrossingCurves::find(int crossing) const {
    Member member{crossing, false};
    while (members_[at(member.root)].root != member.root) {
        const Member& next = members_[at(member.root)];
        member = {next.root, member.is_other_surface != next.is_other_surface};
    }
    return member;
}

// Two triangles cross along a piece of a curve, whose ends are crossings of an edge of one with the other.
void CrossingCurves::link(std::span<const EdgeCrossing> crossings) {
    struct End {
        std::pair<int, int> triangles;
        int crossing;
        bool is_edge_of_second;
        bool operator<(const End& b) const { return std::tie(triangles, crossing) < std::tie(b.triangles, b.crossing); }
    };
    std::vector<End> ends;
    members_.resize(crossings.size());
    for (std::size_t c = 0; c < crossings.size(); ++c) {
        members_[c] = {static_cast<int>(c), false};
        for (const int face : faces_[at(crossings[c].edge)]) {
            if (face < 0) continue;
            ends.push_back(
                {std::minmax(face, crossings[c].triangle), static_cast<int>(c), face > crossings[c].triangle});
        }
    }
    std::sort(ends.begin(), ends.end());
    for (std::size_t k = 1; k < ends.size(); ++k) {
        const End &a = ends[k - 1], &b = ends[k];
        if (a.triangles != b.triangles) continue;
        const Member first = find(a.crossing), second = find(b.crossing);
        if (first.root == second.root) continue;
        const bool differ = a.is_edge_of_second != b.is_edge_of_second;
        const auto [low, high] = std::minmax(first.root, second.root);
        members_[at(high)] = {low, (first.is_other_surface != second.is_other_surface) != differ};
    }
}

Vec3 CrossingCurves::normal_of_triangle(int triangle, std::span<const Vec3> position) const {
    const auto& [a, b, c] = mesh_.triangles[at(triangle)];
    return (position[at(b)] - position[at(a)]).cross(position[at(c)] - position[at(a)]).normalized();
}

Vec3 CrossingCurves::normal_at_edge(int edge, std::span<const Vec3> position) const {
    Vec3 sum = Vec3::Zero();
    for (const int face : faces_[at(edge)]) {
        if (face >= 0) sum += normal_of_triangle(face, position);
    }
    return sum.normalized();
}

// Starts at both ends of the edges that cross, and goes on along edges that do not.
CrossingCurves::SmallerPart CrossingCurves::smaller_part(std::span<const EdgeCrossing> crossings,
                                                         std::span<const int> curve, bool is_other_surface,
                                                         std::span<const Vec3> position) {
    std::fill(sides_.begin(), sides_.end(), std::int8_t{0});
    queue_.clear();
    std::array<int, 2> counts{0, 0}, waiting{0, 0};  // below, above
    const auto reach = [&](int p, bool is_above) {
        if (sides_[at(p)] != 0) return;
        sides_[at(p)] = is_above ? 1 : -1;
        ++counts[is_above ? 1 : 0];
        ++waiting[is_above ? 1 : 0];
        queue_.push_back(p);
    };
    for (const int c : curve) {
        if (find(c).is_other_surface != is_other_surface) continue;
        const EdgeCrossing& crossing = crossings[at(c)];
        const auto& [a, b] = mesh_.edges[at(crossing.edge)];
        const bool is_above =
            normal_of_triangle(crossing.triangle, position).dot(position[at(a)] - position[at(b)]) > 0;
        reach(a, is_above);
        reach(b, !is_above);
    }
    if (counts[0] == 0 || counts[1] == 0) return {};
    for (std::size_t k = 0; k < queue_.size(); ++k) {
        const int p = queue_[k];
        const bool is_above = sides_[at(p)] > 0;
        for (int i = first_edge_[at(p)]; i < first_edge_[at(p) + 1]; ++i) {
            const int e = edges_at_[at(i)];
            if (is_crossed_[at(e)] != 0) continue;
            const auto& [a, b] = mesh_.edges[at(e)];
            reach(a == p ? b : a, is_above);
        }
        const std::size_t side = is_above ? 1 : 0;
        if (--waiting[side] == 0 && counts[side] < counts[1 - side]) break;
    }
    const std::size_t smaller = counts[0] < counts[1] ? 0 : 1;
    return {counts[smaller] / static_cast<double>(counts[0] + counts[1]), smaller == 1 ? Real(1) : Real(-1)};
}

// With E along the edge, N the triangle's normal and R along the curve into a face of the edge, the curve gets shorter
// by (R - N (E.R) / (E.N)) . d if the edge moves by d. Where edge and triangle are nearly parallel that is far too
// much; with 1 or -1 for E.N it is still a way that shortens it. In the middle of a straight curve both faces want the
// opposite.
Vec3 CrossingCurves::shortening(const EdgeCrossing& crossing, std::span<const Vec3> position) const {
    const auto& [a, b] = mesh_.edges[at(crossing.edge)];
    const Vec3& start = position[at(a)];
    const Vec3 along = (position[at(b)] - start).normalized();
    const Vec3 normal = normal_of_triangle(crossing.triangle, position);
    const Real side = along.dot(normal) < 0 ? -1 : 1;
    Vec3 way = Vec3::Zero();
    for (const int face : faces_[at(crossing.edge)]) {
        if (face < 0) continue;
        const auto& corners = mesh_.triangles[at(face)];
        const int third = *std::find_if(corners.begin(), corners.end(), [&](int p) { return p != a && p != b; });
        const Vec3 into = position[at(third)] - start;
        Vec3 curve = normal.cross(along.cross(into)).normalized();
        if (curve.dot(into - along.dot(into) * along) < 0) curve = -curve;
        way += curve - side * along.dot(curve) * normal;
    }
    return way / std::max(Real(1), way.norm());
}

void CrossingCurves::find_ways(std::span<const EdgeCrossing> crossings, std::span<const Vec3> position,
                               std::vector<Vec3>& ways) {
    ways.assign(crossings.size(), Vec3::Zero());
    link(crossings);
    for (const EdgeCrossing& crossing : crossings) is_crossed_[at(crossing.edge)] = 1;
    std::map<int, std::vector<int>> curves;
    for (int c = 0; c < static_cast<int>(crossings.size()); ++c) curves[find(c).root].push_back(c);
    for (const auto& [root, curve] : curves) {
        const SmallerPart own = smaller_part(crossings, curve, false, position);
        const SmallerPart other = smaller_part(crossings, curve, true, position);
        const bool is_other = other.share < own.share;
        const Real side = is_other ? other.side : own.side;
        for (const int c : curve) {
            const EdgeCrossing& crossing = crossings[at(c)];
            const bool is_astray = find(c).is_other_surface == is_other;  // the surface of its edge
            const Vec3 back = is_astray ? Vec3(-side * normal_of_triangle(crossing.triangle, position))
                                        : Vec3(side * normal_at_edge(crossing.edge, position));
            const Vec3 way = back + shortening(crossing, position);
            ways[at(c)] = way / std::max(Real(1), way.norm());
        }
    }
    for (const EdgeCrossing& crossing : crossings) is_crossed_[at(crossing.edge)] = 0;
}

}  // namespace pleat
