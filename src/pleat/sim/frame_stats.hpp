// The account of one frame: what stats.json holds, a row a frame.
#pragma once
#include <array>
#include <cstdint>
#include <string>

#include <pleat/core/real.hpp>
#include <pleat/core/timer.hpp>
#include <pleat/corrections/impulse_solver.hpp>
#include <pleat/model/correction_kind.hpp>
#include <pleat/model/energy.hpp>

namespace pleat {

/// Relative length changes of a family of edges; extension and compression are both >= 0.
struct EdgeStrain {
    Real max_stretch = 0;
    Real mean_stretch = 0;  ///< over all edges of the family, shortened ones counting as 0
    Real max_compression = 0;
    Real mean_compression = 0;  ///< over all edges of the family, lengthened ones counting as 0
};

/// What corrections did, in all accepted steps.
struct CorrectionAmounts {
    std::array<Real, kCorrectionNames.size()> moved{};  ///< [m] how far each moved particles, all together
    int substeps = 0;
    int orders = 0;          ///< made for directional correction
    Real order_seconds = 0;  ///< of wall time, for making them
    int repetitions = 0;     ///< of impulses: linear systems
    ImpulseSeconds impulse_seconds;

    CorrectionAmounts& operator+=(const CorrectionAmounts& other) {
        for (std::size_t i = 0; i < moved.size(); ++i) moved[i] += other.moved[i];
        substeps += other.substeps;
        orders += other.orders;
        order_seconds += other.order_seconds;
        repetitions += other.repetitions;
        impulse_seconds += other.impulse_seconds;
        return *this;
    }
};

/// One frame. Frame 0 is the start (after settling, if any).
struct FrameStats {
    int frame = 0;
    Real time = 0;                 ///< [s]
    int steps = 0;                 ///< accepted steps
    Real smallest_step = 0;        ///< [s] 0 if there was none
    Real largest_step = 0;         ///< [s]
    int rejections = 0;            ///< steps thrown away
    std::string rejection_reason;  ///< of the last one thrown away, in words; empty if none
    int evaluations = 0;           ///< of the forces, in accepted and rejected steps
    int cg_iterations = 0;         ///< in accepted and rejected steps
    int contacts = 0;              ///< of particles with solids that push them, at the end of the frame
    int cloth_contacts = 0;        ///< pairs of cloth with cloth that push each other, at the end of the frame
    int inside = 0;                ///< particles inside solids, from a bad start, at the end of the frame
    int crossings = 0;             ///< of edges and triangles of cloth, from a bad start, at the end of the frame
    int fail_safe_moves = 0;       ///< particles kept from crossing something after a solve, in all steps
    CorrectionAmounts corrections;
    Energies energy;                ///< at the end of the frame
    EnergyFlows flows;              ///< [J] during the frame
    Real remainder = 0;             ///< [J] lost by the integrator during the frame: what the flows do not explain
    EdgeStrain warp, weft, bias;    ///< at the end of the frame
    Real rms_speed = 0;             ///< [m/s] at the end of the frame
    Real max_speed = 0;             ///< [m/s]
    Real max_constraint_error = 0;  ///< [m] largest distance of a held particle from where it is to be, in any step
    std::uint64_t hash = 0;         ///< of the state at the end of the frame
    PhaseSeconds seconds;
};

}  // namespace pleat
