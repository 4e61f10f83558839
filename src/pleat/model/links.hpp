// Pairs of particles that keep a distance: what springs pull at, and what corrections of lengths correct.
#pragma once
#include <array>
#include <vector>

#include <pleat/model/model.hpp>

namespace pleat {

/// What a link resists.
enum class LinkKind { stretch, shear, bend };

/// Two particles of a cloth and their distance at rest.
struct Link {
    std::array<int, 2> particles;
    Real rest_length;  ///< [m] > 0
    LinkKind kind;
    Vec2 weave_share;  ///< squared cosines of its direction with warp and weft; they sum to 1
    Real area;         ///< [m^2] of the cloth beside it that its stiffness stands for
    int fabric;        ///< index into Model::fabrics
};

/// By edges and hinges, on any mesh: every edge, along a thread as stretch and else as shear, and every pair of
/// particles opposite each other across an edge, as bend.
std::vector<Link> mesh_links(const Model& model);

/// As springs are laid by Ozgen & Kallmann 2011, section 3, on cloths that are grids: particle (i, j) is linked by
/// stretch with (i + 1, j) and (i, j + 1), by shear with (i + 1, j + 1) and (i - 1, j + 1), by bend with (i + 2, j),
/// (i, j + 2), (i + 2, j + 2) and (i - 2, j + 2). Other cloths have mesh_links.
std::vector<Link> spring_links(const Model& model);

/// Whether a cloth is a grid whose particle (i, j) has index j * (grid_cells[0] + 1) + i.
inline bool is_grid(const Cloth& cloth) { return cloth.grid_cells[0] > 0; }

}  // namespace pleat
