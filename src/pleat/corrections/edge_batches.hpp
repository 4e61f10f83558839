// The pass of directional correction, eight edges at a time.
//
// An edge of the list reads where its first particle is and moves its second one. It has to wait for an earlier edge
// only if that moves one of its particles, or still has to read the one that it moves itself. So the list falls into
// levels: all edges of a level may be corrected at once, and what is left of one goes along with the next. That gives
// what the list gives. With one visit a particle, levels are the depths of a tree.
#pragma once
#include <array>
#include <vector>

#include <pleat/corrections/correction.hpp>
#include <pleat/corrections/correction_order.hpp>

namespace pleat {

/// Edges that do not wait for each other; those behind the last one are of no length.
struct EdgeBatch {
    static constexpr std::size_t kMost = 8;

    std::array<int, kMost> first, second;  // particles
    std::array<Real, kMost> rest_length;   // [m]
    int count = 0;
    bool is_plain = false;  // it is full, and no two edges have the same first particle
};

/// In the order in which they are to be corrected.
std::vector<EdgeBatch> make_batches(const std::vector<OrderedEdge>& list, int particle_count);

/// Moves the second particles of edges that are too long, or, as printed, of all, to the rest length. The first one
/// feels that as a recoil, or, if it is held, as a reaction; as printed only the latter. Returns how far particles were
/// moved [m].
Real correct_batches(const std::vector<EdgeBatch>& batches, std::span<const Real> inverse_masses, bool is_as_printed,
                     CorrectionWork& work);

}  // namespace pleat
