// What a curve over time says about an oscillation: how fast it dies away, and how long it takes.
#pragma once
#include <optional>
#include <span>

#include <pleat/core/real.hpp>

namespace pleat {

/// [1/s] The rate s for which A exp(-s t) fits points (t, y > 0) best: the straight line with the least squares in
/// log y. Points from the first one on that is below `floor` times the first are left out, since there a curve only
/// shows how well its limit is known. None if fewer than three are left.
std::optional<Real> decay_rate(std::span<const Vec2> points, Real floor = 1e-4);

/// [s] The mean time between crossings of the points' mean. None if there are fewer than three crossings, or if the
/// points do not leave it by `smallest` on average.
std::optional<Real> half_period(std::span<const Vec2> points, Real smallest);

}  // namespace pleat
