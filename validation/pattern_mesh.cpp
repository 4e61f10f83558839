#include "validation/pattern_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <pleat/core/index.hpp>

namespace pleat::validation {
namespace {

// A mesh of the plane, and how it is cut along lines.
class FlatMesh {
public:
    int add(const Vec2& p) {
        points.push_back(p);
        return static_cast<int>(points.size()) - 1;
    }

    // Cuts along normal . p = offset. What lies before the line is dropped unless `keeps_both`.
    void cut(const Vec2& normal, Real offset, Real snap, bool keeps_both) {
        std::vector<Real> distance(points.size());
        for (std::size_t i = 0; i < points.size(); ++i) {
            distance[i] = normal.dot(points[i]) - offset;
            if (std::abs(distance[i]) > snap) continue;
            points[i] -= distance[i] * normal;
            distance[i] = 0;
        }
        join_coincident_points(distance);
        std::map<std::pair<int, int>, int> crossings;
        const auto crossing = [&](int i, int j) {
            const auto [found, is_new] = crossings.try_emplace(std::minmax(i, j), 0);
            const Real share = distance[at(i)] / (distance[at(i)] - distance[at(j)]);
            if (is_new) found->second = add((1 - share) * points[at(i)] + share * points[at(j)]);
            return found->second;
        };
        const std::vector<std::array<int, 3>> before = std::move(triangles);
        triangles.clear();
        for (const std::array<int, 3>& t : before) {
            for (const Real sign : {1.0, -1.0}) {
                if (sign < 0 && !keeps_both) break;
                std::vector<int> part;
                bool has_inside = false;
                for (std::size_t c = 0; c < 3; ++c) {
                    const int i = t[c], j = t[(c + 1) % 3];
                    const Real here = sign * distance[at(i)], there = sign * distance[at(j)];
                    if (here >= 0) part.push_back(i);
                    if (here > 0) has_inside = true;
                    if (here * there < 0) part.push_back(crossing(i, j));
                }
                if (has_inside) add_polygon(part);
            }
        }
    }

    std::vector<Vec2> points;
    std::vector<std::array<int, 3>> triangles;

private:
    // Two points on an earlier cut may have moved to the same corner of this one and that one.
    void join_coincident_points(const std::vector<Real>& distance) {
        std::map<int, int> joined;
        for (int i = 0; i < static_cast<int>(points.size()); ++i) {
            if (distance[at(i)] != 0) continue;
            const auto is_here = [&](const auto& other) {
                return (points[at(other.first)] - points[at(i)]).squaredNorm() < 1e-18;
            };
            const auto found = std::find_if(joined.begin(), joined.end(), is_here);
            joined[i] = found != joined.end() ? found->second : i;
        }
        for (std::array<int, 3>& t : triangles) {
            for (int& p : t) {
                if (const auto found = joined.find(p); found != joined.end()) p = found->second;
            }
        }
        std::erase_if(triangles, [](const auto& t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; });
    }

    // Three corners, or four, which are split along the shorter diagonal.
    void add_polygon(const std::vector<int>& p) {
        if (p.size() == 3) {
            triangles.push_back({p[0], p[1], p[2]});
            return;
        }
        const auto length = [&](std::size_t i, std::size_t j) { return (points[at(p[i])] - points[at(p[j])]).norm(); };
        const std::size_t first = length(0, 2) <= length(1, 3) ? 0 : 1;
        triangles.push_back({p[first], p[first + 1], p[first + 2]});
        triangles.push_back({p[first], p[first + 2], p[(first + 3) % 4]});
    }
};

// The pattern for cells (i, j) with -cells <= i, j < cells, of edge 1.
FlatMesh make_pattern(Pattern pattern, int cells) {
    FlatMesh mesh;
    const bool is_equilateral = pattern == Pattern::equilateral;
    const Vec2 across = is_equilateral ? Vec2(0.5, std::sqrt(0.75)) : Vec2(0, 1);
    const int row = 2 * cells + 1;
    for (int j = -cells; j <= cells; ++j) {
        // Rows of equilateral triangles start half an edge further each; bring them back to fill a square.
        for (int i = -cells; i <= cells; ++i) {
            const Real back = is_equilateral ? std::floor(0.5 * j) : 0;
            mesh.add(Vec2(i - back, 0) + j * across);
        }
    }
    const auto particle = [&](int i, int j) { return (j + cells) * row + i + cells; };
    for (int j = -cells; j < cells; ++j) {
        for (int i = -cells; i < cells; ++i) {
            const int p = particle(i, j), q = particle(i + 1, j), r = particle(i + 1, j + 1), s = particle(i, j + 1);
            if (pattern == Pattern::four) {
                const int m = mesh.add(
                    0.25 * (mesh.points[at(p)] + mesh.points[at(q)] + mesh.points[at(r)] + mesh.points[at(s)]));
                for (const std::array<int, 2>& side : {std::array{p, q}, {q, r}, {r, s}, {s, p}})
                    mesh.triangles.push_back({side[0], side[1], m});
                continue;
            }
            // Equilateral: even rows lean to the right above, odd rows are shifted back.
            const bool is_falling = pattern == Pattern::one_diagonal ||
                                    (pattern == Pattern::alternating && (i + j) % 2 == 0) ||
                                    (is_equilateral && j % 2 == 0);
            if (is_falling) {
                mesh.triangles.push_back({p, q, s});
                mesh.triangles.push_back({q, r, s});
            } else {
                mesh.triangles.push_back({p, q, r});
                mesh.triangles.push_back({p, r, s});
            }
        }
    }
    return mesh;
}

// Only what triangles use, in a mesh that faces as asked.
TriangleMesh finish(const FlatMesh& flat, Facing facing) {
    TriangleMesh mesh;
    std::vector<int> renamed(flat.points.size(), -1);
    for (const std::array<int, 3>& t : flat.triangles) {
        std::array<int, 3> corners;
        std::array<Vec2, 3> uv;
        for (std::size_t c = 0; c < 3; ++c) {
            uv[c] = flat.points[at(t[c])];
            int& particle = renamed[at(t[c])];
            if (particle < 0) {
                particle = static_cast<int>(mesh.positions.size());
                mesh.positions.push_back(facing == Facing::upright ? Vec3(uv[c].x(), uv[c].y(), 0)
                                                                   : Vec3(uv[c].x(), 0, -uv[c].y()));
            }
            corners[c] = particle;
        }
        mesh.triangles.push_back(corners);
        mesh.uv.push_back(uv);
    }
    return mesh;
}

}  // namespace

const char* name_of(Pattern pattern) {
    constexpr std::array kNames = {"one diagonal", "alternating", "four a cell", "equilateral"};
    return kNames[static_cast<std::size_t>(pattern)];
}

TriangleMesh make_pattern_mesh(const PatternShape& shape) {
    const Real reach = std::max(shape.min.norm(), std::max(shape.max.norm(), (shape.max - shape.min).norm()));
    FlatMesh flat = make_pattern(shape.pattern, static_cast<int>(std::ceil(1.2 * reach / shape.edge)) + 2);
    const Real angle = shape.rotation * kPi / 180;
    const Vec2 along(std::cos(angle), std::sin(angle));
    for (Vec2& p : flat.points) p = shape.edge * (p.x() * along + p.y() * Vec2(-along.y(), along.x()));
    // Below half the smallest height of a triangle, so that none collapses.
    const Real snap = (shape.pattern == Pattern::four ? 0.24 : 0.33) * shape.edge;
    if (shape.is_cut_at_zero) flat.cut({1, 0}, 0, snap, true);
    flat.cut({1, 0}, shape.min.x(), snap, false);
    flat.cut({-1, 0}, -shape.max.x(), snap, false);
    flat.cut({0, 1}, shape.min.y(), snap, false);
    flat.cut({0, -1}, -shape.max.y(), snap, false);
    return finish(flat, shape.facing);
}

}  // namespace pleat::validation
