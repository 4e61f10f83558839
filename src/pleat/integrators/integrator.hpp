// The interface of a time integrator: forces and held particles in, the next positions and velocities out.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include <pleat/constraints/constraint.hpp>
#include <pleat/forces/force.hpp>
#include <pleat/linear/modified_pcg.hpp>
#include <pleat/solvers/solver.hpp>

namespace pleat {

/// Matrix, vectors and solver of the linear system of a step; kept from step to step, so that nothing is allocated.
struct LinearSystem {
    explicit LinearSystem(std::shared_ptr<const BlockPattern> pattern)
        : matrix(std::move(pattern)),
          force(static_cast<std::size_t>(matrix.rows())),
          stiffness_force(force.size()),
          position(force.size()),
          displacement(force.size()),
          right_side(force.size()),
          solution(force.size()) {}

    BlockMatrix matrix;
    std::vector<Vec3> force;            ///< [N]
    std::vector<Vec3> stiffness_force;  ///< [N] (df/dx) displacement
    std::vector<Vec3> position;         ///< [m] where the forces are evaluated
    std::vector<Vec3> displacement;     ///< [m] from there, to where they are extrapolated
    std::vector<Vec3> right_side;
    std::vector<Vec3> solution;
    ParticleFilter filter;
    ModifiedPcg pcg;
};

/// What an integrator works with.
struct IntegratorInput {
    const Model& model;
    const Scene& scene;
    std::span<const std::unique_ptr<Force>> forces;
    const HeldParticles& held;
    PcgSettings pcg;
    const State& now;
    Real dt;  ///< [s]
};

/// A way to advance time by one step.
class Integrator {
public:
    virtual ~Integrator() = default;

    /// Writes position and velocity of `next`, and the forces that hold the held particles, in their order.
    virtual void step(const IntegratorInput& in, LinearSystem& system, State& next, StepReport& report,
                      std::vector<ConstraintForce>& constraint_forces) const = 0;
};

}  // namespace pleat
