// Which method a simulation uses, by name, and what can be changed about it.
#pragma once
#include <array>
#include <optional>
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

/// How time advances.
enum class TimeIntegrator {
    backward_euler,     ///< of first order; damps all motion, fast motion most
    generalized_alpha,  ///< of second order; damps what is too fast for the step
    bdf2,               ///< of second order; damps somewhat more
    midpoint,           ///< of second order; damps nothing
};

/// Their names in scenes and accounts, in order.
inline constexpr std::array<const char*, 4> kTimeIntegratorNames{"backward-euler", "generalized-alpha", "bdf2",
                                                                 "midpoint"};

/// How cloth resists bending.
enum class BendModel {
    plate,  ///< by the curvature of triangles: the same stiffness on any mesh
    hinge,  ///< by the angle at each edge, as printed by Baraff & Witkin 1998: stiffness depends on the mesh
};

/// A preset and its overrides.
struct MethodSettings {
    std::string preset = "large-steps";
    std::optional<TimeIntegrator> integrator;  ///< none: that of the preset
    Real rho = 0;                              ///< of generalized-alpha: share of infinitely fast motions kept a step
    int newton_steps = 1;                      ///< linear solves a step
    Scaling scaling = Scaling::area;
    BendModel bend = BendModel::plate;
    Linearization linearization = Linearization::predicted;
    Real tolerance = 1e-3;  ///< the linear solve stops at this share of its first residual
    PreconditionerKind preconditioner = PreconditionerKind::two_level;
    int max_iterations = 2000;  ///< of the linear solve; more counts as failure
    bool cloth_contact = true;  ///< whether cloth touches cloth; without, it passes through itself
};

/// A preset as it is listed to users.
struct MethodPreset {
    std::string name;
    std::string description;
    TimeIntegrator integrator;
};

/// The one that the settings ask for, by themselves or by their preset.
TimeIntegrator time_integrator(const MethodSettings& settings);

/// All presets.
std::span<const MethodPreset> method_presets();

}  // namespace pleat
