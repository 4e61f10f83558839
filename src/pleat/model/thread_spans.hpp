// Lengths along warp and weft, which limits of strain hold. On cloths that are grids these are the edges along threads,
// as Ye 2008 has them. On other meshes they are those edges, and the stretch of each triangle along each thread, |w_u|
// and |w_v| of the large-steps paper: to limit all edges there would take the shear from the cloth, which no thread
// resists. What is limited on both sides takes part of the freedom of the cloth: a grid has two spans for the three
// freedoms of a particle, which leaves folds; the triangles of a mesh have four, which would not. So triangles are
// limited only from above: a surface can always be folded without any of them being stretched.
#pragma once
#include <array>
#include <optional>
#include <span>
#include <vector>

#include <pleat/core/parallel.hpp>
#include <pleat/model/model.hpp>

namespace pleat {

/// A length: the norm of a weighted sum of up to three particles.
struct ThreadSpan {
    std::array<int, 3> particles;  ///< the last one is -1 for an edge
    std::array<Real, 3> weights;   ///< their sum is 0; of an edge -1, 1 and 0
    Real rest_length;              ///< [m]
    Real least;                    ///< [m] 0: there is no such limit
    Real most;                     ///< [m]
    int edge;                      ///< index into Model::edges; -1: it belongs to a triangle
    int count() const { return particles[2] < 0 ? 2 : 3; }
};

/// Relative changes of lengths that replace those of the fabrics.
struct StrainLimits {
    std::optional<Vec2> range;    ///< shortest and longest
    std::optional<Real> longest;  ///< instead of the longest above
};

/// All spans of a model, in its order.
std::vector<ThreadSpan> thread_spans(const Model& model, const StrainLimits& limits);

/// The relative change of length of the edge along a thread that is longest for its rest; its index in Model::edges.
Largest longest_thread(const Model& model, std::span<const Vec3> position);

}  // namespace pleat
