// The order in which directional correction visits edges: Ozgen & Kallmann 2011, algorithm 1.
//
// From all fixed particles at once, breadth first: a particle offers its edges of three classes, one class after the
// other: those that lead sideways, those that lead down, and those that lead down askew. The particle at the far end of
// an offered edge is visited if it was visited fewer than `visit_limit` times so far; then the edge is appended, and
// the particle joins the queue. As printed, a particle that is visited twice offers its edges twice, so an edge may be
// in the list more than once. The paper prints neither the limit nor the order of edges of a class, nor what happens to
// edges that lead to a fixed particle: here the far end with the smaller index comes first (on grids: left before
// right), fixed particles start by index, and edges to fixed particles are left out.
//
// On a grid the edges are the links of stretch and shear, and the classes those of the paper: stretch within 45 degrees
// of the level, stretch that is steeper, and shear. On any other mesh they are the edges of its triangles, by their
// angle with the level: below 30 degrees, above 60 degrees, and between. Sideways edges are offered by both ends, the
// others by the higher one; a shear that is level by neither.
//
// The paper's cloths hang. Here "down" is where the height of particles falls, which is measured once for each cloth,
// where it starts:
// - If the cloth is at least half as long along `down` as its longest side, height is height.
// - If it is flatter, down is away from what holds it: the way from the middle of its fixed particles to its own, on
//   grids along the thread next to that (the weft if both are).
// - If these middles are nearer than a tenth of the longest side, down is away from the nearest fixed particle, along
//   edges.
// All bounds have a margin of 1e-6, so that rounding does not decide what lies on them: at 45 degrees on a grid an edge
// is steep, at 30 and 60 degrees on another mesh it is askew.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <pleat/model/links.hpp>

namespace pleat {

/// Where an edge leads, seen from the particle that offers it.
enum class EdgeClass : std::uint8_t { sideways, down, askew };

/// How the order is made.
struct OrderSettings {
    /// Each once; the first one first.
    std::array<EdgeClass, 3> classes{EdgeClass::sideways, EdgeClass::down, EdgeClass::askew};
    int visit_limit = 1;  ///< how often a particle is corrected at most; > 0
    Vec3 down{0, -1, 0};  ///< unit, or zero: no cloth hangs
};

/// An edge of the list: the second particle is moved to the rest length from the first.
struct OrderedEdge {
    int first;
    int second;
    Real rest_length;  ///< [m]
    EdgeClass kind;

    bool operator==(const OrderedEdge&) const = default;
};

/// Makes lists for different fixed particles of a model.
class CorrectionOrder {
public:
    /// Does not keep `model`.
    CorrectionOrder(const Model& model, const OrderSettings& settings);

    int particle_count() const { return static_cast<int>(positions_.size()); }

    /// `fixed` in increasing order. Without any the list is empty. Cloths without any are not in it, and neither is
    /// what cannot be reached, like cloth that starts above all that holds it.
    std::vector<OrderedEdge> list(std::span<const int> fixed) const;

private:
    // An edge as one of its ends sees it.
    struct Way {
        int to;
        bool is_shear;  // of a grid
        Real rest_length;
    };

    // How a cloth lies where it starts.
    struct Lie {
        IndexRange particles;
        bool is_grid;
        bool hangs;
        Real size;                    // [m] the longest side of its box
        Vec3 middle;                  // [m] mean of its particles
        std::array<Vec3, 2> threads;  // of a grid: [m] from its first side to its last, along warp and weft
    };

    using Offer = std::optional<EdgeClass>;

    static Lie lie_of(const Model& model, const Cloth& cloth, const Vec3& down);
    std::span<const Way> ways_of(int particle) const;
    Vec3 way_down(const Lie& lie, std::span<const int> fixed) const;
    void fall_from(std::span<const int> fixed, std::vector<Real>& heights) const;
    void measure_heights(const Lie& lie, std::span<const int> fixed, std::vector<Real>& heights) const;
    void add_offers(const Lie& lie, std::span<const Real> heights, std::vector<Offer>& offers) const;

    OrderSettings settings_;
    std::vector<Vec3> positions_;  // [m] where the particles start
    std::vector<Lie> cloths_;
    std::vector<int> begin_;  // of each particle's ways, and the end of the last
    std::vector<Way> ways_;   // by the particle that they lead from, then by the one that they lead to
};

}  // namespace pleat
