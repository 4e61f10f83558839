#include <algorithm>

#include <pleat/core/index.hpp>
#include <pleat/forces/contact_push.hpp>

namespace pleat {
namespace {

Vec3 along_surface(const Vec3& v, const Vec3& normal) { return v - normal.dot(v) * normal; }

// A force on the place of a coupling, and its derivatives with the sign changed.
void add_at(Coupling coupling, const Vec3& force, const Mat3& stiffness, const Mat3& damping, ForceSystem& out) {
    Vec3 displacement = Vec3::Zero();
    coupling.for_each([&](std::size_t i, Real weight) {
        out.force[i] += weight * force;
        if (!out.displacement.empty()) displacement += weight * out.displacement[i];
    });
    if (out.matrix == nullptr) return;
    coupling.block = out.position_weight * stiffness + out.velocity_weight * damping;
    out.matrix->couple(coupling);
    if (out.displacement.empty()) return;
    const Vec3 change = stiffness * displacement;
    coupling.for_each([&](std::size_t i, Real weight) { out.stiffness_force[i] -= weight * change; });
}

void add_pair(const FeatureContact& contact, const ForceInput& in, ForceSystem& out) {
    const FeaturePush now(contact, in.position, in.velocity);
    if (!now.is_acting) return;
    const Mat3 across = contact.stiffness * contact.normal * contact.normal.transpose();
    const auto& [a, b, c, d] = contact.particles;
    const auto& w = contact.weights;
    add_at({{a, b, c, d, -1}, {w[0], w[1], w[2], w[3]}, {}}, now.push * contact.normal + now.friction.force,
           across + now.friction.stiffness, contact.relaxation * across, out);
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
    for (std::size_t i = 0; i < 4 && contact.particles[i] >= 0; ++i) {
        apart += contact.weights[i] * position[at(contact.particles[i])];
        rate += contact.weights[i] * velocity[at(contact.particles[i])];
    }
    moved = apart - contact.start;
    slip = along_surface(moved, contact.normal);
    const Real depth = contact.distance - contact.normal.dot(apart);
    is_touching = depth > 0;
    is_acting = contact.mode == SpringMode::acts || (contact.mode == SpringMode::acts_if_near && is_touching);
    push = is_acting ? contact.stiffness * (depth - contact.relaxation * contact.normal.dot(rate)) : 0;
    const Real before = contact.stiffness * std::max(Real(0), contact.distance - contact.normal.dot(contact.start));
    const Real limit = is_acting ? contact.friction * std::clamp(contact.pressing, Real(0), before) : 0;
    const Vec3 trial = contact.strain + slip;
    strain = limited_strain(trial, limit, contact.stiffness);
    friction = braking_friction(trial, 4 * trial.norm(), contact.normal, limit, contact.stiffness);
}

CrossingForce::CrossingForce(const CrossingPush& crossing, std::span<const Vec3> position,
                             std::span<const Vec3> velocity)
    : moved(Vec3::Zero()) {
    Vec3 rate = Vec3::Zero();
    for (std::size_t i = 0; i < 5; ++i) {
        moved += crossing.weights[i] * position[at(crossing.particles[i])];
        rate += crossing.weights[i] * velocity[at(crossing.particles[i])];
    }
    force = crossing.damping * (crossing.velocity - rate);
}

void ContactPush::add(const ForceInput& in, ForceSystem& out) const {
    if (in.contacts == nullptr) return;
    for (const ParticleContact& contact : in.contacts->particles) {
        const FrictionForce friction = friction_of(contact, in.position[at(contact.particle)]);
        add_at({{contact.particle, -1, -1, -1, -1}, {1}, {}}, friction.force, friction.stiffness, Mat3::Zero(), out);
    }
    for (const FeatureContact& contact : in.contacts->features) add_pair(contact, in, out);
    for (const FeatureContact& contact : in.contacts->cloth) add_pair(contact, in, out);
    for (const CrossingPush& crossing : in.contacts->crossings) {
        add_at({crossing.particles, crossing.weights, {}}, CrossingForce(crossing, in.position, in.velocity).force,
               Mat3::Zero(), crossing.damping * Mat3::Identity(), out);
    }
}

}  // namespace pleat
