// Continuous collision: whether and when two parts of meshes touch while their particles move along straight lines.
//
// The answer is conservative. The time is cut into intervals, and an interval counts as free only with a proof: a
// direction n(t), turning linearly from one end to the other, along which the two parts stay apart. If D are the
// differences of positions of the particles of one part and the other, n . D is quadratic in time for each of them, and
// if all its Bernstein coefficients are above zero by more than rounding can account for, then n . D > 0 for all points
// of both parts and at all times between. Directions are those between the closest points, but any others would be as
// safe: a bad one proves nothing. Whatever is left without a proof is a contact. So there is no contact that is not
// found, and few are found that are none; Wang et al. 2021, "A Large Scale Benchmark and an Inclusion-Based Algorithm
// for Continuous Collision Detection", has this guarantee by boxes in time and both parameters, which are many more.
#pragma once
#include <algorithm>
#include <array>
#include <optional>

#include <pleat/core/real.hpp>

namespace pleat {

/// What may touch what.
enum class PairKind {
    vertex_face,  ///< a particle and a triangle: the particle, then the triangle's three
    edge_edge     ///< two edges: the first one's two particles, then the second one's
};

/// Whether something is true of a particle on either side.
template <class Is>
bool on_both_sides(PairKind kind, const std::array<int, 4>& particles, Is&& is) {
    const auto middle = particles.begin() + (kind == PairKind::edge_edge ? 2 : 1);
    return std::any_of(particles.begin(), middle, is) && std::any_of(middle, particles.end(), is);
}

/// Four particles that move along straight lines.
struct PairMotion {
    std::array<Vec3, 4> start;  ///< at time 0
    std::array<Vec3, 4> end;    ///< at time 1
};

/// A time in [0, 1] up to which the two parts are farther from each other than `separation` (0: do not touch): never
/// later than the first contact. None if they stay apart. The same to the bit for any order of the triangle's
/// particles, of an edge's ends and of the edges. Also parts that pass each other very closely, at distances below
/// about 1e-10 of their size, can count as touching.
std::optional<Real> first_contact(PairKind kind, const PairMotion& motion, Real separation = 0);

}  // namespace pleat
