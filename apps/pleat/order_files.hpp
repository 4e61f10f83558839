// The order of directional correction as files (docs/command.md names every column).
#pragma once
#include <string>

#include <pleat/render/order_picture.hpp>

namespace pleat {

/// A line of names, then one an edge. Lengths read back to the bit.
std::string format_order_csv(std::span<const OrderedEdge> edges);

/// The cloth where it starts, binary little endian. Particles have the colour of the first edge that leads to them.
std::string format_order_ply(const OrderDrawing& drawing);

}  // namespace pleat
