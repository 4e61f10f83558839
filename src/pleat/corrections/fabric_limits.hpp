// How long edges and how near opposite particles may be, from the fabric.
#pragma once
#include <optional>
#include <vector>

#include <pleat/corrections/distance_limits.hpp>

namespace pleat {

/// What replaces the fabric's own limits.
struct LimitSettings {
    std::optional<Vec2> strain;  ///< shortest and longest relative change of an edge's length
    std::optional<Real> bend;    ///< least distance of opposite particles over that of the flat cloth
};

/// Of every edge its strain limits, and of every two particles opposite each other across an edge the least distance:
/// as Fuhrmann, Gross & Luckas 2003 have them.
///
/// Their least distance is a bending stiffness in disguise, and the paper leaves open how it follows from a fabric.
/// Here it is that of cloth bent to the largest curvature k, for which a strip of length 2 c, c = (B / (density
/// g))^(1/3), hangs from a clamp as low as an elastic one does (ASTM D1388: a chord of 41.5 degrees). A strip that is
/// bent by k throughout has a chord of k c there, so k = 0.724 / c.
std::vector<DistanceLimit> fabric_limits(const Model& model, const LimitSettings& settings);

/// Of edges and other links, rest lengths that are kept exactly: the correction of Provot 1995, against which Ozgen &
/// Kallmann 2011 compare theirs. Only stretch and shear.
std::vector<DistanceLimit> rest_lengths(const Model& model);

}  // namespace pleat
