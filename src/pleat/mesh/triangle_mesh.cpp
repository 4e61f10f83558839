#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <unordered_map>

#include <Eigen/Dense>

#include <pleat/core/error.hpp>
#include <pleat/mesh/triangle_mesh.hpp>

namespace pleat {
namespace {

Real twice_area(const std::array<Vec2, 3>& uv) {
    const Vec2 a = uv[1] - uv[0];
    const Vec2 b = uv[2] - uv[0];
    return a.x() * b.y() - a.y() * b.x();
}

Real longest_side(const std::array<Vec2, 3>& uv) {
    return std::max({(uv[1] - uv[0]).norm(), (uv[2] - uv[1]).norm(), (uv[0] - uv[2]).norm()});
}

// Rest triangles thinner than this (height over longest side) count as having no area.
constexpr Real kThinnest = 1e-9;

bool has_area(const std::array<Vec2, 3>& uv) {
    const Real side = longest_side(uv);
    return std::isfinite(side) && std::abs(twice_area(uv)) > kThinnest * side * side;
}

// Direction in the triangle's plane along which u grows fastest; zero if uv is degenerate.
Vec3 warp_direction(const Vec3& a, const Vec3& b, const std::array<Vec2, 3>& uv) {
    if (!has_area(uv)) return Vec3::Zero();
    const Vec2 d1 = uv[1] - uv[0];
    const Vec2 d2 = uv[2] - uv[0];
    return (a * d2.y() - b * d1.y()) / twice_area(uv);  // w_u of Baraff & Witkin 1998, equation 9
}

struct CellHash {
    std::size_t operator()(const std::array<std::int64_t, 3>& cell) const {
        std::size_t h = 0;
        for (const std::int64_t c : cell) h = h * 1000003u + static_cast<std::size_t>(c);
        return h;
    }
};

}  // namespace

void place(TriangleMesh& mesh, const Mat3& rotation, const Vec3& translation, Real scale) {
    for (Vec3& x : mesh.positions) x = rotation * (scale * x) + translation;
}

void take_rest_shape_from_positions(TriangleMesh& mesh, const Vec3& warp) {
    const bool has_uv = mesh.uv.size() == mesh.triangles.size();
    std::vector<std::array<Vec2, 3>> rest(mesh.triangles.size());
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        const auto& [i, j, k] = mesh.triangles[t];
        const Vec3 a = mesh.positions[static_cast<std::size_t>(j)] - mesh.positions[static_cast<std::size_t>(i)];
        const Vec3 b = mesh.positions[static_cast<std::size_t>(k)] - mesh.positions[static_cast<std::size_t>(i)];
        const Vec3 normal = a.cross(b).stableNormalized();
        Vec3 u = has_uv ? warp_direction(a, b, mesh.uv[t]) : Vec3::Zero();
        if (u.isZero(0)) u = warp - normal * normal.dot(warp);
        // The warp stands upright on this triangle: any direction is as good.
        if (u.norm() < 1e-6 * warp.norm()) u = a;
        u.stableNormalize();
        const Vec3 v = normal.cross(u);
        rest[t] = {Vec2::Zero(), Vec2(u.dot(a), v.dot(a)), Vec2(u.dot(b), v.dot(b))};
    }
    mesh.uv = std::move(rest);
}

int weld(TriangleMesh& mesh, Real distance) {
    using Cell = std::array<std::int64_t, 3>;
    std::unordered_map<Cell, std::vector<int>, CellHash> cells;
    std::vector<int> new_index(mesh.positions.size());
    std::vector<Vec3> kept;
    const auto cell_of = [&](const Vec3& x) {
        Cell cell;
        for (int d = 0; d < 3; ++d) {
            const Real c = std::clamp(std::floor(x[d] / distance), -9e15, 9e15);
            cell[static_cast<std::size_t>(d)] = static_cast<std::int64_t>(c);
        }
        return cell;
    };
    const auto find_near = [&](const Vec3& x) {
        const Cell cell = cell_of(x);
        for (std::int64_t n = 0; n < 27; ++n) {
            const auto found = cells.find({cell[0] + n % 3 - 1, cell[1] + n / 3 % 3 - 1, cell[2] + n / 9 - 1});
            if (found == cells.end()) continue;
            for (const int candidate : found->second) {
                if ((kept[static_cast<std::size_t>(candidate)] - x).norm() <= distance) return candidate;
            }
        }
        return -1;
    };
    for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
        int target = find_near(mesh.positions[i]);
        if (target < 0) {
            target = static_cast<int>(kept.size());
            kept.push_back(mesh.positions[i]);
            cells[cell_of(mesh.positions[i])].push_back(target);
        }
        new_index[i] = target;
    }
    const int removed = static_cast<int>(mesh.positions.size() - kept.size());
    if (removed > 0) mesh.grid_cells = {0, 0};
    mesh.positions = std::move(kept);
    for (auto& triangle : mesh.triangles) {
        for (int& i : triangle) i = new_index[static_cast<std::size_t>(i)];
        if (triangle[0] == triangle[1] || triangle[1] == triangle[2] || triangle[2] == triangle[0]) {
            throw Error(ErrorKind::bad_input, "weld distance " + std::to_string(distance) +
                                                  " m is longer than a triangle's side; use a smaller one");
        }
    }
    for (auto& [name, particles] : mesh.groups) {
        for (int& i : particles) i = new_index[static_cast<std::size_t>(i)];
        std::sort(particles.begin(), particles.end());
        particles.erase(std::unique(particles.begin(), particles.end()), particles.end());
    }
    return removed;
}

void check(const TriangleMesh& mesh, const std::string& name) {
    const auto refuse = [&](std::size_t triangle, const std::string& what) {
        throw Error(ErrorKind::bad_input, name + ": triangle " + std::to_string(triangle + 1) + " " + what);
    };
    if (mesh.triangles.empty()) throw Error(ErrorKind::bad_input, name + ": has no triangles");
    for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
        if (!mesh.positions[i].allFinite()) {
            throw Error(ErrorKind::bad_input,
                        name + ": particle " + std::to_string(i + 1) + " has a coordinate that is not a finite number");
        }
    }
    if (mesh.uv.size() != mesh.triangles.size()) {
        throw Error(ErrorKind::bad_input, name + ": has no rest shape (material coordinates)");
    }
    const int particles = static_cast<int>(mesh.positions.size());
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        const auto& [i, j, k] = mesh.triangles[t];
        for (const int p : {i, j, k}) {
            if (p < 0 || p >= particles) refuse(t, "uses particle " + std::to_string(p + 1) + ", which does not exist");
        }
        if (i == j || j == k || k == i) refuse(t, "uses a particle twice; remove it from the mesh");
        if (!has_area(mesh.uv[t])) refuse(t, "has no area at rest; remove or repair it");
    }
}

}  // namespace pleat
