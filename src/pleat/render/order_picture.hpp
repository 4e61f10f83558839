// Draws the order of directional correction on the cloth, as figures 2, 3 and 5 of Ozgen & Kallmann 2011 show it.
//
// Every edge of the list is an arrow from its first particle to its second, in the colour of its class: dark where the
// list begins, light where it ends, and bold if the list has it several times. What comes early lies on what comes
// late, and where two go to and fro, both keep to the right.
#pragma once
#include <span>

#include <pleat/corrections/correction_order.hpp>
#include <pleat/render/image.hpp>

namespace pleat {

/// What is drawn.
struct OrderDrawing {
    const Model& model;
    std::span<const int> fixed;
    std::span<const OrderedEdge> edges;
};

/// The colour of an edge of a class, at a share in [0, 1] of the list.
Rgb order_color(EdgeClass kind, float share);
/// "sideways", "down" or "askew".
const char* name_of(EdgeClass kind);

/// All cloths flat beside each other, with a legend below.
Picture draw_order(const OrderDrawing& drawing, ImageSize size);

}  // namespace pleat
