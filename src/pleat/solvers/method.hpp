// Which method a simulation uses, by name, and what can be changed about it.
#pragma once
#include <array>
#include <optional>
#include <span>
#include <string>

#include <pleat/core/real.hpp>
#include <pleat/corrections/correction_order.hpp>
#include <pleat/corrections/impulse_solver.hpp>

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
    verlet,             ///< explicit, in substeps; what is too stiff for it is left to corrections
    symplectic_euler,   ///< explicit, but for contacts: forces change velocities, these then places
};

/// Their names in scenes and accounts, in order.
inline constexpr std::array<const char*, 6> kTimeIntegratorNames{
    "backward-euler", "generalized-alpha", "bdf2", "midpoint", "verlet", "symplectic-euler"};

/// How cloth resists bending.
enum class BendModel {
    plate,  ///< by the curvature of triangles: the same stiffness on any mesh
    hinge,  ///< by the angle at each edge, as printed by Baraff & Witkin 1998: stiffness depends on the mesh
};

/// What keeps lengths after particles were integrated.
enum class LengthCorrection {
    none,
    limits,       ///< of every edge and every two opposite particles, a few sweeps: Fuhrmann, Gross & Luckas 2003
    directional,  ///< every edge its rest length in one ordered pass: Ozgen & Kallmann 2011
    unordered,    ///< every edge its rest length, a few sweeps: Provot 1995, to compare with
    impulses,     ///< of threads, by a sparse direct solve, after a step was solved for: Ye 2008
};

/// Their names in scenes, in order.
inline constexpr std::array<const char*, 5> kLengthCorrectionNames{"none", "limits", "directional", "unordered",
                                                                   "impulses"};

/// What corrects lengths, and of methods without a linear solve all else: what is not given follows from the preset,
/// the fabric and the mesh.
struct CorrectionSettings {
    std::optional<Real> substep;              ///< [s] longest part of a step
    std::optional<int> sweeps;                ///< of the corrections, in each substep
    std::optional<Real> damping;              ///< [1/s] share of the velocity that is lost in a second
    std::optional<bool> springs;              ///< whether springs resist stretch, shear and bend
    std::optional<LengthCorrection> lengths;  ///< what keeps lengths
    std::optional<Vec2> strain_limits;        ///< of edges, shortest and longest, relative to the rest length
    int reach = 1;                            ///< limits keep particles near each other over so many edges: 1, 2, 4...
    int finishing_sweeps = 0;                 ///< of upper limits alone, at the end of each step
    std::optional<Real> bend_limit;           ///< of opposite particles, least share of their distance when flat
    std::optional<Real> friction_share;       ///< of the motion along solids, taken back in 1/120 s; none: Coulomb
    /// Directional correction without recoil, also of what is too short; impulses once a step, for all threads.
    bool as_printed = false;
    int repetitions = 30;                                  ///< of impulses, at most
    ImpulseSolver impulse_solver = ImpulseSolver::direct;  ///< of impulses
    OrderSettings order;                                   ///< of directional correction; its `down` does not count
    std::optional<Vec3> order_down;  ///< unit: which way the cloth is pulled; none: that of gravity
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
    bool fail_safe = true;      ///< whether a step that would cross something is refused; only corrections do without
    /// [N/m] Springs of an implicit step resist the stretch of threads with no more; none: as the preset has it.
    std::optional<Real> most_stretch;
    std::optional<Real> strain_max;  ///< the stretch contract: no thread is ever longer than this, relative to its rest
    Real longest_step = 0;           ///< [s] that will be asked for: what explicit forces are made to be followed by
    CorrectionSettings corrections;
};

/// A preset as it is listed to users.
struct MethodPreset {
    std::string name;
    std::string description;
    TimeIntegrator integrator;
    LengthCorrection lengths;
};

/// The one that the settings ask for, by themselves or by their preset.
TimeIntegrator time_integrator(const MethodSettings& settings);

/// Whether a step is solved for; else it is made of substeps and corrections.
bool is_implicit(const MethodSettings& settings);

/// What keeps lengths: what the settings ask for, by themselves or by their preset.
LengthCorrection length_correction(const MethodSettings& settings);

/// How directional correction goes in a field of gravity [m/s^2].
OrderSettings order_settings(const CorrectionSettings& corrections, const Vec3& gravity);

/// [s] The longest step that the method takes if the user names none.
Real usual_step(const MethodSettings& settings);

/// All presets.
std::span<const MethodPreset> method_presets();

}  // namespace pleat
