#include <algorithm>
#include <utility>

#include <pleat/solvers/crossing_words.hpp>
#include <pleat/solvers/fail_safe.hpp>

namespace pleat {
namespace {

// Share of the thickness of solids and cloth that it keeps free.
constexpr Real kSeparation = 0.1;

}  // namespace

void HeldByPins::find(const Model& model, const HeldParticles& held) {
    inverse_masses_.resize(model.masses.size());
    for (std::size_t i = 0; i < inverse_masses_.size(); ++i) inverse_masses_[i] = 1 / model.masses[i];
    guided_.clear();
    for (const HeldParticle& particle : held.list()) {
        Mat3 allowed = Mat3::Identity();
        int pinned = 0;
        for (int k = 0; k < particle.count; ++k) {
            const HeldDirection& direction = particle.held[static_cast<std::size_t>(k)];
            if (direction.is_altered) continue;  // by a contact
            allowed -= direction.direction * direction.direction.transpose();
            ++pinned;
        }
        if (pinned == 3) inverse_masses_[static_cast<std::size_t>(particle.particle)] = 0;
        if (pinned == 1 || pinned == 2) guided_.push_back({particle.particle, allowed});
    }
    std::sort(guided_.begin(), guided_.end(),
              [](const GuidedParticle& a, const GuidedParticle& b) { return a.particle < b.particle; });
}

bool FailSafe::apply(const ConstraintInput& in, const HeldByPins& pins, const Obstacles& obstacles,
                     const std::function<Real(const State&)>& energy, State& next, StepReport& report) {
    if (in.scene.solids.empty() && obstacles.cloth_distance <= 0) return true;
    const PhaseTimer timer(report.seconds.corrections);
    separations_.clear();
    for (const Solid& solid : in.scene.solids) separations_.push_back(kSeparation * solid.thickness);
    wanted_ = next.position;
    const SweptStep step{in.now.position,
                         pins.inverse_masses(),
                         obstacles.solids,
                         separations_,
                         kSeparation * obstacles.cloth_distance,
                         obstacles.is_inside,
                         obstacles.is_tangled,
                         pins.guided()};
    const NoCrossingReport outcome = no_crossing_.apply(step, next.position);
    report.fail_safe_moves += outcome.moved;
    if (!outcome.succeeded() && !in.now.inside.empty()) {
        // On the way out of a solid there may be no way without crossing it.
        next.position = wanted_;
        return true;
    }
    if (!outcome.succeeded()) {
        report.is_usable = false;
        report.reason = describe_crossing(in, step, *outcome.left, wanted_);
        return false;
    }
    if (outcome.moved == 0) return true;
    if (report.moves) {
        report.moves->look(wanted_);
        report.moves->add(kFailSafeMover, next.position);
    }
    std::swap(wanted_, next.position);
    report.flows.fail_safe += energy(next);
    std::swap(wanted_, next.position);
    for (std::size_t i = 0; i < wanted_.size(); ++i) {
        const Vec3 change = (next.position[i] - wanted_[i]) / in.dt;
        next.velocity[i] += change;
        next.acceleration[i] += change / in.dt;
    }
    report.flows.fail_safe -= energy(next);
    return true;
}

}  // namespace pleat
