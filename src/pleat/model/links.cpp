#include <algorithm>
#include <cmath>

#include <pleat/core/index.hpp>
#include <pleat/model/links.hpp>

namespace pleat {
namespace {

Vec2 share_of(const Vec2& direction) { return direction.cwiseAbs2() / direction.squaredNorm(); }

// Material coordinates of a corner, in units of the threads' own rest lengths.
Vec2 rest_place(const Triangle& triangle, int particle) {
    for (std::size_t c = 0; c < 3; ++c) {
        if (triangle.particles[c] == particle) return triangle.uv[c].cwiseProduct(triangle.rest_stretch);
    }
    return Vec2::Zero();
}

// A particle's place beside an edge, as a triangle has it at rest.
struct Apex {
    Real along;   // [m] from the edge's first particle
    Real height;  // [m]
};

Apex apex_of(const Triangle& triangle, const std::array<int, 2>& edge, int particle) {
    const Vec2 start = rest_place(triangle, edge[0]);
    const Vec2 way = rest_place(triangle, edge[1]) - start, to = rest_place(triangle, particle) - start;
    const Real length = way.norm();
    return {way.dot(to) / length, std::abs(way.x() * to.y() - way.y() * to.x()) / length};
}

Link link_across(const Model& model, const Hinge& hinge) {
    const Triangle &one = model.triangles[at(hinge.triangles[0])], &other = model.triangles[at(hinge.triangles[1])];
    const std::array<int, 2> edge{hinge.particles[0], hinge.particles[1]};
    const Apex a = apex_of(one, edge, hinge.particles[2]), b = apex_of(other, edge, hinge.particles[3]);
    const Real squared = (a.along - b.along) * (a.along - b.along) + a.height * a.height + b.height * b.height +
                         2 * a.height * b.height * std::cos(hinge.rest_angle);
    // An edge along the weft is bent by the warp.
    const Vec2 across(hinge.weave_share.y(), hinge.weave_share.x());
    return {{hinge.particles[2], hinge.particles[3]},
            std::sqrt(squared),
            LinkKind::bend,
            across,
            hinge.rest_area / 3,
            one.fabric};
}

// By cloth: edges and hinges of those that `wanted` names, in the model's order.
template <class Wanted>
void add_mesh_links(const Model& model, Wanted&& wanted, std::vector<Link>& links) {
    std::vector<Real> area(model.edges.size(), 0);
    std::vector<int> fabric(model.edges.size(), 0);
    std::vector<Vec2> share(model.edges.size(), Vec2(1, 0));
    std::vector<std::pair<std::array<int, 2>, std::size_t>> places;
    for (std::size_t e = 0; e < model.edges.size(); ++e) {
        auto particles = model.edges[e].particles;
        std::sort(particles.begin(), particles.end());
        places.push_back({particles, e});
    }
    std::sort(places.begin(), places.end());
    for (const Triangle& triangle : model.triangles) {
        for (std::size_t c = 0; c < 3; ++c) {
            std::array<int, 2> side{triangle.particles[c], triangle.particles[(c + 1) % 3]};
            std::sort(side.begin(), side.end());
            const auto place = std::lower_bound(places.begin(), places.end(), std::pair(side, std::size_t{0}));
            area[place->second] += triangle.area;
            fabric[place->second] = triangle.fabric;
            share[place->second] = share_of(rest_place(triangle, side[1]) - rest_place(triangle, side[0]));
        }
    }
    for (std::size_t e = 0; e < model.edges.size(); ++e) {
        const Edge& edge = model.edges[e];
        if (!wanted(edge.particles[0])) continue;
        const LinkKind kind = edge.direction == ThreadDirection::bias ? LinkKind::shear : LinkKind::stretch;
        links.push_back({edge.particles, edge.rest_length, kind, share[e], area[e], fabric[e]});
    }
    for (const Hinge& hinge : model.hinges) {
        if (wanted(hinge.particles[0])) links.push_back(link_across(model, hinge));
    }
}

// A cloth that is a grid: its two triangles of each cell follow each other.
class GridLinks {
public:
    GridLinks(const Model& model, const Cloth& cloth)
        : model_(model), cloth_(cloth), nu_(cloth.grid_cells[0]), nv_(cloth.grid_cells[1]) {}

    void add(std::vector<Link>& links) const {
        for (int j = 0; j <= nv_; ++j) {
            for (int i = 0; i <= nu_; ++i) {
                for (const auto& [di, dj] : {std::array{1, 0}, std::array{0, 1}}) {
                    add_link({i, j}, {di, dj}, LinkKind::stretch, links);
                }
                for (const int di : {1, -1}) add_link({i, j}, {di, 1}, LinkKind::shear, links);
                for (const auto& [di, dj] : {std::array{2, 0}, std::array{0, 2}, std::array{2, 2}, std::array{-2, 2}}) {
                    add_link({i, j}, {di, dj}, LinkKind::bend, links);
                }
            }
        }
    }

private:
    using Place = std::array<int, 2>;

    int particle(const Place& p) const { return cloth_.particles.begin + p[1] * (nu_ + 1) + p[0]; }
    bool has_cell(int i, int j) const { return i >= 0 && i < nu_ && j >= 0 && j < nv_; }

    // The area of a cell and its sides, in units of the threads' own rest lengths.
    struct Cell {
        Vec2 sides = Vec2::Zero();  // [m]
        Real area = 0;              // [m^2]
        int fabric = 0;
    };

    Cell cell(int i, int j) const {
        const int first = cloth_.triangles.begin + 2 * (j * nu_ + i);
        const Triangle &one = model_.triangles[at(first)], &other = model_.triangles[at(first + 1)];
        const Vec2 low = one.uv[0].cwiseMin(one.uv[1]).cwiseMin(one.uv[2]);
        const Vec2 high = one.uv[0].cwiseMax(one.uv[1]).cwiseMax(one.uv[2]);
        const Vec2 stretch = 0.5 * (one.rest_stretch + other.rest_stretch);
        return {(high - low).cwiseProduct(stretch), one.area + other.area, one.fabric};
    }

    // From a particle by one or two cells, along sides or diagonals; nothing if that leaves the grid.
    void add_link(const Place& from, const Place& by, LinkKind kind, std::vector<Link>& links) const {
        const Place to{from[0] + by[0], from[1] + by[1]};
        if (to[0] < 0 || to[0] > nu_ || to[1] > nv_) return;
        const int steps = std::max(std::abs(by[0]), std::abs(by[1]));
        const Place unit{by[0] / steps, by[1] / steps};
        Link link{{particle(from), particle(to)}, 0, kind, Vec2::Zero(), 0, 0};
        Vec2 way = Vec2::Zero();
        for (int s = 0; s < steps; ++s) {
            const Place at_step{from[0] + s * unit[0], from[1] + s * unit[1]};
            way += step(at_step, unit, link);
        }
        link.rest_length = way.norm();
        link.weave_share = share_of(way);
        link.area /= steps;
        links.push_back(link);
    }

    // [m] One cell on: beside an edge there are up to two cells, around a diagonal one.
    Vec2 step(const Place& from, const Place& unit, Link& link) const {
        const int i = std::min(from[0], from[0] + unit[0]), j = from[1];
        Vec2 sides = Vec2::Zero();
        int cells = 0;
        const auto look_at = [&](int ci, int cj) {
            if (!has_cell(ci, cj)) return;
            const Cell beside = cell(ci, cj);
            sides += beside.sides;
            link.area += 0.5 * beside.area;
            link.fabric = beside.fabric;
            ++cells;
        };
        look_at(i, j);
        if (unit[1] == 0) look_at(i, j - 1);
        if (unit[0] == 0) look_at(i - 1, j);
        return sides.cwiseProduct(Vec2(std::abs(unit[0]), std::abs(unit[1]))) / cells;
    }

    const Model& model_;
    const Cloth& cloth_;
    int nu_, nv_;
};

}  // namespace

std::vector<Link> mesh_links(const Model& model) {
    std::vector<Link> links;
    add_mesh_links(
        model, [](int) { return true; }, links);
    return links;
}

std::vector<Link> spring_links(const Model& model) {
    std::vector<Link> links;
    for (const Cloth& cloth : model.cloths) {
        if (is_grid(cloth)) GridLinks(model, cloth).add(links);
    }
    std::vector<std::uint8_t> is_on_grid(model.positions.size(), 0);
    for (const Cloth& cloth : model.cloths) {
        if (!is_grid(cloth)) continue;
        std::fill(is_on_grid.begin() + cloth.particles.begin, is_on_grid.begin() + cloth.particles.end, 1);
    }
    add_mesh_links(
        model, [&](int particle) { return is_on_grid[at(particle)] == 0; }, links);
    return links;
}

}  // namespace pleat
