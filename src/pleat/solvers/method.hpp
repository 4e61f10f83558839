// Which method a simulation uses, by name, and what can be changed about it.
#pragma once
#include <span>
#include <string>

#include <pleat/core/real.hpp>

namespace pleat {

/// How stretch, shear and bend conditions are weighted.
enum class Scaling {
    area,   ///< by the square root of the rest area: constants are physical, and refining the mesh changes nothing
    paper,  ///< by the rest area, as printed by Baraff & Witkin 1998: for reproducing the paper
};

/// Where the forces of an implicit step are linearised.
enum class Linearization {
    predicted,  ///< where the particles would be without forces: motion keeps its speed also with stiff cloth
    start,      ///< where the particles are, as printed by Baraff & Witkin 1998: turning cloth is slowed down
};

/// What makes the linear solve converge sooner.
enum class PreconditionerKind {
    two_level,     ///< motions of whole patches of cloth are solved exactly
    block_jacobi,  ///< each particle on its own, as in Baraff & Witkin 1998
};

/// A preset and its overrides.
struct MethodSettings {
    std::string preset = "large-steps";
    Scaling scaling = Scaling::area;
    Linearization linearization = Linearization::predicted;
    Real tolerance = 1e-3;  ///< the linear solve stops at this share of its first residual
    PreconditionerKind preconditioner = PreconditionerKind::two_level;
    int max_iterations = 2000;  ///< of the linear solve; more counts as failure
};

/// A preset as it is listed to users.
struct MethodPreset {
    std::string name;
    std::string description;
};

/// All presets.
std::span<const MethodPreset> method_presets();

}  // namespace pleat
