// Surfaces for trying the renderer.
#pragma once
#include <cmath>

#include <pleat/mesh/grid.hpp>
#include <pleat/mesh/normals.hpp>
#include <pleat/render/drawn_surface.hpp>

namespace pleat::test {

/// A mesh as something to look at, with its uv.
inline DrawnSurface surface_of(const TriangleMesh& mesh, const Material& material) {
    DrawnSurface surface;
    for (const Vec3& x : mesh.positions) surface.positions.push_back(x.cast<float>());
    surface.triangles = mesh.triangles;
    for (const auto& uv : mesh.uv) {
        surface.uv.push_back({uv[0].cast<float>(), uv[1].cast<float>(), uv[2].cast<float>()});
    }
    surface.normals = smooth_normals(surface.positions, surface.triangles);
    surface.material = material;
    return surface;
}

/// A square of side 2 in deep folds, upright.
inline TriangleMesh folded_cloth(int cells = 40) {
    TriangleMesh mesh = make_grid({.size = {2, 2}, .cells = {cells, cells}});
    for (Vec3& x : mesh.positions) x = {0.6 * x.x(), x.y(), 0.2 * std::sin(12 * x.x() + 2 * x.y())};
    return mesh;
}

/// Throws back nothing.
inline Material black() {
    Material material;
    material.warp = material.weft = Color::Zero();
    material.sheen = material.transmission = 0;
    return material;
}

/// Throws back everything.
inline Material white() {
    Material material;
    material.warp = material.weft = Color::Ones();
    return material;
}

}  // namespace pleat::test
