// Holds the particles of the scene's pins: fixed, carried by a motion or a solid, or sliding on a track.
#pragma once
#include <pleat/constraints/constraint.hpp>
#include <pleat/constraints/surface_point.hpp>

namespace pleat {

/// All pins of the scene.
class Pins final : public Constraint {
public:
    void apply(const ConstraintInput& in, State& next, HeldParticles& held) override;
    Real error(const ConstraintInput& in, const State& next) const override;

private:
    // The point of a deforming solid that carries a particle follows from the grip, and is found once for each.
    struct Carrier {
        PinGrip grip;
        SurfacePoint point;
    };

    void find_carrier(const Solid& solid, const PinGrip& grip, std::size_t index);
    MovingPose pose(const Scene& scene, const Pin& pin, std::size_t index, Real time) const;

    std::vector<Carrier> carriers_;  // as many as grips
};

/// What the pins remember at the start of a simulation.
std::vector<PinGrip> make_pin_grips(const Scene& scene);

}  // namespace pleat
