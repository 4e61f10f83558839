#include <algorithm>
#include <cmath>

#include <pleat/core/index.hpp>
#include <pleat/core/parallel.hpp>
#include <pleat/forces/buckling.hpp>
#include <pleat/model/links.hpp>

namespace pleat {
namespace {

// Of the energy of a sheet, over the area that a link stands for: see the top of buckling.hpp. Links along diagonals of
// a grid stand for half a cell, those of a mesh for a third of two triangles.
constexpr Real kAlongThreads = 2.0 / 3, kAlongDiagonals = 4.0 / 3, kAcrossEdges = 8.0 / 3;

// Explicit steps follow motions as long as dt^2 k / m < 4; at a particle eight links meet.
constexpr Real kStiffnessShare = 1.0 / 32;

Real share_of(const Model& model, const Link& link) {
    for (const Cloth& cloth : model.cloths) {
        if (link.particles[0] >= cloth.particles.end) continue;
        if (!is_grid(cloth)) return kAcrossEdges;
        break;
    }
    return link.weave_share.minCoeff() < 1e-9 ? kAlongThreads : kAlongDiagonals;
}

BucklingSpan span_of(const Model& model, const Link& link, const BucklingSettings& settings) {
    const Fabric& fabric = model.fabrics[at(link.fabric)];
    const Vec2& share = link.weave_share;
    const Real length = link.rest_length;
    BucklingSpan span;
    span.length = length;
    span.bend = share_of(model, link) * link.area / length * share.dot(Vec2(fabric.bend_warp, fabric.bend_weft));
    Real stretch = share.dot(Vec2(fabric.stretch_warp, fabric.stretch_weft));
    if (settings.most_stretch > 0) stretch = std::min(stretch, settings.most_stretch);
    span.stiffness = stretch * link.area / (length * length);
    if (settings.longest_step > 0) {
        const Real mass = std::min(model.masses[at(link.particles[0])], model.masses[at(link.particles[1])]);
        span.stiffness =
            std::min(span.stiffness, kStiffnessShare * 4 * mass / (settings.longest_step * settings.longest_step));
    }
    span.join();
    // What bends slowly gives back its energy within the fabric's time: the slope of a nearly flat arc, times that
    // time.
    const Real bend = share.dot(Vec2(fabric.bend_warp, fabric.bend_weft));
    if (bend > 0) span.damping = fabric.bend_damping / bend * span.arc_slope(length);
    return span;
}

}  // namespace

Buckling::Buckling(const Model& model, const BucklingSettings& settings) {
    std::vector<std::array<int, 2>> particles;
    for (const Link& link : spring_links(model)) {
        if (link.kind != LinkKind::bend) continue;
        elements_.push_back({link.particles, span_of(model, link, settings)});
        particles.push_back(link.particles);
    }
    stencils_ = Stencils<2>(model.particle_count(), std::move(particles));
}

void Buckling::add(const ForceInput& in, ForceSystem& out) const {
    stencils_.for_each([&](std::size_t index) {
        const Element& e = elements_[index];
        const std::size_t a = at(e.particles[0]), b = at(e.particles[1]);
        const Vec3 apart = in.position[b] - in.position[a];
        const Real chord = apart.norm();
        if (!(chord > 0) || chord >= e.span.length) return;
        const Vec3 direction = apart / chord;
        const Real arc = e.span.tension(chord);
        const Real tension = arc + e.span.damping * direction.dot(in.velocity[b] - in.velocity[a]);
        out.force[a] += tension * direction;
        out.force[b] -= tension * direction;
        if (out.matrix == nullptr) return;
        const Mat3 along = direction * direction.transpose();
        // A pushing spring gives way sideways, which could make the system indefinite.
        const Real across = out.jacobian == Jacobian::positive ? 0 : arc / chord;
        const Mat3 stiffness = e.span.slope(chord) * along + across * (Mat3::Identity() - along);
        const Mat3 block = out.position_weight * stiffness + out.velocity_weight * e.span.damping * along;
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

void Buckling::add_energies(const ForceInput& in, Energies& energies) const {
    energies.bend += parallel_sum(size(), [&](int begin, int end) {
        Real total = 0;
        for (int i = begin; i < end; ++i) {
            const Element& e = elements_[at(i)];
            total += e.span.energy((in.position[at(e.particles[1])] - in.position[at(e.particles[0])]).norm());
        }
        return total;
    });
}

// Only where the arc acts: a chord that is longer than the cloth is no fold.
void Buckling::add_damping(const StepPath& path, EnergyFlows& flows) const {
    flows.bend_damping += parallel_sum(size(), [&](int begin, int end) {
        Real total = 0;
        for (int i = begin; i < end; ++i) {
            const Element& e = elements_[at(i)];
            const auto chord = [&](std::span<const Vec3> x) {
                return std::min(e.span.length, (x[at(e.particles[1])] - x[at(e.particles[0])]).norm());
            };
            const Real change = chord(path.after) - chord(path.before);
            total += e.span.damping * change * change / path.dt;
        }
        return total;
    });
}

}  // namespace pleat
