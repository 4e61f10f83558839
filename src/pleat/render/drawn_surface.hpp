// What can be seen: triangles and how they look.
#pragma once
#include <array>
#include <vector>

#include <pleat/core/real.hpp>
#include <pleat/render/image.hpp>

namespace pleat {

/// Of a woven fabric, or with threads of no width, of anything dull.
struct Material {
    Color warp = Color::Constant(0.6f);  ///< share of light thrown back by the threads along u
    Color weft = Color::Constant(0.6f);  ///< and by those along v
    float sheen = 0.2f;                  ///< share of the view that fibres take at grazing angles, in [0, 1]
    float transmission = 0.15f;          ///< share of the light not absorbed that goes through, in [0, 1]
    float thread_width = 0;              ///< [m] in material coordinates; 0: smooth
};

/// A mesh that is the same from both sides.
struct DrawnSurface {
    std::vector<Eigen::Vector3f> positions;          ///< [m]
    std::vector<std::array<int, 3>> triangles;       ///< indices into positions
    std::vector<Eigen::Vector3f> normals;            ///< of length 1, one a position
    std::vector<std::array<Eigen::Vector2f, 3>> uv;  ///< [m] per triangle corner; empty: no weave is seen
    std::vector<Color> colors;                       ///< one a position, instead of the material's; or empty
    Material material;
};

/// A surface with sharp edges where triangles meet at more than 40 degrees, and smooth elsewhere: each triangle has
/// positions of its own.
DrawnSurface with_sharp_edges(const std::vector<Eigen::Vector3f>& positions,
                              const std::vector<std::array<int, 3>>& triangles);

}  // namespace pleat
