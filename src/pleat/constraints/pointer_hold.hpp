// Holds the particles that the pointer holds exactly: they are where it wants them at the end of each step, to the bit.
// What pins hold already follows it along the directions that they leave free.
#pragma once
#include <pleat/constraints/constraint.hpp>

namespace pleat {

/// All grips of the pointer without a spring.
class PointerHold final : public Constraint {
public:
    void apply(const ConstraintInput& in, State& next, HeldParticles& held) override;
    Real error(const ConstraintInput& in, const State& next) const override;

private:
    struct Placed {
        int particle;
        Vec3 place;  // [m] at the end of the step
    };

    std::vector<Placed> placed_;  // in this step, by nobody but the pointer
};

}  // namespace pleat
