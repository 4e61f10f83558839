#include <algorithm>
#include <cmath>

#include <pleat/core/index.hpp>
#include <pleat/core/parallel.hpp>
#include <pleat/forces/membrane.hpp>
#include <pleat/forces/membrane_math.hpp>

namespace pleat {
namespace {

// weights[0] (x_j - x_i) + weights[1] (x_k - x_i)
Vec3 combine(const std::array<Real, 2>& weights, const std::array<int, 3>& p, std::span<const Vec3> x) {
    return weights[0] * (x[at(p[1])] - x[at(p[0])]) + weights[1] * (x[at(p[2])] - x[at(p[0])]);
}

// Adds what acts on w_u and w_v to the particles.
void distribute(const std::array<Real, 2>& u, const std::array<Real, 2>& v, const Vec3& on_u, const Vec3& on_v,
                const std::array<int, 3>& p, std::span<Vec3> to) {
    const Vec3 on_j = u[0] * on_u + v[0] * on_v;
    const Vec3 on_k = u[1] * on_u + v[1] * on_v;
    to[at(p[0])] -= on_j + on_k;
    to[at(p[1])] += on_j;
    to[at(p[2])] += on_k;
}

// The block of two corners with weights (u, v) and (s, t) in (w_u, w_v): eight numbers at once, and one.
Mat3 combine_blocks(Real u, Real v, Real s, Real t, const Mat3& uu, const Mat3& uv, const Mat3& vu, const Mat3& vv) {
    using Eight = Eigen::Array<Real, 8, 1>;
    const auto eight = [](const Mat3& m) { return Eigen::Map<const Eight>(m.data()); };
    const Real us = u * s, ut = u * t, vs = v * s, vt = v * t;
    Mat3 block;
    Eigen::Map<Eight>(block.data()) = us * eight(uu) + ut * eight(uv) + vs * eight(vu) + vt * eight(vv);
    block(2, 2) = us * uu(2, 2) + ut * uv(2, 2) + vs * vu(2, 2) + vt * vv(2, 2);
    return block;
}

// The corners of a triangle in increasing order, so that blocks of later ones in the row are in the lower half of the
// matrix. w_u and w_v are sums of their positions with weights.
struct CornerWeights {
    explicit CornerWeights(const Triangle& t) {
        std::array<std::size_t, 3> order{0, 1, 2};
        std::sort(order.begin(), order.end(),
                  [&](std::size_t a, std::size_t b) { return t.particles[a] < t.particles[b]; });
        const Mat2& m = t.inverse_rest;
        for (std::size_t c = 0; c < 3; ++c) {
            const auto row = static_cast<Eigen::Index>(order[c]) - 1;
            particles[c] = t.particles[order[c]];
            u[c] = row < 0 ? -(m(0, 0) + m(1, 0)) : m(row, 0);
            v[c] = row < 0 ? -(m(0, 1) + m(1, 1)) : m(row, 1);
        }
    }

    std::array<int, 3> particles;
    std::array<Real, 3> u, v;
};

}  // namespace

Membrane::Membrane(const Model& model, Scaling scaling) {
    elements_.reserve(model.triangles.size());
    std::vector<std::array<int, 3>> particles;
    for (const Triangle& t : model.triangles) {
        const Fabric& fabric = model.fabrics[at(t.fabric)];
        Element e;
        const CornerWeights corners(t);
        e.particles = corners.particles;
        e.u_weights = {corners.u[1], corners.u[2]};
        e.v_weights = {corners.v[1], corners.v[2]};
        e.rest_stretch = t.rest_stretch;
        e.scale = scaling == Scaling::area ? std::sqrt(t.area) : t.area;
        e.stretch_u = fabric.stretch_warp;
        e.stretch_v = fabric.stretch_weft;
        e.stretch_damping = fabric.stretch_damping;
        e.shear = fabric.shear;
        e.shear_damping = fabric.shear_damping;
        elements_.push_back(e);
        particles.push_back(e.particles);
    }
    stencils_ = Stencils<3>(model.particle_count(), std::move(particles));
}

void Membrane::add(const ForceInput& in, ForceSystem& out) const {
    stencils_.for_each([&](std::size_t index) { add_element(index, in, out); });
}

void Membrane::add_element(std::size_t index, const ForceInput& in, ForceSystem& out) const {
    const Element& e = elements_[index];
    const Vec3 wu = combine(e.u_weights, e.particles, in.position);
    const Vec3 wv = combine(e.v_weights, e.particles, in.position);
    const Vec3 wu_rate = combine(e.u_weights, e.particles, in.velocity);
    const Vec3 wv_rate = combine(e.v_weights, e.particles, in.velocity);
    const bool positive = out.jacobian == Jacobian::positive;
    const bool is_moved = !out.start.empty();
    const Real length_u = is_moved ? combine(e.u_weights, e.particles, out.start).norm() : wu.norm();
    const Real length_v = is_moved ? combine(e.v_weights, e.particles, out.start).norm() : wv.norm();

    MembraneResponse<Real> r;
    add_stretch<Real>(wu, wu_rate, e.rest_stretch[0], {e.scale, e.stretch_u, e.stretch_damping}, positive, length_u,
                      r.force_u, r.stiffness_uu, r.damping_uu);
    add_stretch<Real>(wv, wv_rate, e.rest_stretch[1], {e.scale, e.stretch_v, e.stretch_damping}, positive, length_v,
                      r.force_v, r.stiffness_vv, r.damping_vv);
    add_shear<Real>(wu, wv, wu_rate, wv_rate, {e.scale, e.shear, e.shear_damping}, positive, r);
    distribute(e.u_weights, e.v_weights, r.force_u, r.force_v, e.particles, out.force);
    if (out.matrix == nullptr) return;

    if (!out.displacement.empty()) {
        const Vec3 du = combine(e.u_weights, e.particles, out.displacement);
        const Vec3 dv = combine(e.v_weights, e.particles, out.displacement);
        const Vec3 on_u = -(r.stiffness_uu * du + r.stiffness_uv * dv);
        const Vec3 on_v = -(r.stiffness_uv.transpose() * du + r.stiffness_vv * dv);
        distribute(e.u_weights, e.v_weights, on_u, on_v, e.particles, out.stiffness_force);
    }

    const Mat3 uu = out.position_weight * r.stiffness_uu + out.velocity_weight * r.damping_uu;
    const Mat3 uv = out.position_weight * r.stiffness_uv + out.velocity_weight * r.damping_uv;
    const Mat3 vv = out.position_weight * r.stiffness_vv + out.velocity_weight * r.damping_vv;
    const Mat3 vu = uv.transpose();
    // The weights of the three corners sum to zero: the first corner's blocks follow from the others'.
    const Mat3 jj = combine_blocks(e.u_weights[0], e.v_weights[0], e.u_weights[0], e.v_weights[0], uu, uv, vu, vv);
    const Mat3 kj = combine_blocks(e.u_weights[1], e.v_weights[1], e.u_weights[0], e.v_weights[0], uu, uv, vu, vv);
    const Mat3 kk = combine_blocks(e.u_weights[1], e.v_weights[1], e.u_weights[1], e.v_weights[1], uu, uv, vu, vv);
    const Mat3 ji = -(jj + kj.transpose());
    const Mat3 ki = -(kj + kk);
    const std::array<int, 9>& slot = stencils_.slots(index);
    BlockMatrix& matrix = *out.matrix;
    matrix.add(slot[0], -(ji + ki));
    matrix.add(slot[3], ji);
    matrix.add(slot[4], jj);
    matrix.add(slot[6], ki);
    matrix.add(slot[7], kj);
    matrix.add(slot[8], kk);
}

void Membrane::add_energies(const ForceInput& in, Energies& energies) const {
    const auto sum = [&](auto&& energy) {
        return parallel_sum(static_cast<int>(elements_.size()), [&](int begin, int end) {
            Real total = 0;
            for (int i = begin; i < end; ++i) {
                const Element& e = elements_[at(i)];
                total += 0.5 * e.scale * e.scale *
                         energy(e, combine(e.u_weights, e.particles, in.position),
                                combine(e.v_weights, e.particles, in.position));
            }
            return total;
        });
    };
    energies.stretch += sum([](const Element& e, const Vec3& wu, const Vec3& wv) {
        const Real u = wu.norm() - e.rest_stretch[0];
        const Real v = wv.norm() - e.rest_stretch[1];
        return e.stretch_u * u * u + e.stretch_v * v * v;
    });
    energies.shear += sum([](const Element& e, const Vec3& wu, const Vec3& wv) {
        const Real c = wu.dot(wv);
        return e.shear * c * c;
    });
}

void Membrane::add_damping(const StepPath& path, EnergyFlows& flows) const {
    const auto sum = [&](auto&& taken) {
        return parallel_sum(static_cast<int>(elements_.size()), [&](int begin, int end) {
            Real total = 0;
            for (int i = begin; i < end; ++i) {
                const Element& e = elements_[at(i)];
                const auto thread = [&](const std::array<Real, 2>& weights, std::span<const Vec3> x) {
                    return combine(weights, e.particles, x);
                };
                total += e.scale * e.scale / path.dt * taken(e, thread);
            }
            return total;
        });
    };
    flows.stretch_damping += sum([&](const Element& e, auto&& thread) {
        if (e.stretch_damping == 0) return Real(0);
        const Real u = thread(e.u_weights, path.after).norm() - thread(e.u_weights, path.before).norm();
        const Real v = thread(e.v_weights, path.after).norm() - thread(e.v_weights, path.before).norm();
        return e.stretch_damping * (u * u + v * v);
    });
    flows.shear_damping += sum([&](const Element& e, auto&& thread) {
        if (e.shear_damping == 0) return Real(0);
        const Real change = thread(e.u_weights, path.after).dot(thread(e.v_weights, path.after)) -
                            thread(e.u_weights, path.before).dot(thread(e.v_weights, path.before));
        return e.shear_damping * change * change;
    });
}

}  // namespace pleat
