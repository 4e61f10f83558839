// The interface of a correction: it moves particles after they were integrated, and velocities follow from where they
// end. The fail-safe (no_crossing.hpp) comes after all corrections.
#pragma once
#include <cstdint>
#include <span>

#include <pleat/corrections/impacts.hpp>
#include <pleat/model/model.hpp>
#include <pleat/model/scene.hpp>
#include <pleat/model/state.hpp>

namespace pleat {

/// Which particles may be moved, and how easily.
struct Mobility {
    std::span<const Real> inverse_masses;         ///< [1/kg] 0: the particle is held and stays where it is, to the bit
    std::span<const GuidedParticle> guided = {};  ///< in increasing order: held in some directions only

    Real of(int particle) const { return inverse_masses[static_cast<std::size_t>(particle)]; }
};

/// What a correction may look at.
struct CorrectionInput {
    const Model& model;
    const Scene& scene;
    const State& now;              ///< at the start of the step, of which substeps are parts
    std::span<const Vec3> before;  ///< [m] positions at the start of the substep
    Real time;                     ///< [s] at its start
    Real dt;                       ///< [s] of the substep
    Mobility mobility;
};

/// A correction. Its tables come from the model; what else it remembers from step to step stands in the state.
class Correction {
public:
    virtual ~Correction() = default;

    /// Once a step, before its first substep: `next` may be given what the state remembers.
    virtual void begin_step(const CorrectionInput&, State& /*next*/) {}
    /// Once a substep, before the first sweep.
    virtual void begin_substep(const CorrectionInput&, std::span<const Vec3> /*position*/) {}
    /// One pass over all it has to correct. Returns how far [m] it moved particles, all together.
    virtual Real sweep(const CorrectionInput& in, std::span<Vec3> position) = 0;
};

}  // namespace pleat
