// The heavy elastica: a thin strip that is clamped level at one end and bends under its own weight.
#pragma once
#include <vector>

#include <pleat/core/real.hpp>

namespace pleat::validation {

/// Its shape at rest, for a length of 1.
struct Elastica {
    Real tip_angle;           ///< [rad] below level
    Real height;              ///< by which the tip hangs below the clamp
    Real width;               ///< from the clamp to the tip, level
    std::vector<Vec2> curve;  ///< from the clamp at (0, 0) to the tip at (width, -height)

    Real ratio() const { return height / width; }
    Real chord_angle() const;  ///< [degrees] below level
};

/// With load = density g length^3 / D: solves a'' = -load (1 - s) cos(a), a(0) = 0, a'(1) = 0 for the angle a below
/// level, by shooting from the tip.
Elastica solve_elastica(Real load);

}  // namespace pleat::validation
