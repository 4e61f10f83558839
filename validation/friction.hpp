// Friction between cloth and solids, where its outcome is known: a slope, a strip that buckles, a rope over a bollard.
#pragma once
#include <vector>

#include "validation/closed_forms.hpp"

namespace pleat::validation {

/// A sheet slides down a slope of tan 1/2 by (g sin - mu g cos) t^2 / 2: friction 0.49, in 2 s; all integrators.
std::vector<Comparison> sliding_on_slope();

/// With friction 0.51 it stays where it is [m], for ten seconds.
std::vector<Comparison> sticking_on_slope();

/// A sheet slides down on a larger sheet on a slope of 20 degrees by g sin - mu g cos [m/s^2]: friction
/// 0.1, from starts that differ by tenths of a millimetre and by some degrees.
std::vector<Comparison> sliding_layers(Effort effort);

/// A weightless strip of length L, clamped upright, is pushed onto a plane by a share of L and buckles. Its tip sticks
/// if the friction is at least a number that grows with that share.
std::vector<Comparison> stick_slip(Effort effort);

/// A weightless strip is drawn around a cylinder by an angle phi: tensions at its ends differ by a factor exp(mu phi).
std::vector<Comparison> capstan(Effort effort);

}  // namespace pleat::validation
