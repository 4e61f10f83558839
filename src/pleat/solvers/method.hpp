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

/// How cloth resists bending.
enum class BendModel {
    plate,  ///< by the curvature of triangles: the same stiffness on any mesh
    hinge,  ///< by the angle at each edge, as printed by Baraff & Witkin 1998: stiffness depends on the mesh
};

/// A preset and its overrides.
struct MethodSettings {
    std::string preset = "large-steps";
    Scaling scaling = Scaling::area;
    BendModel bend = BendModel::plate;
    Linearization linearization = Linearization::predicted;
    Real tolerance = 1e-3;      ///< the linear solve stops at this share of its first residual
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
