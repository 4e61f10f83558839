// The interface of a correction: it moves particles after they were integrated, and velocities follow from where they
// end. The fail-safe (no_crossing.hpp) comes after all corrections.
//
// A step is cut into substeps. In each, particles are integrated, and the corrections then take turns for a number of
// sweeps.
#pragma once
#include <span>

#include <pleat/model/correction_kind.hpp>
#include <pleat/model/model.hpp>
#include <pleat/model/scene.hpp>
#include <pleat/model/state.hpp>

namespace pleat {

/// The step that a correction belongs to.
struct CorrectionStep {
    const Model& model;
    const Scene& scene;
    const State& now;                      ///< at its start
    Real dt;                               ///< [s]
    std::span<const Real> inverse_masses;  ///< [1/kg] 0: the particle is held and stays where it is, to the bit
};

/// The substep.
struct CorrectionInput {
    const CorrectionStep& step;
    std::span<const Vec3> before;  ///< [m] positions at its start
    Real begin = 0;                ///< share of the step at its start
    Real end = 1;                  ///< and at its end

    Real dt() const { return (end - begin) * step.dt; }
};

/// What corrections do in a substep.
struct CorrectionWork {
    std::span<Vec3> position;  ///< [m] to be corrected
    std::span<Vec3> reaction;  ///< [kg m] collects what corrections would have given particles that are held
    std::span<Vec3> recoil;    ///< [kg m] collects what particles feel in the next substep; empty: nobody has any
    Real given = 0;            ///< [J] collects the work that moving solids do on the cloth
};

/// What it cost to make tables anew.
struct TableCost {
    int made = 0;
    Real seconds = 0;
};

/// A correction. Its tables come from the model; what else it remembers from step to step stands in the state.
class Correction {
public:
    virtual ~Correction() = default;

    virtual CorrectionKind kind() const = 0;
    /// Whether it moves a particle against another one that does not move, but feels it in the next substep.
    virtual bool has_recoil() const { return false; }
    /// Once a step, before its first substep.
    virtual TableCost begin_step(const CorrectionStep&) { return {}; }
    /// Once a substep, before the first sweep.
    virtual void begin_substep(const CorrectionInput&, std::span<const Vec3> /*position*/) {}
    /// One pass over all it has to correct. Returns how far [m] it moved particles, all together.
    virtual Real sweep(const CorrectionInput& in, CorrectionWork& work) = 0;
    /// Once a step, after its last substep: writes what the state remembers.
    virtual void end_step(const CorrectionStep&, State& /*next*/) {}
};

}  // namespace pleat
