#include <algorithm>
#include <cmath>

#include <pleat/forces/solid_push.hpp>

namespace pleat {
namespace {

// [m/s] Slower slip is damped as if it had this speed.
constexpr Real kSlowest = 1e-3;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// A spring as it is now.
struct Spring {
    Spring(const FeatureContact& c, const ForceInput& in) {
        Vec3 place = Vec3::Zero(), speed = Vec3::Zero();
        for (std::size_t i = 0; i < 3 && c.particles[i] >= 0; ++i) {
            place += c.weights[static_cast<Eigen::Index>(i)] * in.position[at(c.particles[i])];
            speed += c.weights[static_cast<Eigen::Index>(i)] * in.velocity[at(c.particles[i])];
        }
        const Real gap = c.normal.dot(place - c.point) - c.distance;
        push = gap < 0 ? -c.stiffness * gap : 0;
        velocity = speed;
        slip = velocity - c.velocity;
        slip -= c.normal.dot(slip) * c.normal;
        damping = c.friction * push / std::max(slip.norm(), kSlowest);
    }

    Vec3 force(const FeatureContact& c) const { return push * c.normal - damping * slip; }

    Real push;      // [N]
    Real damping;   // [N s/m]
    Vec3 velocity;  // [m/s] of the point of the cloth
    Vec3 slip;      // [m/s]
};

void add_spring(const FeatureContact& c, const ForceInput& in, ForceSystem& out) {
    const Spring spring(c, in);
    if (!(spring.push > 0)) return;
    const Vec3 force = spring.force(c);
    const Mat3 across = c.normal * c.normal.transpose();
    const Mat3 block =
        out.position_weight * c.stiffness * across + out.velocity_weight * spring.damping * (Mat3::Identity() - across);
    for (std::size_t i = 0; i < 3 && c.particles[i] >= 0; ++i) {
        const Real own = c.weights[static_cast<Eigen::Index>(i)];
        out.force[at(c.particles[i])] += own * force;
        if (out.matrix == nullptr) continue;
        for (std::size_t j = 0; j < 3 && c.particles[j] >= 0; ++j) {
            const Real other = c.weights[static_cast<Eigen::Index>(j)];
            if (!out.displacement.empty()) {
                out.stiffness_force[at(c.particles[i])] -=
                    own * other * c.stiffness * (across * out.displacement[at(c.particles[j])]);
            }
            if (c.particles[i] < c.particles[j]) continue;  // the upper half is mirrored
            out.matrix->add(out.matrix->pattern().slot(c.particles[i], c.particles[j]), own * other * block);
        }
    }
}

}  // namespace

void SolidPush::add(const ForceInput& in, ForceSystem& out) const {
    if (in.contacts == nullptr) return;
    for (const ParticleContact& c : in.contacts->particles) {
        if (!c.sticks) out.force[at(c.particle)] += c.friction;
    }
    for (const FeatureContact& c : in.contacts->features) add_spring(c, in, out);
}

void SolidPush::add_power(const ForceInput& in, EnergyFlows& flows) const {
    if (in.contacts == nullptr) return;
    for (const FeatureContact& c : in.contacts->features) {
        const Spring spring(c, in);
        const Vec3 force = spring.force(c);
        flows.solids += force.dot(c.velocity);
        flows.contact -= spring.push * c.normal.dot(spring.velocity - c.velocity);
        flows.friction += spring.damping * spring.slip.squaredNorm();
    }
}

}  // namespace pleat
