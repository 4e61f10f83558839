// The order in which directional correction visits edges: Ozgen & Kallmann 2011, algorithm 1.
//
// From all fixed particles at once, breadth first: a particle offers its edges of three classes, one class after the
// other: those that lead sideways, those that lead down, and those that lead down askew. The particle at the far end of
// an offered edge is visited if it was visited fewer than `visit_limit` times so far; then the edge is appended, and the
// particle joins the queue. The paper prints neither the limit nor the order of edges of a class, nor what happens to
// edges that lead to a fixed particle: here the far end with the smaller index comes first (on grids: left before
// right), fixed particles start by index, and edges to fixed particles are left out.
//
// On a grid the classes are those of the paper: stretch to the sides, stretch down, shear down. On any other mesh an
// edge belongs to a class by its direction where the cloth starts.
#pragma once
#include <array>
#include <span>
#include <vector>

#include <pleat/model/links.hpp>

namespace pleat {

/// Where an edge leads, seen from the particle that offers it.
enum class EdgeClass { sideways, down, askew };

/// How the order is made.
struct OrderSettings {
    std::array<EdgeClass, 3> classes{EdgeClass::sideways, EdgeClass::down, EdgeClass::askew};  ///< the first one first
    int visit_limit = 2;         ///< how often a particle is corrected at most
    Vec3 down{0, -1, 0};         ///< unit
};

/// An edge of the list: the second particle is moved to the rest length from the first.
struct OrderedEdge {
    int first;
    int second;
    Real rest_length;  ///< [m]
    EdgeClass kind;
};

/// Makes lists for different fixed particles of a model.
class CorrectionOrder {
public:
    CorrectionOrder(const Model& model, const OrderSettings& settings);

    /// `fixed` in increasing order. Without any the list is empty.
    std::vector<OrderedEdge> list(std::span<const int> fixed) const;
};

}  // namespace pleat
