#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

#include <pleat/constraints/pins.hpp>
#include <pleat/core/error.hpp>
#include <pleat/model/kinetic_energy.hpp>
#include <pleat/model/thread_spans.hpp>
#include <pleat/sim/measure.hpp>
#include <pleat/sim/simulation.hpp>

namespace pleat {
namespace {

void check_settings(const Model& model, const Scene& scene, const SimulationSettings& settings) {
    const auto refuse = [](const std::string& what) { throw Error(ErrorKind::bad_input, what); };
    if (!(settings.frame_rate > 0)) refuse("the frame rate must be > 0 [1/s]");
    if (!(settings.settle >= 0)) refuse("the settling time must be >= 0 [s]");
    if (!(settings.steps.max_step > 0)) refuse("the largest step must be > 0 [s]");
    if (!(settings.steps.min_step > 0 && settings.steps.min_step <= settings.steps.max_step)) {
        refuse("the smallest step must be > 0 and not above the largest [s]");
    }
    for (const Pin& pin : scene.pins) {
        for (const int particle : pin.particles) {
            if (particle < 0 || particle >= model.particle_count()) {
                refuse("pin \"" + pin.name + "\" holds particle " + std::to_string(particle) + ", but there are only " +
                       std::to_string(model.particle_count()));
            }
        }
    }
}

// With what follows from other settings filled in.
SimulationSettings completed(SimulationSettings settings, const Scene& scene) {
    if (settings.steps.max_step == 0) settings.steps.max_step = usual_step(settings.method);
    settings.steps.min_step = std::min(settings.steps.min_step, settings.steps.max_step);
    settings.method.longest_step = std::min(settings.steps.max_step, 1 / settings.frame_rate);
    settings.method.corrections.order = order_settings(settings.method.corrections, scene.gravity);
    return settings;
}

StepSettings no_longer_than_a_frame(const SimulationSettings& settings) {
    StepSettings steps = settings.steps;
    steps.max_step = std::min(steps.max_step, 1 / settings.frame_rate);
    steps.min_step = std::min(steps.min_step, steps.max_step);
    return steps;
}

std::vector<Vec3> velocities_at_start(const Model& model) {
    std::vector<Vec3> velocities(model.positions.size());
    for (const Cloth& cloth : model.cloths) {
        std::fill(velocities.begin() + cloth.particles.begin, velocities.begin() + cloth.particles.end, cloth.velocity);
    }
    return velocities;
}

// Which cloth a triangle belongs to, and where in it.
std::string name_of_triangle(const Model& model, int triangle) {
    for (const Cloth& cloth : model.cloths) {
        if (triangle < cloth.triangles.end) {
            return "triangle " + std::to_string(triangle - cloth.triangles.begin) + " of \"" + cloth.name + "\"";
        }
    }
    return "triangle " + std::to_string(triangle);
}

// Which edge is longer than the contract allows, in the user's words.
std::string words_of_strain(const Model& model, const Largest& longest, Real allowed) {
    const auto in_percent = [](Real share) {
        std::array<char, 32> text;
        std::snprintf(text.data(), text.size(), "%.3g %%", 100 * share);
        return std::string(text.data());
    };
    const Edge& edge = model.edges[static_cast<std::size_t>(longest.index)];
    for (const Cloth& cloth : model.cloths) {
        if (edge.particles[0] >= cloth.particles.end) continue;
        const auto name = [&](int k) {
            return std::to_string(edge.particles[static_cast<std::size_t>(k)] - cloth.particles.begin);
        };
        return "the edge from particle " + name(0) + " to " + name(1) + " of \"" + cloth.name + "\" is " +
               in_percent(longest.value) + " longer than at rest, and strain.max allows " + in_percent(allowed);
    }
    return {};
}

std::string percent(Real share) { return std::to_string(static_cast<int>(std::lround(100 * share))) + " %"; }

}  // namespace

Simulation::Simulation(Model model, Scene scene, SimulationSettings settings)
    : model_(std::move(model)),
      scene_(std::move(scene)),
      settings_(completed(std::move(settings), scene_)),
      threads_(settings_.threads),
      control_(no_longer_than_a_frame(settings_)) {
    check_settings(model_, scene_, settings_);
    solver_ = make_solver(model_, settings_.method);
    if (settings_.record_moves) moved_ = solver_->record_moves();
    now_.position = model_.positions;
    now_.velocity = velocities_at_start(model_);
    if (settings_.settle > 0) std::fill(now_.velocity.begin(), now_.velocity.end(), Vec3::Zero());
    now_.acceleration.assign(model_.positions.size(), Vec3::Zero());
    now_.pin_grips = make_pin_grips(scene_);
    now_.time = -settings_.settle;
    now_.frame = settings_.settle > 0 ? -1 : 0;
    if (const auto allowed = settings_.method.strain_max) {
        const Largest longest = longest_thread(model_, now_.position);
        if (longest.value > *allowed) {
            throw Error(ErrorKind::bad_input, "at the start " + words_of_strain(model_, longest, *allowed));
        }
    }
    solver_->begin(scene_, now_);
    measure(model_, now_, stats_);
    stats_.energy = energies();
}

bool Simulation::advance_frame(const std::function<bool()>& should_stop) {
    check_pointer();
    const Real frame_end = (now_.frame + 1) / settings_.frame_rate;
    bool is_finished = true;
    threads_.run([&] {
        {
            const PhaseTimer timer(current_.seconds.total);
            while (is_finished && now_.time < frame_end) {
                try_step(frame_end - now_.time);
                // Rounding must not leave a sliver of time for one more step.
                if (frame_end - now_.time < 1e-9 * settings_.steps.max_step) now_.time = frame_end;
                is_finished = now_.time >= frame_end || !should_stop || !should_stop();
            }
        }
        if (is_finished) finish_frame();
    });
    return is_finished;
}

Real Simulation::advance_step(Real longest) {
    check_pointer();
    const Real before = now_.time;
    threads_.run([&] {
        while (!try_step(longest)) {
        }
    });
    return now_.time - before;
}

void Simulation::check_pointer() const {
    const auto refuse = [](const std::string& what) { throw Error(ErrorKind::bad_input, "the pointer " + what); };
    for (const PointerGrip& grip : scene_.pointer) {
        if (grip.particle < 0 || grip.particle >= model_.particle_count()) {
            refuse("holds particle " + std::to_string(grip.particle) + ", but there are only " +
                   std::to_string(model_.particle_count()));
        }
        if (!grip.from.allFinite() || !grip.to.allFinite()) refuse("must be at a finite place [m]");
        if (!std::isfinite(grip.begin) || !std::isfinite(grip.end) || grip.begin > grip.end) {
            refuse("must arrive at a finite time, not before it begins [s]");
        }
        if (!grip.spring) continue;
        const Real stiffness = grip.spring->stiffness, damping = grip.spring->damping;
        if (!(stiffness >= 0) || !(damping >= 0) || !std::isfinite(stiffness + damping)) {
            refuse("must have a finite spring with a stiffness [N/m] and a damping [N s/m] >= 0");
        }
    }
}

// A step that is not good is simply not swapped in; the next one will be smaller.
bool Simulation::try_step(Real remaining) {
    const Real dt = control_.next_step(now_.control, remaining);
    const StepReport report = solver_->step(model_, scene_, now_, dt, next_);
    current_.seconds += report.seconds;
    current_.evaluations += report.evaluations;
    current_.cg_iterations += report.cg_iterations;
    if (!judge(report)) {
        ++current_.rejections;
        if (control_.reject(now_.control, dt)) return false;
        throw Error(ErrorKind::cannot_go_on, "at " + std::to_string(now_.time) + " s even a step of " +
                                                 std::to_string(1e6 * dt) +
                                                 " microseconds failed: " + current_.rejection_reason);
    }
    control_.accept(next_.control, dt);
    std::swap(now_, next_);
    current_.flows += report.flows;
    current_.fail_safe_moves += report.fail_safe_moves;
    current_.corrections += report.corrections;
    if (report.moves) current_moved_ += report.moves->moved();
    if (now_.frame < 0) settle();
    ++current_.steps;
    current_.smallest_step = current_.steps == 1 ? dt : std::min(current_.smallest_step, dt);
    current_.largest_step = std::max(current_.largest_step, dt);
    current_.max_constraint_error = std::max(current_.max_constraint_error, report.max_constraint_error);
    return true;
}

bool Simulation::judge(const StepReport& report) {
    if (!report.is_usable) {
        current_.rejection_reason = report.reason;
        return false;
    }
    const auto& allowed = settings_.method.strain_max;
    if (allowed && report.longest_thread.value > *allowed) {
        current_.rejection_reason = words_of_strain(model_, report.longest_thread, *allowed);
        return false;
    }
    if (report.max_stretch_change > settings_.steps.max_stretch_change) {
        current_.rejection_reason = name_of_triangle(model_, report.worst_triangle) + " changed its stretch by " +
                                    percent(report.max_stretch_change) + " in one step";
        return false;
    }
    return true;
}

// Kinetic damping: whenever the motion has passed its fastest, stop it. This finds rest far sooner than waiting.
// Frame 0, at the end, is where cloths start with their velocities.
void Simulation::settle() {
    const Real energy = kinetic_energy(model_, now_);
    const bool has_slowed_down = energy < now_.settling_energy;
    if (has_slowed_down || now_.time >= 0) {
        std::fill(now_.velocity.begin(), now_.velocity.end(), Vec3::Zero());
        if (now_.time >= 0) now_.velocity = velocities_at_start(model_);
        now_.history.forget();
        now_.power = {};
        current_.flows.settling += energy - kinetic_energy(model_, now_);
    }
    now_.settling_energy = has_slowed_down ? 0 : energy;
}

void Simulation::finish_frame() {
    ++now_.frame;
    const EnergyLedger over_frame = ledger();
    measure(model_, now_, current_);
    current_.energy = over_frame.after;
    current_.remainder = over_frame.remainder();
    stats_ = std::move(current_);
    current_ = {};
    moved_.set_zero();
    moved_ += std::exchange(current_moved_, {});
}

Energies Simulation::energies() const {
    Energies energies;
    energies.kinetic = kinetic_energy(model_, now_);
    solver_->add_energies(model_, scene_, now_, energies);
    return energies;
}

EnergyLedger Simulation::ledger() const { return {stats_.energy, current_.flows, energies()}; }

std::span<const ConstraintForce> Simulation::constraint_forces() const { return solver_->constraint_forces(); }

FrameStats Simulation::frame_so_far() const {
    FrameStats stats = current_;
    const EnergyLedger so_far = ledger();
    measure(model_, now_, stats);
    stats.energy = so_far.after;
    stats.remainder = so_far.remainder();
    return stats;
}

Snapshot Simulation::snapshot() const { return {now_, current_, stats_, current_moved_}; }

void Simulation::restore(Snapshot snapshot) {
    const State& state = snapshot.state;
    if (state.position.size() != now_.position.size() || state.velocity.size() != now_.velocity.size() ||
        state.acceleration.size() != now_.acceleration.size() || state.pin_grips.size() != now_.pin_grips.size() ||
        !state.history.fits(now_.position.size()) || !snapshot.moved_so_far.fits(now_.position.size())) {
        throw Error(ErrorKind::bad_input, "the saved state belongs to another model");
    }
    now_ = std::move(snapshot.state);
    current_ = std::move(snapshot.frame_so_far);
    stats_ = std::move(snapshot.last_frame);
    moved_.set_zero();
    current_moved_ = settings_.record_moves ? std::move(snapshot.moved_so_far) : MovedParticles{};
}

void Simulation::take_over(const State& state) {
    if (state.position.size() != now_.position.size() || state.velocity.size() != now_.velocity.size() ||
        state.pin_grips.size() != now_.pin_grips.size()) {
        throw Error(ErrorKind::bad_input, "the state that is taken over has other particles or pins");
    }
    now_ = {};
    now_.time = state.time;
    now_.frame = static_cast<int>(std::floor(state.time * settings_.frame_rate + 1e-6));
    if (state.time < 0) now_.frame = -1;
    now_.position = state.position;
    now_.velocity = state.velocity;
    now_.acceleration.assign(now_.position.size(), Vec3::Zero());
    now_.pin_grips = state.pin_grips;
    solver_->begin(scene_, now_);
    current_ = {};
    current_moved_ = {};
    moved_.set_zero();
    stats_ = {};
    measure(model_, now_, stats_);
    stats_.energy = energies();
}

}  // namespace pleat
