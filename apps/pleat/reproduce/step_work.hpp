// What a step costs with either integrator, from the same states: how lively a run is does not count then.
#pragma once
#include <memory>

#include <pleat/sim/simulation.hpp>
#include <pleat/solvers/solver.hpp>

namespace pleat {

/// CG iterations of single steps of both integrators, from states of one run.
class StepWork {
public:
    /// Steps of `step` [s] of backward Euler and of generalized-alpha, otherwise by `method`.
    StepWork(const Model& model, const MethodSettings& method, Real step);

    /// Tries a step of each from where the simulation is now, which must have made a step.
    void add(const Simulation& simulation);

    int euler_iterations() const { return euler_iterations_; }
    int alpha_iterations() const { return alpha_iterations_; }

private:
    std::unique_ptr<Solver> euler_, alpha_;
    Real step_;
    State next_;
    int euler_iterations_ = 0, alpha_iterations_ = 0;
};

}  // namespace pleat
