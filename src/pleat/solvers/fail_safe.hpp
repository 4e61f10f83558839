// The last part of every method's step: whatever moved the cloth, it does not end in a crossing
// (corrections/no_crossing). It finds what the fail-safe has to know of the step, and gives the motion that it changed
// its velocity and account.
#pragma once
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include <pleat/constraints/cloth_contact.hpp>
#include <pleat/constraints/constraint.hpp>
#include <pleat/corrections/no_crossing.hpp>
#include <pleat/solvers/solver.hpp>

namespace pleat {

/// Which particles pins leave free, and which they guide. Contacts do not count: the fail-safe knows them itself.
class HeldByPins {
public:
    void find(const Model& model, const HeldParticles& held);

    std::span<const Real> inverse_masses() const { return inverse_masses_; }  ///< [1/kg] 0: held in all directions
    std::span<const GuidedParticle> guided() const { return guided_; }        ///< in increasing order

private:
    std::vector<Real> inverse_masses_;
    std::vector<GuidedParticle> guided_;
};

/// What stands in the way in this step.
struct Obstacles {
    const SolidSurfaces& solids;              ///< moved over the step
    std::span<const std::uint8_t> is_inside;  ///< as in SweptStep
    std::span<const std::uint8_t> is_tangled;
    Real cloth_distance = 0;  ///< [m] least that cloth keeps from cloth; 0: it passes through itself
};

/// Keeps its memory from step to step, and nothing else.
class FailSafe {
public:
    explicit FailSafe(std::shared_ptr<ClothSearch> search) : no_crossing_(std::move(search)) {}

    /// Changes where the step ends so that nothing crosses; energy is that [J] of a state. False if it cannot be done,
    /// and the report says why.
    bool apply(const ConstraintInput& in, const HeldByPins& pins, const Obstacles& obstacles,
               const std::function<Real(const State&)>& energy, State& next, StepReport& report);

private:
    NoCrossing no_crossing_;
    std::vector<Real> separations_;  // [m] of the solids
    std::vector<Vec3> wanted_;       // [m] where the step would end without it
};

}  // namespace pleat
