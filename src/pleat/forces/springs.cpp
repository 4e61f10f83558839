#include <algorithm>
#include <cmath>

#include <pleat/core/index.hpp>
#include <pleat/core/parallel.hpp>
#include <pleat/forces/springs.hpp>

namespace pleat {
namespace {

constexpr Real kGravity = 9.81;
// Verlet follows motions as long as dt^2 k / m + 2 dt c / m < 4: this share of it is used for each.
constexpr Real kStiffnessShare = 0.5;
constexpr Real kDampingShare = 0.25;

Real mix(const Vec2& share, Real warp, Real weft) { return share.x() * warp + share.y() * weft; }

Real& energy_of(LinkKind kind, Energies& energies) {
    if (kind == LinkKind::stretch) return energies.stretch;
    return kind == LinkKind::shear ? energies.shear : energies.bend;
}

}  // namespace

SpringConstants spring_constants(const Link& link, const Fabric& fabric) {
    const Real l2 = link.rest_length * link.rest_length, by_length = link.area / l2;
    SpringConstants spring{link.rest_length, 0, 0};
    const Vec2& share = link.weave_share;
    switch (link.kind) {
        case LinkKind::stretch:
            spring.stiffness = by_length * mix(share, fabric.stretch_warp, fabric.stretch_weft);
            spring.damping = by_length * fabric.stretch_damping;
            break;
        case LinkKind::shear: {
            // A bias link that is nearly along a thread stands for little shear.
            const Real product = std::max(share.x() * share.y(), Real(0.0625));
            spring.stiffness = by_length * fabric.shear / product;
            spring.damping = by_length * fabric.shear_damping / product;
            break;
        }
        case LinkKind::bend: {
            const Real bend = mix(share, fabric.bend_warp, fabric.bend_weft);
            const Real bending_length = std::cbrt(bend / (fabric.density * kGravity));
            const Real factor = 576 * link.area * bending_length * bending_length / (l2 * l2 * l2);
            spring.stiffness = factor * bend;
            spring.damping = factor * fabric.bend_damping;
            break;
        }
    }
    return spring;
}

Springs::Springs(const Model& model, const SpringSettings& settings) {
    std::vector<std::array<int, 2>> particles;
    for (const Link& link : spring_links(model)) {
        if (link.kind == LinkKind::bend && !settings.bend) continue;
        Fabric fabric = model.fabrics[at(link.fabric)];
        if (settings.most_stretch > 0) {
            fabric.stretch_warp = std::min(fabric.stretch_warp, settings.most_stretch);
            fabric.stretch_weft = std::min(fabric.stretch_weft, settings.most_stretch);
        }
        elements_.push_back({link.particles, spring_constants(link, fabric), link.kind});
        particles.push_back(link.particles);
    }
    stencils_ = Stencils<2>(model.particle_count(), std::move(particles));
    if (settings.longest_step > 0) soften(model, settings.longest_step);
}

// The largest eigenvalue of M^-1 K is at most the largest of 2 sum(k) / m over the particles.
void Springs::soften(const Model& model, Real longest_step) {
    std::vector<Real> stiffness(model.masses.size(), 0), damping(model.masses.size(), 0);
    for (const Element& e : elements_) {
        for (const int p : e.particles) {
            stiffness[at(p)] += e.spring.stiffness;
            damping[at(p)] += e.spring.damping;
        }
    }
    const auto share = [&](const Element& e, const std::vector<Real>& sum, Real carried) {
        Real least = 1;
        for (const int p : e.particles) {
            if (sum[at(p)] > 0) least = std::min(least, carried * model.masses[at(p)] / (2 * sum[at(p)]));
        }
        return least;
    };
    for (Element& e : elements_) {
        const Real stiff = share(e, stiffness, kStiffnessShare * 4 / (longest_step * longest_step));
        const Real damped = share(e, damping, kDampingShare * 2 / longest_step);
        e.spring.stiffness *= stiff;
        e.spring.damping *= damped;
    }
}

void Springs::add(const ForceInput& in, ForceSystem& out) const {
    stencils_.for_each([&](std::size_t index) {
        const Element& e = elements_[index];
        const std::size_t a = at(e.particles[0]), b = at(e.particles[1]);
        const SpringForce force(e.spring, in.position[b] - in.position[a], in.velocity[b] - in.velocity[a]);
        out.force[a] += force.tension * force.direction;
        out.force[b] -= force.tension * force.direction;
        if (out.matrix == nullptr) return;
        const Mat3 stiffness = force.stiffness_matrix(e.spring, out.jacobian == Jacobian::positive);
        const Mat3 damping = e.spring.damping * force.direction * force.direction.transpose();
        const Mat3 block = out.position_weight * stiffness + out.velocity_weight * damping;
        const auto& slots = stencils_.slots(index);
        out.matrix->add(slots[0], block);
        out.matrix->add(slots[3], block);
        out.matrix->add(slots[1], -block);
        out.matrix->add(slots[2], -block);
        if (out.displacement.empty()) return;
        const Vec3 change = stiffness * (out.displacement[b] - out.displacement[a]);
        out.stiffness_force[a] += change;
        out.stiffness_force[b] -= change;
    });
}

void Springs::add_energies(const ForceInput& in, Energies& energies) const {
    for (const LinkKind kind : {LinkKind::stretch, LinkKind::shear, LinkKind::bend}) {
        energy_of(kind, energies) += parallel_sum(size(), [&](int begin, int end) {
            Real total = 0;
            for (int i = begin; i < end; ++i) {
                const Element& e = elements_[at(i)];
                if (e.kind != kind) continue;
                const Real length = (in.position[at(e.particles[1])] - in.position[at(e.particles[0])]).norm();
                const Real longer = length - e.spring.rest_length;
                total += 0.5 * e.spring.stiffness * longer * longer;
            }
            return total;
        });
    }
}

void Springs::add_damping(const StepPath& path, EnergyFlows& flows) const {
    const auto of_kind = [&](LinkKind kind) {
        return parallel_sum(size(), [&](int begin, int end) {
            Real total = 0;
            for (int i = begin; i < end; ++i) {
                const Element& e = elements_[at(i)];
                if (e.kind != kind || e.spring.damping == 0) continue;
                const auto length = [&](std::span<const Vec3> x) {
                    return (x[at(e.particles[1])] - x[at(e.particles[0])]).norm();
                };
                const Real change = length(path.after) - length(path.before);
                total += e.spring.damping * change * change / path.dt;
            }
            return total;
        });
    };
    flows.stretch_damping += of_kind(LinkKind::stretch);
    flows.shear_damping += of_kind(LinkKind::shear);
    flows.bend_damping += of_kind(LinkKind::bend);
}

}  // namespace pleat
