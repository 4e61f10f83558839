#include <algorithm>

#include <pleat/constraints/cloth_contact.hpp>
#include <pleat/constraints/solid_contact.hpp>
#include <pleat/core/parallel.hpp>
#include <pleat/linear/block_jacobi.hpp>
#include <pleat/linear/two_level.hpp>
#include <pleat/model/kinetic_energy.hpp>
#include <pleat/model/thread_spans.hpp>
#include <pleat/solvers/advance.hpp>
#include <pleat/solvers/stretch_change.hpp>

namespace pleat {
namespace {

ImplicitStage make_stage(const Model& model, const Recipe& recipe) {
    BlockPattern::Builder builder(model.particle_count());
    if (!recipe.integrator->is_explicit()) {
        for (const auto& force : recipe.forces) force->couple(builder);
    }
    auto pattern = std::make_shared<const BlockPattern>(builder.build());
    std::unique_ptr<Preconditioner> preconditioner = std::make_unique<BlockJacobi>();
    if (recipe.preconditioner == PreconditionerKind::two_level) {
        preconditioner = std::make_unique<TwoLevel>(model, *pattern);
    }
    return ImplicitStage(std::move(pattern), std::move(preconditioner));
}

bool is_finite(const State& state) {
    const Real bad = parallel_sum(static_cast<int>(state.position.size()), [&](int begin, int end) {
        Real count = 0;
        for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
            if (!state.position[i].allFinite() || !state.velocity[i].allFinite()) ++count;
        }
        return count;
    });
    return bad == 0;
}

class ImplicitAdvance final : public Advance {
public:
    ImplicitAdvance(const Model& model, const Recipe& recipe, std::shared_ptr<ClothSearch> search)
        : recipe_(recipe),
          stage_(make_stage(model, recipe)),
          solid_contact_(model, search),
          cloth_contact_(model, search) {
        if (recipe_.integrator->is_explicit()) return;
        for (const auto& force : recipe_.forces) force->bind(stage_.pattern());
    }

    void begin(const Scene& scene, State& start) override;
    bool move(const ConstraintInput& in, State& next, StepReport& report) override;
    bool move_again(const ConstraintInput& in, State& next, StepReport& report) override;
    std::vector<CorrectionKind> corrections() const override;
    Obstacles obstacles() const override;
    void finish(const ConstraintInput& in, bool was_moved, State& next, StepReport& report) override;
    const HeldParticles& held() const override { return held_; }
    std::span<const ConstraintForce> constraint_forces() const override { return constraint_forces_; }

private:
    bool review_contacts(const ConstraintInput& in, bool is_last, const State& next, StepReport& report);
    bool solve_once(const ConstraintInput& in, bool is_repeated, State& next, StepReport& report);
    bool limit_strain(const ConstraintInput& in, State& next, StepReport& report);
    void adopt_impulses(const ConstraintInput& in, State& next) const;
    void feel_impulses(const ConstraintInput& in, const State& next, StepReport& report);
    Real energy(const ConstraintInput& in, const State& state) const;
    EnergyFlows power_at_stage(const ConstraintInput& in) const;

    const Recipe& recipe_;
    ImplicitStage stage_;
    HeldParticles held_;
    SolidContact solid_contact_;
    ClothContact cloth_contact_;
    Contacts contacts_;  // of the last step
    std::vector<ConstraintForce> constraint_forces_;
    std::vector<Vec3> solved_;  // [m] where the solve led, with impulses only
    std::vector<Vec3> before_;  // [m] before impulses
};

void ImplicitAdvance::begin(const Scene& scene, State& start) {
    start.inside = solid_contact_.find_inside(scene, start);
    if (recipe_.cloth_contact) cloth_contact_.find_tangled(start);
}

// Solves the step until its contacts are what they should be.
bool ImplicitAdvance::move(const ConstraintInput& in, State& next, StepReport& report) {
    constexpr int kMaxPasses = 3;
    {
        const PhaseTimer timer(report.seconds.cloth_solid);
        solid_contact_.begin(in, contacts_);
    }
    if (recipe_.cloth_contact) {
        const PhaseTimer timer(report.seconds.cloth_cloth);
        cloth_contact_.begin(in, contacts_);
        solid_contact_.leave_to_cloth(contacts_);
    }
    for (int pass = 1;; ++pass) {
        if (!solve_once(in, pass > 1, next, report)) return false;
        if (!review_contacts(in, pass == kMaxPasses, next, report)) break;
    }
    if (recipe_.impulses == nullptr) return true;
    solved_ = next.position;
    recipe_.impulses->begin_step({in.model, held_.list(), in.now.position, in.dt});
    limit_strain(in, next, report);
    report.is_usable = is_finite(next);
    if (!report.is_usable) report.reason = "impulses gave numbers that are not finite";
    return report.is_usable;
}

bool ImplicitAdvance::move_again(const ConstraintInput& in, State& next, StepReport& report) {
    return recipe_.impulses != nullptr && limit_strain(in, next, report);
}

std::vector<CorrectionKind> ImplicitAdvance::corrections() const {
    if (recipe_.impulses == nullptr) return {};
    return {CorrectionKind::impulses};
}

// True if anything moved.
bool ImplicitAdvance::limit_strain(const ConstraintInput& in, State& next, StepReport& report) {
    const PhaseTimer timer(report.seconds.corrections);
    before_ = next.position;
    const ImpulseReport done = recipe_.impulses->apply({in.model, held_.list(), in.now.position, in.dt}, next.position);
    report.corrections.moved[mover_of(CorrectionKind::impulses)] += done.moved;
    report.corrections.repetitions += done.repetitions;
    report.corrections.impulse_seconds += done.seconds;
    if (done.moved == 0) return false;
    if (report.moves) {
        report.moves->look(before_);
        report.moves->add(mover_of(CorrectionKind::impulses), next.position);
    }
    std::swap(before_, next.position);
    report.flows.corrections += energy(in, next);
    std::swap(before_, next.position);
    adopt_impulses(in, next);
    report.flows.corrections -= energy(in, next);
    return true;
}

// The velocities that go with it. Integrators that remember forces take them for part of these: without, cloth that
// hangs from its limits would remember its weight alone.
void ImplicitAdvance::adopt_impulses(const ConstraintInput& in, State& next) const {
    const bool remembers = !next.history.force_per_mass.empty();
    parallel_for_each(in.model.particle_count(), [&](std::size_t i) {
        const Vec3 change = next.position[i] - before_[i];
        if (change.isZero(0)) return;
        next.velocity[i] += change / in.dt;
        if (!remembers) return;
        next.acceleration[i] = (next.velocity[i] - in.now.velocity[i]) / in.dt;
        next.history.force_per_mass[i] = next.acceleration[i];
    });
}

// What holds particles holds them against impulses, too.
void ImplicitAdvance::feel_impulses(const ConstraintInput& in, const State& next, StepReport& report) {
    for (std::size_t k = 0; k < constraint_forces_.size(); ++k) {
        const HeldParticle& held = held_.list()[k];
        const std::size_t i = static_cast<std::size_t>(held.particle);
        const Vec3& pull = recipe_.impulses->pulls()[i];
        Vec3 force = Vec3::Zero();
        for (int d = 0; d < held.count; ++d) {
            const Vec3& direction = held.held[static_cast<std::size_t>(d)].direction;
            force -= direction.dot(pull) / (in.dt * in.dt) * direction;
        }
        constraint_forces_[k].force += force;
        report.flows.corrections += force.dot(next.position[i] - in.now.position[i]);
    }
    solid_contact_.learn_forces(constraint_forces_, contacts_);
    report.longest_thread = longest_thread(in.model, next.position);
}

Real ImplicitAdvance::energy(const ConstraintInput& in, const State& state) const {
    Energies energies;
    energies.kinetic = kinetic_energy(in.model, state);
    const ForceInput where{in.model, in.scene, script_time(state.time), state.position, state.velocity, held_.fixed()};
    for (const auto& force : recipe_.forces) force->add_energies(where, energies);
    return energies.total();
}

// Whether contacts have to change, if they may.
bool ImplicitAdvance::review_contacts(const ConstraintInput& in, bool is_last, const State& next, StepReport& report) {
    bool has_changed = false;
    {
        const PhaseTimer timer(report.seconds.cloth_solid);
        solid_contact_.learn_forces(constraint_forces_, contacts_);
        if (is_last) return false;
        has_changed = solid_contact_.review(in, next, contacts_);
    }
    if (recipe_.cloth_contact) {
        const PhaseTimer timer(report.seconds.cloth_cloth);
        if (cloth_contact_.review(in, next, contacts_)) has_changed = true;
        if (has_changed) solid_contact_.leave_to_cloth(contacts_);
    }
    return has_changed;
}

bool ImplicitAdvance::solve_once(const ConstraintInput& in, bool is_repeated, State& next, StepReport& report) {
    next.history.forget();
    next.history.step = in.dt;
    held_.reset(in.model.particle_count());
    for (const auto& constraint : recipe_.constraints) constraint->apply(in, next, held_);
    solid_contact_.hold(in, contacts_, held_);
    const IntegratorInput integrator_input{in.model, in.scene, recipe_.forces, held_,      recipe_.solve,
                                           in.now,   in.dt,    &contacts_,     is_repeated};
    recipe_.integrator->step(integrator_input, stage_, next, report);
    if (!report.is_usable) return false;
    stage_.find_constraint_forces(integrator_input, next.acceleration, constraint_forces_);
    report.is_usable = is_finite(next);
    if (!report.is_usable) report.reason = "the step gave numbers that are not finite";
    return report.is_usable;
}

Obstacles ImplicitAdvance::obstacles() const {
    return {solid_contact_.surfaces(), solid_contact_.inside(), cloth_contact_.tangled(),
            recipe_.cloth_contact ? cloth_contact_.least_distance() : 0};
}

void ImplicitAdvance::finish(const ConstraintInput& in, bool was_moved, State& next, StepReport& report) {
    if (was_moved) next.history.forget();
    if (recipe_.impulses != nullptr) feel_impulses(in, next, report);
    solid_contact_.finish(in, contacts_, held_, constraint_forces_, next, report.flows);
    if (recipe_.cloth_contact) cloth_contact_.finish(in, contacts_, next, report.flows);
    next.tangled.clear();
    next.crossings = 0;
    if (!in.now.tangled.empty()) cloth_contact_.find_tangled(next);
    // Impulses keep stretch within limits, whatever the step.
    if (recipe_.impulses == nullptr) {
        const Largest change = largest_stretch_change(in.model, in.now.position, next.position);
        report.max_stretch_change = change.value;
        report.worst_triangle = change.index;
    }

    const PhaseTimer timer(report.seconds.eval);
    next.power = power_at_stage(in);
    EnergyFlows power = next.power;
    const bool is_trapezoid = recipe_.integrator->power_rule() == PowerRule::trapezoid;
    if (is_trapezoid) power += in.now.power;
    report.flows += (is_trapezoid ? 0.5 * in.dt : in.dt) * power;
    // Damping acted on the way that the solve took.
    const std::span<const Vec3> end = recipe_.impulses != nullptr ? solved_ : next.position;
    const StepPath path{in.model, in.now.position, end, in.dt, held_.fixed()};
    for (const auto& force : recipe_.forces) force->add_damping(path, report.flows);
}

EnergyFlows ImplicitAdvance::power_at_stage(const ConstraintInput& in) const {
    EnergyFlows power;
    const ForceInput where{in.model,        in.scene,      stage_.time, stage_.position,
                           stage_.velocity, held_.fixed(), &contacts_};
    for (const auto& force : recipe_.forces) force->add_power(where, power);
    for (const ConstraintForce& held : constraint_forces_) {
        const bool is_pinned =
            !std::binary_search(contacts_.particles.begin(), contacts_.particles.end(), held.particle, ByParticle());
        if (is_pinned) power.pins += held.force.dot(stage_.velocity[static_cast<std::size_t>(held.particle)]);
    }
    return power;
}

}  // namespace

std::unique_ptr<Advance> make_implicit_advance(const Model& model, const Recipe& recipe,
                                               std::shared_ptr<ClothSearch> search) {
    return std::make_unique<ImplicitAdvance>(model, recipe, std::move(search));
}

}  // namespace pleat
