// Clamped strips on any triangulation: what the closed forms of bending are measured with.
#pragma once
#include <pleat/solvers/method.hpp>

#include "validation/pattern_mesh.hpp"

namespace pleat::validation {

/// The triangulation of a strip of length 1.
struct StripMesh {
    Pattern pattern = Pattern::alternating;
    Real rotation = 0;  ///< [degrees] of the pattern against the strip
    int edges = 20;     ///< along the strip
};

/// Where the tip of a level strip comes to rest, seen from the clamp; load = density g length^3 / D.
Vec3 settled_tip(const StripMesh& mesh, BendModel model, Real load);

/// By how much a strip clamped with its width upright has left its plane when it comes to rest, over how much it had
/// left it at the start.
Real lateral_deflection(const StripMesh& mesh, BendModel model, Real load);

}  // namespace pleat::validation
