#include <algorithm>

#include <pleat/forces/solid_push.hpp>

namespace pleat {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

Vec3 along_surface(const Vec3& v, const Vec3& normal) { return v - normal.dot(v) * normal; }

// Up to three particles with weights that share a force.
void add_shared(const std::array<int, 3>& particles, const Vec3& weights, const Vec3& force, const Mat3& stiffness,
                const Mat3& damping, ForceSystem& out) {
    const Mat3 weighted = out.position_weight * stiffness + out.velocity_weight * damping;
    for (std::size_t i = 0; i < 3 && particles[i] >= 0; ++i) {
        const Real own = weights[static_cast<Eigen::Index>(i)];
        out.force[at(particles[i])] += own * force;
        if (out.matrix == nullptr) continue;
        for (std::size_t j = 0; j < 3 && particles[j] >= 0; ++j) {
            const Real share = own * weights[static_cast<Eigen::Index>(j)];
            if (!out.displacement.empty()) {
                out.stiffness_force[at(particles[i])] -= share * (stiffness * out.displacement[at(particles[j])]);
            }
            if (particles[i] < particles[j]) continue;  // only the lower half is stored
            out.matrix->add(out.matrix->pattern().slot(particles[i], particles[j]), share * weighted);
        }
    }
}

}  // namespace

Vec3 slip_of(const ParticleContact& contact, const Vec3& position) {
    return along_surface(position - contact.origin, contact.normal);
}

FrictionForce friction_of(const ParticleContact& contact, const Vec3& position) {
    const Vec3 slip = slip_of(contact, position);
    switch (contact.mode) {
        case FrictionMode::slides:
            return sliding_friction(slip, contact.direction, contact.normal, contact.friction_limit, contact.stiffness);
        case FrictionMode::brakes:
            return braking_friction(contact.strain + slip, contact.strain.norm() + contact.expected, contact.normal,
                                    contact.friction_limit, contact.stiffness);
        case FrictionMode::sticks:
            break;
    }
    return sticking_friction(contact.strain + slip, contact.normal, contact.stiffness);
}

FeaturePush::FeaturePush(const FeatureContact& contact, std::span<const Vec3> position,
                         std::span<const Vec3> velocity) {
    Vec3 apart = -contact.point, rate = -contact.velocity;
    for (std::size_t i = 0; i < 3 && contact.particles[i] >= 0; ++i) {
        apart += contact.weights[static_cast<Eigen::Index>(i)] * position[at(contact.particles[i])];
        rate += contact.weights[static_cast<Eigen::Index>(i)] * velocity[at(contact.particles[i])];
    }
    moved = apart - contact.start;
    slip = along_surface(moved, contact.normal);
    const Real depth = contact.distance - contact.normal.dot(apart);
    is_touching = depth > 0;
    push = is_touching ? contact.stiffness * (depth - kFeatureRelaxation * contact.normal.dot(rate)) : 0;
    const Real limit = contact.friction * std::max(Real(0), push);
    const Vec3 trial = contact.strain + slip;
    strain = limited_strain(trial, limit, contact.stiffness);
    friction = braking_friction(trial, 4 * trial.norm(), contact.normal, limit, contact.stiffness);
}

void SolidPush::add(const ForceInput& in, ForceSystem& out) const {
    if (in.contacts == nullptr) return;
    for (const ParticleContact& contact : in.contacts->particles) {
        const FrictionForce friction = friction_of(contact, in.position[at(contact.particle)]);
        add_shared({contact.particle, -1, -1}, Vec3::UnitX(), friction.force, friction.stiffness, Mat3::Zero(), out);
    }
    for (const FeatureContact& contact : in.contacts->features) {
        const FeaturePush now(contact, in.position, in.velocity);
        if (!now.is_touching) continue;
        const Mat3 across = contact.stiffness * contact.normal * contact.normal.transpose();
        add_shared(contact.particles, contact.weights, now.push * contact.normal + now.friction.force,
                   across + now.friction.stiffness, kFeatureRelaxation * across, out);
    }
}

}  // namespace pleat
