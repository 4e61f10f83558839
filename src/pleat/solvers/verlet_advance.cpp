#include <algorithm>
#include <cmath>

#include <pleat/core/index.hpp>
#include <pleat/core/parallel.hpp>
#include <pleat/corrections/push_apart.hpp>
#include <pleat/corrections/push_off.hpp>
#include <pleat/corrections/push_out.hpp>
#include <pleat/corrections/untangle.hpp>
#include <pleat/forces/pointer_pull.hpp>
#include <pleat/integrators/verlet.hpp>
#include <pleat/model/contact_distance.hpp>
#include <pleat/solvers/advance.hpp>
#include <pleat/solvers/recoil.hpp>

namespace pleat {
namespace {

// [s] Gravity and air are looked at in parts of a step that are at least as long.
constexpr Real kSlowInterval = 1.0 / 120;

// [s] How often cloth that may cross itself is looked at, whether it does.
constexpr Real kLookInterval = 0.1;

// What a substep has in common for all particles.
struct Substep {
    const ConstraintInput& in;
    VerletStep verlet;
    CorrectionInput where;
};

// By a spring of the pointer, in a substep.
struct PulledParticle {
    int particle;
    Vec3 force;     // [N]
    Vec3 velocity;  // [m/s] that it had, without what damping took
};

bool has_recoil(const Recipe& recipe) {
    return std::any_of(recipe.lengths.begin(), recipe.lengths.end(),
                       [](const auto& correction) { return correction->has_recoil(); });
}

class VerletAdvance final : public Advance {
public:
    VerletAdvance(const Model& model, const Recipe& recipe, std::shared_ptr<ClothSearch> search);

    void begin(const Scene& scene, State& start) override;
    bool move(const ConstraintInput& in, State& next, StepReport& report) override;
    std::vector<CorrectionKind> corrections() const override;
    Obstacles obstacles() const override;
    void finish(const ConstraintInput& in, bool was_moved, State& next, StepReport& report) override;
    const HeldParticles& held() const override { return held_; }
    std::span<const ConstraintForce> constraint_forces() const override { return constraint_forces_; }

private:
    void begin_step(const CorrectionStep& step, StepReport& report);
    void find_forces(const Substep& sub, bool with_slow_ones, const State& next);
    void integrate(const Substep& sub, State& next);
    void place_held(const Substep& sub, State& next);
    void guide(const Substep& sub, std::span<Vec3> position) const;
    void correct(const Substep& sub, State& next, StepReport& report);
    void act(const Substep& sub, Correction& correction, CorrectionWork& work, StepReport& report) const;
    void take_velocities(const Substep& sub, State& next, EnergyFlows& flows);
    void add_held_work(const Substep& sub, const State& next, EnergyFlows& flows);
    void add_pull_work(const Substep& sub, const State& next, EnergyFlows& flows) const;
    Real elastic_energy(const Substep& sub, std::span<const Vec3> position) const;

    const Recipe& recipe_;
    HeldParticles held_;
    HeldByPins pins_;
    PushApart push_apart_;
    PushOut push_out_;
    PushOff push_off_;
    Untangle untangle_;
    std::vector<Correction*> corrections_;  // in the order in which they act
    Real cloth_distance_ = 0;               // [m]
    bool has_stiff_forces_ = false;
    bool looks_near_ = false;  // for crossings, at particles near others: without the fail-safe they come in any step
    std::vector<std::uint8_t> is_near_;  // by particle: whether other cloth is
    std::vector<Vec3> before_;           // [m] at the start of the substep
    std::vector<Vec3> free_;             // [m] at its end, before corrections
    std::vector<Vec3> slow_force_;       // [N]
    std::vector<Vec3> force_;            // [N] all
    std::vector<PulledParticle> pulls_;
    std::vector<Vec3> reaction_;  // [kg m] on what is held
    Recoil recoil_;               // empty: corrections have none
    std::vector<ConstraintForce> constraint_forces_;
};

VerletAdvance::VerletAdvance(const Model& model, const Recipe& recipe, std::shared_ptr<ClothSearch> search)
    : recipe_(recipe),
      push_apart_(model),
      push_out_(search, recipe.substeps.friction),
      push_off_(search, push_out_),
      untangle_(search->mesh()),
      recoil_(has_recoil(recipe) ? model.positions.size() : 0) {
    corrections_.push_back(&untangle_);
    for (const auto& correction : recipe_.lengths) corrections_.push_back(correction.get());
    if (recipe_.upper_lengths) corrections_.push_back(recipe_.upper_lengths.get());
    if (recipe_.cloth_contact) corrections_.push_back(&push_apart_);
    corrections_.push_back(&push_out_);
    if (recipe_.fail_safe) corrections_.push_back(&push_off_);
    looks_near_ = recipe_.cloth_contact && !recipe_.fail_safe;
    const std::vector<Real> distances = contact_distances(model);
    cloth_distance_ = *std::min_element(distances.begin(), distances.end());
    has_stiff_forces_ =
        std::any_of(recipe_.forces.begin(), recipe_.forces.end(), [](const auto& force) { return force->is_stiff(); });
    for (auto* vectors : {&before_, &free_, &slow_force_, &force_, &reaction_})
        vectors->assign(model.positions.size(), Vec3::Zero());
}

void VerletAdvance::begin(const Scene& scene, State& start) {
    start.inside = push_out_.find_inside(scene, start);
    if (recipe_.cloth_contact) untangle_.find_tangled(start);
}

bool VerletAdvance::move(const ConstraintInput& in, State& next, StepReport& report) {
    held_.reset(in.model.particle_count());
    for (const auto& constraint : recipe_.constraints) constraint->apply(in, next, held_);
    pins_.find(in.model, held_);
    next.position = in.now.position;
    next.velocity = in.now.velocity;
    next.history.forget();
    next.history.step = in.now.history.step;
    next.history.recoil = in.now.history.recoil;
    const CorrectionStep step{in.model, in.scene, in.now, in.dt, pins_.inverse_masses()};
    begin_step(step, report);
    constraint_forces_.clear();
    for (const HeldParticle& particle : held_.list()) {
        if (pins_.inverse_masses()[at(particle.particle)] == 0) {
            constraint_forces_.push_back({particle.particle, Vec3::Zero(), Vec3::Zero()});
        }
    }

    const int count = std::max(1, static_cast<int>(std::ceil(in.dt / recipe_.substeps.longest - 1e-6)));
    const Real dt = in.dt / count;
    recoil_.begin_step(pins_.inverse_masses(), dt, next);
    const int slow_interval = std::max(1, static_cast<int>(kSlowInterval / dt + 1e-6));
    for (int k = 0; k < count; ++k) {
        const Real begin = static_cast<Real>(k) / count, end = k + 1 == count ? 1 : static_cast<Real>(k + 1) / count;
        const Substep sub{in, {dt, next.history.step, recipe_.substeps.damping}, {step, before_, begin, end}};
        {
            const PhaseTimer timer(report.seconds.eval);
            find_forces(sub, k % slow_interval == 0, next);
            integrate(sub, next);
            place_held(sub, next);
        }
        const Real driven = report.flows.pins + report.flows.solids;
        correct(sub, next, report);
        take_velocities(sub, next, report.flows);
        const RecoilBrake brake{in.model.masses, pins_.inverse_masses(), before_, free_, dt};
        report.flows.corrections += recoil_.brake(brake, report.flows.pins + report.flows.solids - driven, next);
        add_pull_work(sub, next, report.flows);
        next.history.step = dt;
    }
    report.evaluations += count;
    report.corrections.substeps += count;
    // What is not finite makes the sum so, too.
    const Real sum = parallel_sum(static_cast<int>(next.position.size()), [&](int from, int to) {
        Real part = 0;
        for (int i = from; i < to; ++i) part += next.position[at(i)].squaredNorm();
        return part;
    });
    report.is_usable = std::isfinite(sum);
    if (!report.is_usable) report.reason = "the step gave numbers that are not finite";
    return report.is_usable;
}

void VerletAdvance::begin_step(const CorrectionStep& step, StepReport& report) {
    for (Correction* correction : corrections_) {
        if (correction == &untangle_) continue;
        const PhaseTimer timer(correction->kind() == CorrectionKind::push_out     ? report.seconds.cloth_solid
                               : correction->kind() == CorrectionKind::push_apart ? report.seconds.cloth_cloth
                                                                                  : report.seconds.corrections);
        const TableCost cost = correction->begin_step(step);
        report.corrections.orders += cost.made;
        report.corrections.order_seconds += cost.seconds;
    }
    const PhaseTimer timer(report.seconds.cloth_cloth);
    if (looks_near_ && !step.now.tangled.empty()) {
        push_apart_.mark_near(is_near_);
        untangle_.look_near(is_near_);
    }
    untangle_.begin_step(step);
}

void VerletAdvance::find_forces(const Substep& sub, bool with_slow_ones, const State& next) {
    const Real time = script_time(sub.in.now.time + sub.where.begin * sub.in.dt);
    const ForceInput where{sub.in.model, sub.in.scene, time, next.position, next.velocity, held_.fixed()};
    const auto add = [&](bool are_stiff, std::vector<Vec3>& to) {
        ForceSystem system;
        system.force = to;
        for (const auto& force : recipe_.forces) {
            if (force->is_stiff() == are_stiff) force->add(where, system);
        }
    };
    if (with_slow_ones) {
        std::fill(slow_force_.begin(), slow_force_.end(), Vec3::Zero());
        add(false, slow_force_);
    }
    pulls_.clear();
    for (const PointerGrip& grip : sub.in.scene.pointer) {
        if (const auto pull = pull_of(grip, where, recipe_.substeps.longest)) {
            const Vec3 velocity = sub.verlet.keep() * next.velocity[at(grip.particle)];
            pulls_.push_back({grip.particle, pull->force, velocity});
        }
    }
    if (!has_stiff_forces_ && !with_slow_ones && pulls_.empty()) return;
    force_ = slow_force_;
    if (has_stiff_forces_) add(true, force_);
    for (const PulledParticle& pulled : pulls_) force_[at(pulled.particle)] += pulled.force;
}

void VerletAdvance::integrate(const Substep& sub, State& next) {
    const Real kept = sub.verlet.dt * sub.verlet.keep();
    const Real pushed = sub.verlet.change(Vec3::Zero(), Vec3::UnitX()).x();  // [s^2]
    parallel_for_each(static_cast<int>(next.position.size()), [&](std::size_t i) {
        before_[i] = next.position[i];
        next.position[i] += kept * next.velocity[i] + pushed / sub.in.model.masses[i] * force_[i];
        free_[i] = next.position[i];
    });
}

// Where scripts want them; what pins leave free stays as it is.
void VerletAdvance::place_held(const Substep& sub, State& next) {
    for (const HeldParticle& particle : held_.list()) {
        const Vec3& start = sub.in.now.position[at(particle.particle)];
        Vec3& x = next.position[at(particle.particle)];
        if (particle.count == 3) x = start;
        for (int k = 0; k < particle.count; ++k) {
            const HeldDirection& held = particle.held[at(k)];
            const Real wanted = sub.where.end * held.displacement;
            x += (particle.count == 3 ? wanted : wanted - held.direction.dot(x - start)) * held.direction;
        }
        free_[at(particle.particle)] = x;
    }
}

// Corrections take who is held in some directions for free; along these it is brought back.
void VerletAdvance::guide(const Substep& sub, std::span<Vec3> position) const {
    if (pins_.guided().empty()) return;
    for (const HeldParticle& particle : held_.list()) {
        if (particle.count == 3) continue;
        Vec3& x = position[at(particle.particle)];
        for (int k = 0; k < particle.count; ++k) {
            const HeldDirection& held = particle.held[at(k)];
            const Real off = held.direction.dot(x - sub.in.now.position[at(particle.particle)]);
            x += (sub.where.end * held.displacement - off) * held.direction;
        }
    }
}

// One sweep of one correction.
void VerletAdvance::act(const Substep& sub, Correction& correction, CorrectionWork& work, StepReport& report) const {
    report.corrections.moved[static_cast<std::size_t>(correction.kind())] += correction.sweep(sub.where, work);
    if (report.moves) report.moves->add(mover_of(correction.kind()), work.position);
}

void VerletAdvance::correct(const Substep& sub, State& next, StepReport& report) {
    CorrectionWork work{next.position, reaction_, recoil_.given()};
    {
        const PhaseTimer timer(report.seconds.corrections);
        recoil_.take(sub.verlet.dt, next);
        for (const HeldParticle& particle : held_.list()) reaction_[at(particle.particle)].setZero();
        for (Correction* correction : corrections_) correction->begin_substep(sub.where, next.position);
        for (int sweep = 0; sweep < recipe_.substeps.sweeps; ++sweep) {
            if (report.moves) report.moves->look(next.position);
            for (Correction* correction : corrections_) act(sub, *correction, work, report);
            guide(sub, next.position);
        }
        const bool is_last = sub.where.end == 1 && recipe_.upper_lengths;
        for (int sweep = 0; is_last && sweep < recipe_.substeps.finishing_sweeps; ++sweep) {
            act(sub, *recipe_.upper_lengths, work, report);
            act(sub, push_out_, work, report);
            guide(sub, next.position);
        }
        recoil_.leave(next);
    }
    report.flows.solids += work.given;
    report.flows.corrections += work.given;
    if (has_stiff_forces_) {
        report.flows.corrections += elastic_energy(sub, free_) - elastic_energy(sub, next.position);
    }
}

// The velocities that follow from the places, and what became of the energy: corrections took what particles have less
// than they would have without, air did work on the way, and damping is the air's, too.
void VerletAdvance::take_velocities(const Substep& sub, State& next, EnergyFlows& flows) {
    add_held_work(sub, next, flows);
    const Real dt = sub.verlet.dt, keep = sub.verlet.keep();
    const auto& masses = sub.in.model.masses;
    const std::span<const Real> inverse_masses = pins_.inverse_masses();
    const Vec3& gravity = sub.in.scene.gravity;
    const int count = static_cast<int>(next.position.size());
    std::array<Real, BlockRange::kMaxBlocks> by_air;
    const BlockRange range(count);
    flows.corrections += parallel_sum(count, [&](int begin, int end) {
        Real taken = 0, air = 0;
        for (int i = begin; i < end; ++i) {
            const std::size_t p = at(i);
            const Vec3 way = next.position[p] - before_[p], free_way = free_[p] - before_[p];
            if (inverse_masses[p] > 0) {
                taken += 0.5 * masses[p] / (dt * dt) * (free_way.squaredNorm() - way.squaredNorm()) +
                         slow_force_[p].dot(way - free_way);
                air += (slow_force_[p] - masses[p] * gravity).dot(way) -
                       0.5 * masses[p] * (1 - keep * keep) * next.velocity[p].squaredNorm();
            }
            next.velocity[p] = way / dt;
        }
        by_air[at(begin / range.size)] = air;
        return taken;
    });
    for (int block = 0; block < range.blocks; ++block) flows.air += by_air[at(block)];
}

// Pins do what the change of energy of their particles asks for, against all forces and corrections.
void VerletAdvance::add_held_work(const Substep& sub, const State& next, EnergyFlows& flows) {
    const Real dt = sub.verlet.dt;
    const Real share = sub.where.end - sub.where.begin;
    std::size_t held = 0;
    for (const HeldParticle& particle : held_.list()) {
        const std::size_t i = at(particle.particle);
        if (pins_.inverse_masses()[i] > 0) continue;
        const Real mass = sub.in.model.masses[i];
        const Vec3 way = next.position[i] - before_[i], velocity = way / dt;
        const Vec3 needed = mass / dt * (velocity - next.velocity[i]);
        const Vec3 force = needed - force_[i] - reaction_[i] / (dt * dt);
        constraint_forces_[held++].force += share * force;
        const Real handed_on = -reaction_[i].dot(way) / (dt * dt);  // to the corrections, which move others by it
        flows.pins +=
            0.5 * mass * (velocity.squaredNorm() - next.velocity[i].squaredNorm()) - force_[i].dot(way) + handed_on;
        flows.corrections += handed_on;
    }
}

// A force changes the kinetic energy by its product with the mean of the velocities before and after. Corrections take
// what it would have done to the free motion beyond that.
void VerletAdvance::add_pull_work(const Substep& sub, const State& next, EnergyFlows& flows) const {
    for (const PulledParticle& pulled : pulls_) {
        const std::size_t i = at(pulled.particle);
        const Vec3 way = next.position[i] - before_[i];
        flows.pins += 0.5 * pulled.force.dot(sub.verlet.dt * pulled.velocity + way);
        if (pins_.inverse_masses()[i] > 0) flows.corrections += 0.5 * pulled.force.dot(way - (free_[i] - before_[i]));
    }
}

Real VerletAdvance::elastic_energy(const Substep& sub, std::span<const Vec3> position) const {
    Energies energies;
    const ForceInput where{sub.in.model, sub.in.scene, 0, position, {}, held_.fixed()};
    for (const auto& force : recipe_.forces) {
        if (force->is_stiff()) force->add_energies(where, energies);
    }
    return energies.total();
}

std::vector<CorrectionKind> VerletAdvance::corrections() const {
    std::vector<CorrectionKind> kinds;
    for (const Correction* correction : corrections_) kinds.push_back(correction->kind());
    return kinds;
}

Obstacles VerletAdvance::obstacles() const {
    return {push_out_.surfaces(), push_out_.inside(), untangle_.tangled(), recipe_.cloth_contact ? cloth_distance_ : 0};
}

void VerletAdvance::finish(const ConstraintInput& in, bool, State& next, StepReport& report) {
    parallel_for_each(static_cast<int>(next.position.size()),
                      [&](std::size_t i) { next.acceleration[i] = (next.velocity[i] - in.now.velocity[i]) / in.dt; });
    hold_at_end(held_.list(), next);
    next.grips.clear();
    next.cloth_grips.clear();
    next.tangled.clear();
    next.crossings = 0;
    next.pressing_energy = 0;
    next.power = {};
    const CorrectionStep step{in.model, in.scene, in.now, in.dt, pins_.inverse_masses()};
    for (Correction* correction : corrections_) correction->end_step(step, next);
    // Without the fail-safe cloth may cross itself in any step, where it is near itself. To look for that takes long.
    const auto looks = [](Real time) { return std::floor(time / kLookInterval + 1e-6); };
    const bool may_cross = looks_near_ && !push_apart_.pairs().empty() && looks(next.time) != looks(in.now.time);
    const bool is_tangled = !in.now.tangled.empty();
    if (!looks_near_) {
        if (is_tangled) untangle_.find_tangled(next);
    } else if (is_tangled || may_cross) {
        push_apart_.mark_near(is_near_);
        for (const int particle : in.now.tangled) is_near_[at(particle)] = 1;
        untangle_.find_tangled(next, is_near_);
    }
    report.max_stretch_change = 0;
}

}  // namespace

std::unique_ptr<Advance> make_verlet_advance(const Model& model, const Recipe& recipe,
                                             std::shared_ptr<ClothSearch> search) {
    return std::make_unique<VerletAdvance>(model, recipe, std::move(search));
}

}  // namespace pleat
