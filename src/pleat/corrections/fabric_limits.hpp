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
    Real fall = 0;               ///< [m] g h^2 / sweeps, with substeps h: how far cloth falls for each sweep
};

/// Of every edge its strain limits, and of every two particles opposite each other across an edge the least distance:
/// as Fuhrmann, Gross & Luckas 2003 have them.
///
/// Their least distance is a bending stiffness in disguise, and the paper leaves open how it follows from a fabric.
/// Here strips that hang from a clamp under such limits were measured as ASTM D1388 measures cloth, and compared with
/// elastic ones of bending length c = (B / (density g))^(1/3). For two particles that are d apart in flat cloth:
///     share = (1 + 0.75 e) (cos p + 10.5 (g h^2 / n) c^2 / (d^3 sin p)),   p = 0.128 d / c,   at most 1.
/// The cosine is that of a fold of angle 2 p, as curved as a strip of length 2 c that hangs by a chord of 41.5 degrees.
/// The second term is what weight makes of it: n sweeps a substep h hold a fold up no faster than it sinks, so that
/// cloth would hang deeper than its limits say. Where edges may be longer by e, folds are sharper at the same distance.
/// It gives c within 8 % (root mean square; at worst 22 %). Without limits of 1 being broken, no cloth is stiffer than
/// about c = 1.0, 1.3 and 1.6 edges of a grid where g h^2 / n is 0.01, 0.001 and 0.0003 edges: more sweeps or shorter
/// substeps are needed for more.
std::vector<DistanceLimit> fabric_limits(const Model& model, const LimitSettings& settings);

/// Of edges and other links, rest lengths that are kept exactly: the correction of Provot 1995, against which Ozgen &
/// Kallmann 2011 compare theirs. Only stretch and shear.
std::vector<DistanceLimit> rest_lengths(const Model& model);

}  // namespace pleat
