// The parts of which a method is put together.
#pragma once
#include <memory>
#include <vector>

#include <pleat/constraints/constraint.hpp>
#include <pleat/corrections/correction.hpp>
#include <pleat/corrections/push_out.hpp>
#include <pleat/corrections/strain_impulses.hpp>
#include <pleat/forces/force.hpp>
#include <pleat/integrators/integrator.hpp>
#include <pleat/solvers/method.hpp>

namespace pleat {

/// How a step without a solve goes.
struct SubstepSettings {
    Real longest = 1.0 / 120;  ///< [s] a step is cut into equal parts that are not longer
    int sweeps = 1;            ///< of the corrections, in each
    int finishing_sweeps = 0;  ///< of upper limits of lengths and of solids, besides, at the end of a step
    Real damping = 0;          ///< [1/s] share of the velocity that is lost in a second
    PushOutFriction friction;
};

/// The parts of a method. Either it has an integrator that solves for the next state, and impulses may follow, or it
/// takes substeps by Verlet's rule and has corrections.
struct Recipe {
    std::vector<std::unique_ptr<Force>> forces;
    std::vector<std::unique_ptr<Constraint>> constraints;
    std::unique_ptr<Integrator> integrator;    ///< null: there is no solve
    std::unique_ptr<StrainImpulses> impulses;  ///< after a solve, on its result; null: none
    SolveSettings solve;
    PreconditionerKind preconditioner = PreconditionerKind::two_level;
    SubstepSettings substeps;
    std::vector<std::unique_ptr<Correction>> lengths;  ///< corrections of lengths, in the order in which they act
    std::unique_ptr<Correction> upper_lengths;         ///< acts after these: upper limits alone; null: there are none
    bool cloth_contact = true;
    bool fail_safe = true;  ///< whether steps that would cross something are not accepted
};

}  // namespace pleat
