// Strips that hang from a clamp under limits of lengths, of which the bending stiffness is what they show.
#pragma once
#include <vector>

#include "validation/closed_forms.hpp"
#include "validation/setup.hpp"

namespace pleat::validation {

/// A strip on a grid, clamped level, three cells wide.
struct HangingStrip {
    Fabric fabric;
    Real edge = 0.02;  ///< [m] of a cell
    int cells = 2;     ///< of which it is long
    Real fall = 1e-3;  ///< of an edge: g h^2 / sweeps, with substeps h
    int sweeps = 1;    ///< a substep
    bool is_along_weft = false;
};

/// [m] The cube root of stiffness over weight.
Real bending_length(Real bend, Real density);

/// [degrees] below level of the line from the clamp to the tip, at rest.
Real chord_angle(const HangingStrip& strip);

/// Chords of strips whose bending lengths are 0.7 edges and more, as stiff as substeps of this size and these sweeps
/// can hold them up, beside those of elastic strips.
std::vector<Comparison> chords_by_limits();

}  // namespace pleat::validation
