#include <algorithm>

#include <pleat/core/index.hpp>
#include <pleat/forces/pointer_pull.hpp>

namespace pleat {
namespace {

// Verlet follows motions as long as dt^2 k / m + 2 dt c / m < 4. The springs of the cloth may use three quarters
// (forces/springs.cpp); this is what the pointer may use, half by each.
constexpr Real kPullStiffnessShare = 0.5;
constexpr Real kPullDampingShare = 0.25;

}  // namespace

std::optional<Pull> pull_of(const PointerGrip& grip, const ForceInput& in, Real longest_step) {
    if (!grip.spring) return {};
    const std::size_t i = at(grip.particle);
    Pull pull{Vec3::Zero(), grip.spring->stiffness, grip.spring->damping};
    if (longest_step > 0) {
        const Real mass = in.model.masses[i];
        pull.stiffness = std::min(pull.stiffness, kPullStiffnessShare * mass / (longest_step * longest_step));
        pull.damping = std::min(pull.damping, kPullDampingShare * mass / longest_step);
    }
    const PointMotion wanted = grip.at(in.time);
    pull.force =
        pull.stiffness * (wanted.position - in.position[i]) + pull.damping * (wanted.velocity - in.velocity[i]);
    return pull;
}

void PointerPull::add(const ForceInput& in, ForceSystem& out) const {
    for (const PointerGrip& grip : in.scene.pointer) {
        const std::optional<Pull> pull = pull_of(grip, in);
        if (!pull) continue;
        const std::size_t i = at(grip.particle);
        out.force[i] += pull->force;
        if (out.matrix == nullptr) continue;
        const Real weight = out.position_weight * pull->stiffness + out.velocity_weight * pull->damping;
        out.matrix->block(out.matrix->pattern().diagonal(grip.particle)).diagonal().array() += weight;
        if (!out.displacement.empty()) out.stiffness_force[i] -= pull->stiffness * out.displacement[i];
    }
}

void PointerPull::add_power(const ForceInput& in, EnergyFlows& power) const {
    for (const PointerGrip& grip : in.scene.pointer) {
        if (const std::optional<Pull> pull = pull_of(grip, in))
            power.pins += pull->force.dot(in.velocity[at(grip.particle)]);
    }
}

}  // namespace pleat
