// The implicit equation that every integrator solves in a step, and Newton's method for it. With x^ and v^ known, find
// the change c with
//     M c = a F(x^ + c, v^ + (b / a) c, t),
// of which x^ + c and v^ + (b / a) c are the position and the velocity at the stage. Integrators differ in x^, v^, the
// weights a and b, and in what they make of the stage. Held particles are put where they are to be before the first
// Newton step, which therefore changes nothing along their held directions.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include <pleat/constraints/constraint.hpp>
#include <pleat/forces/force.hpp>
#include <pleat/linear/modified_pcg.hpp>
#include <pleat/solvers/method.hpp>
#include <pleat/solvers/solver.hpp>

namespace pleat {

/// How the equation of a step is solved.
struct SolveSettings {
    PcgSettings pcg;
    int newton_steps = 1;
    Linearization linearization = Linearization::predicted;
};

/// What an integrator works with.
struct IntegratorInput {
    const Model& model;
    const Scene& scene;
    std::span<const std::unique_ptr<Force>> forces;
    const HeldParticles& held;
    SolveSettings solve;
    const State& now;
    Real dt;  ///< [s]
    const Contacts* contacts = nullptr;
    bool is_repeated = false;  ///< the last solve was of the same equation, with other contacts
    bool is_explicit = false;  ///< of forces that are no contacts, derivatives do not count
};

/// Which velocity a held particle has at the stage.
enum class HeldVelocity {
    mean,  ///< its displacement over dt
    end,   ///< the one that the constraint asks for at the end of the step
};

/// The numbers of the equation.
struct StageEquation {
    Real lead = 0;             ///< [s] from the start of the step to the stage: dt, half of it, or nothing
    Real position_weight = 0;  ///< [s^2] a
    Real velocity_weight = 0;  ///< [s] b
    HeldVelocity held_velocity = HeldVelocity::end;
    std::span<const Vec3> acceleration;  ///< [m/s^2] F / M as expected: where the linear solve starts
};

/// Work space of the equation, kept from step to step so that nothing is allocated, and its solution.
class ImplicitStage {
public:
    ImplicitStage(std::shared_ptr<const BlockPattern> pattern, std::unique_ptr<Preconditioner> preconditioner);

    /// Solves the equation for the free_position and free_velocity given. Without success `report` says why.
    bool solve(const IntegratorInput& in, const StageEquation& equation, StepReport& report);

    /// The forces that give held particles these accelerations [m/s^2] along their held directions, in their order.
    void find_constraint_forces(const IntegratorInput& in, std::span<const Vec3> acceleration,
                                std::vector<ConstraintForce>& forces);

    const BlockPattern& pattern() const { return matrix_.pattern(); }

    std::vector<Vec3> free_position;  ///< [m] x^: written by the integrator
    std::vector<Vec3> free_velocity;  ///< [m/s] v^: written by the integrator
    std::vector<Vec3> position;       ///< [m] at the stage
    std::vector<Vec3> velocity;       ///< [m/s] at the stage
    std::vector<Vec3> change;         ///< [m] c
    Real time = 0;                    ///< [s] of the stage, as scripts see it
    Real position_weight = 0;         ///< [s^2] a of the equation solved last

private:
    void choose_start(const IntegratorInput& in, const StageEquation& equation);
    void start_again(const IntegratorInput& in);
    template <class Body>
    void for_each_held(const IntegratorInput& in, const StageEquation& equation, const HeldParticle& particle,
                       Body&& body) const;
    void make_filter(const IntegratorInput& in, const StageEquation& equation);
    void assemble(const IntegratorInput& in, const StageEquation& equation, std::span<const Vec3> start);
    void add_contacts(const IntegratorInput& in, const StageEquation& equation, std::span<const Vec3> start);
    void add_forces(const IntegratorInput& in, const StageEquation& equation, std::span<const Vec3> start,
                    bool are_contacts);

    BlockMatrix matrix_;
    std::vector<Vec3> force_;            // [N]
    std::vector<Vec3> stiffness_force_;  // [N] (df/dx) displacement
    std::vector<Vec3> point_;            // [m] where the forces are evaluated
    std::vector<Vec3> displacement_;     // [m] from there to the stage
    std::vector<Vec3> inner_side_;       // of the equation without contacts
    std::vector<Vec3> right_side_;
    std::vector<Vec3> point_change_;    // [m] c where the forces were evaluated
    std::vector<Vec3> point_velocity_;  // [m/s] velocity there
    std::vector<Vec3> solution_;
    std::vector<Vec3> coupled_;  // product of the couplings with the solution
    ParticleFilter filter_;
    ModifiedPcg pcg_;
};

/// Gives held particles the velocity and the acceleration that they are to have at the end of the step.
void hold_at_end(std::span<const HeldParticle> held, State& next);

}  // namespace pleat
