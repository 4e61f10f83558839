#include <numeric>

#include <pleat/core/index.hpp>
#include <pleat/core/parallel.hpp>
#include <pleat/forces/bend.hpp>
#include <pleat/forces/bend_math.hpp>

namespace pleat {
namespace {

std::vector<int> all_hinges(const Model& model) {
    std::vector<int> hinges(model.hinges.size());
    std::iota(hinges.begin(), hinges.end(), 0);
    return hinges;
}

}  // namespace

Bend::Bend(const Model& model, Scaling scaling) : Bend(model, scaling, all_hinges(model)) {}

Bend::Bend(const Model& model, Scaling scaling, std::span<const int> hinges) {
    elements_.reserve(hinges.size());
    std::vector<std::array<int, 4>> particles;
    for (const int h : hinges) {
        const Hinge& hinge = model.hinges[at(h)];
        Element e;
        e.particles = hinge.particles;
        e.rest_angle = hinge.rest_angle;
        const Real scale2 = scaling == Scaling::area ? hinge.rest_length * hinge.rest_length / hinge.rest_area : 1;
        e.stiffness = 0;
        e.damping = 0;
        for (const int t : hinge.triangles) {
            const Fabric& fabric = model.fabrics[at(model.triangles[at(t)].fabric)];
            // An edge along the warp lets the weft threads bend, and the other way round.
            e.stiffness +=
                0.5 * scale2 * (hinge.weave_share[0] * fabric.bend_weft + hinge.weave_share[1] * fabric.bend_warp);
            e.damping += 0.5 * scale2 * fabric.bend_damping;
        }
        for (std::size_t side = 0; side < 2; ++side) {
            const Real free_area = model.triangles[at(hinge.triangles[1 - side])].area;
            e.clamped_factor[side] = scaling == Scaling::area ? hinge.rest_area / free_area : 1;
        }
        elements_.push_back(e);
        particles.push_back(e.particles);
    }
    stencils_ = Stencils<4>(model.particle_count(), std::move(particles));
}

Real Bend::clamp_factor(const Element& e, std::span<const std::uint8_t> fixed) {
    if (fixed.empty()) return 1;
    const auto is_fixed = [&](std::size_t c) { return fixed[at(e.particles[c])] != 0; };
    if (!is_fixed(0) || !is_fixed(1) || is_fixed(2) == is_fixed(3)) return 1;
    return is_fixed(2) ? e.clamped_factor[0] : e.clamped_factor[1];
}

void Bend::add(const ForceInput& in, ForceSystem& out) const {
    stencils_.for_each([&](std::size_t index) { add_element(index, in, out); });
}

void Bend::add_element(std::size_t index, const ForceInput& in, ForceSystem& out) const {
    const Element& e = elements_[index];
    const auto x = [&](std::size_t c) -> const Vec3& { return in.position[at(e.particles[c])]; };
    const Vec3 edge = x(1) - x(0);
    const HingeSide<Real> first(edge, x(2) - x(0), 1);
    const HingeSide<Real> second(edge, x(3) - x(0), -1);
    const std::array<Vec3, 4> gradient = hinge_gradient(first, second);
    Real angle_rate = 0;
    for (std::size_t c = 0; c < 4; ++c) angle_rate += gradient[c].dot(in.velocity[at(e.particles[c])]);
    const Real angle = angle_difference(hinge_angle(first, second), e.rest_angle);
    const Real clamped = clamp_factor(e, in.fixed);
    const Real stiffness = clamped * e.stiffness;
    const Real damping = clamped * e.damping;
    const Real moment = stiffness * angle + damping * angle_rate;
    for (std::size_t c = 0; c < 4; ++c) out.force[at(e.particles[c])] -= moment * gradient[c];
    if (out.matrix == nullptr) return;

    Real along = 0;
    if (!out.displacement.empty()) {
        for (std::size_t c = 0; c < 4; ++c) along += gradient[c].dot(out.displacement[at(e.particles[c])]);
    }
    const Real factor = out.position_weight * stiffness + out.velocity_weight * damping;
    for (std::size_t r = 0; r < 4; ++r) {
        out.stiffness_force[at(e.particles[r])] -= (stiffness * along) * gradient[r];
        const Vec3 scaled = factor * gradient[r];
        for (std::size_t c = 0; c < 4; ++c)
            out.matrix->add_outer(stencils_.slots(index)[4 * r + c], scaled, gradient[c]);
    }
    if (out.jacobian == Jacobian::positive) return;

    const auto hessian = hinge_hessian(first, second);
    for (std::size_t r = 0; r < 4; ++r) {
        for (std::size_t c = 0; c < 4; ++c) {
            out.matrix->add(stencils_.slots(index)[4 * r + c], (out.position_weight * moment) * hessian[r][c]);
            if (out.displacement.empty()) continue;
            out.stiffness_force[at(e.particles[r])] -= moment * hessian[r][c] * out.displacement[at(e.particles[c])];
        }
    }
}

void Bend::add_energies(const ForceInput& in, Energies& energies) const {
    energies.bend += parallel_sum(static_cast<int>(elements_.size()), [&](int begin, int end) {
        Real total = 0;
        for (int i = begin; i < end; ++i) {
            const Element& e = elements_[at(i)];
            const auto x = [&](std::size_t c) -> const Vec3& { return in.position[at(e.particles[c])]; };
            const Real angle = angle_difference(hinge_angle<Real>(x(0), x(1), x(2), x(3)), e.rest_angle);
            total += 0.5 * clamp_factor(e, in.fixed) * e.stiffness * angle * angle;
        }
        return total;
    });
}

void Bend::add_damping(const StepPath& path, EnergyFlows& flows) const {
    flows.bend_damping += parallel_sum(static_cast<int>(elements_.size()), [&](int begin, int end) {
        Real total = 0;
        for (int i = begin; i < end; ++i) {
            const Element& e = elements_[at(i)];
            if (e.damping == 0) continue;
            const auto angle = [&](std::span<const Vec3> x) {
                const auto [a, b, c, d] = e.particles;
                return hinge_angle<Real>(x[at(a)], x[at(b)], x[at(c)], x[at(d)]);
            };
            const Real change = angle_difference(angle(path.after), angle(path.before));
            total += clamp_factor(e, path.fixed) * e.damping * change * change / path.dt;
        }
        return total;
    });
}

}  // namespace pleat
