// Holds the particles of the scene's pins: fixed, carried by a motion, or sliding on a track.
#pragma once
#include <pleat/constraints/constraint.hpp>

namespace pleat {

/// All pins of the scene.
class Pins final : public Constraint {
public:
    void apply(const ConstraintInput& in, State& next, HeldParticles& held) override;
    Real error(const ConstraintInput& in, const State& next) const override;
};

/// What the pins remember at the start of a simulation.
std::vector<PinGrip> make_pin_grips(const Scene& scene);

}  // namespace pleat
