// Where two parts of meshes are nearest to each other.
#pragma once
#include <array>

#include <pleat/collision/continuous.hpp>

namespace pleat {

/// Closest points of a pair, ordered as in PairMotion.
struct ClosestPoints {
    std::array<Real, 4> weights{};  ///< their difference is the sum of weight times position
    Vec3 gap = Vec3::Zero();        ///< [m] from the second part to the first
};

ClosestPoints closest_points(PairKind kind, const std::array<Vec3, 4>& x);

/// Where the four particles are at a time in [0, 1].
std::array<Vec3, 4> positions_at(const PairMotion& motion, Real time);

}  // namespace pleat
