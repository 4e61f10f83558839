#include <cmath>
#include <span>

#include <pleat/core/parallel.hpp>
#include <pleat/forces/bend_math.hpp>
#include <pleat/forces/plate_bend.hpp>

namespace pleat {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }
Eigen::Index column(std::size_t i) { return static_cast<Eigen::Index>(i); }

// For each side of each triangle the hinge there, or -1; and the hinges that belong to no side.
struct SideHinges {
    std::vector<std::array<int, 3>> of_triangle;  // side i lies across from corner i
    std::vector<int> layers;
};

bool is_same_edge(const Hinge& a, const Hinge& b) {
    return a.particles[0] == b.particles[0] && a.particles[1] == b.particles[1];
}

SideHinges find_side_hinges(const Model& model) {
    SideHinges found;
    found.of_triangle.assign(model.triangles.size(), {-1, -1, -1});
    const std::size_t count = model.hinges.size();
    for (std::size_t h = 0; h < count; ++h) {
        const Hinge& hinge = model.hinges[h];
        // The hinges of one edge follow each other. Two triangles over the same three particles make no flap either.
        const bool is_layered = (h > 0 && is_same_edge(hinge, model.hinges[h - 1])) ||
                                (h + 1 < count && is_same_edge(hinge, model.hinges[h + 1])) ||
                                hinge.particles[2] == hinge.particles[3];
        if (is_layered) {
            found.layers.push_back(static_cast<int>(h));
            continue;
        }
        for (std::size_t side = 0; side < 2; ++side) {
            const int t = hinge.triangles[side];
            for (std::size_t c = 0; c < 3; ++c) {
                if (model.triangles[at(t)].particles[c] == hinge.particles[2 + side])
                    found.of_triangle[at(t)][c] = static_cast<int>(h);
            }
        }
    }
    return found;
}

std::size_t corner_of(const Triangle& triangle, int particle) {
    std::size_t c = 0;
    while (triangle.particles[c] != particle) ++c;
    return c;
}

// Where the neighbour's third corner lies in the plane of the triangle, once unfolded about the side across from
// `corner`: lengths along and across the side are the neighbour's, so that it does not matter how the panels of a seam
// lie in the material plane, nor whether their edges are equally long.
Vec2 unfold(const Triangle& triangle, std::size_t corner, const Triangle& neighbour, int flap) {
    const std::size_t a = (corner + 1) % 3, b = (corner + 2) % 3;
    const Vec2& near_a = neighbour.uv[corner_of(neighbour, triangle.particles[a])];
    const Vec2& near_b = neighbour.uv[corner_of(neighbour, triangle.particles[b])];
    const Vec2 from_middle = neighbour.uv[corner_of(neighbour, flap)] - 0.5 * (near_a + near_b);
    const Vec2 edge = near_b - near_a;
    const Real along = from_middle.dot(edge) / edge.norm();
    const Real across = std::abs(edge.x() * from_middle.y() - edge.y() * from_middle.x()) / edge.norm();
    const Vec2 own_edge = (triangle.uv[b] - triangle.uv[a]).normalized();
    Vec2 outward(own_edge.y(), -own_edge.x());
    if (outward.dot(triangle.uv[corner] - triangle.uv[a]) > 0) outward = -outward;
    return 0.5 * (triangle.uv[a] + triangle.uv[b]) + along * own_edge + across * outward;
}

// The model's rest angle has the sign of the hinge's own order of particles and triangles.
Real rest_angle_seen_from(const Triangle& triangle, std::size_t corner, const Hinge& hinge) {
    const bool is_first = hinge.particles[2] == triangle.particles[corner];
    const bool is_same_way = hinge.particles[0] == triangle.particles[(corner + 1) % 3];
    return is_first == is_same_way ? hinge.rest_angle : -hinge.rest_angle;
}

// The two triangles of the hinge at side i of an element, first its own.
struct SideHinge {
    SideHinge(const std::array<int, 6>& particles, std::size_t i, std::span<const Vec3> x)
        : a(x[at(particles[(i + 1) % 3])]),
          b(x[at(particles[(i + 2) % 3])]),
          c(x[at(particles[i])]),
          flap(x[at(particles[3 + i])]),
          own_side(b - a, c - a, 1),
          flap_side(b - a, flap - a, -1) {}

    // Brought into (-pi, pi], as for hinges.
    Real angle_from(Real rest) const { return std::remainder(hinge_angle<Real>(a, b, c, flap) - rest, 2 * kPi); }

    const Vec3 &a, &b, &c, &flap;
    HingeSide<Real> own_side, flap_side;
};

// Gradients of the angles at the three sides.
struct AngleGradients {
    std::array<Mat3, 3> at_corner;  // column i: of angle i by this corner
    std::array<Vec3, 3> at_flap;    // of angle i by flap i

    /// Rates of the angles when the particles move with v.
    Vec3 along(const std::array<int, 6>& particles, std::span<const Vec3> v) const {
        Vec3 sum = Vec3::Zero();
        for (std::size_t c = 0; c < 3; ++c) {
            sum += at_corner[c].transpose() * v[at(particles[c])];
            sum[column(c)] += at_flap[c].dot(v[at(particles[3 + c])]);
        }
        return sum;
    }

    /// Adds the forces of moments that act on the angles.
    void subtract(const std::array<int, 6>& particles, const Vec3& moments, std::span<Vec3> force) const {
        for (std::size_t c = 0; c < 3; ++c) {
            force[at(particles[c])] -= at_corner[c] * moments;
            force[at(particles[3 + c])] -= moments[column(c)] * at_flap[c];
        }
    }
};

// Adds G k G^T, where the gradients are the rows of G^T.
void add_outer_products(const AngleGradients& g, const Mat3& k, const std::array<bool, 3>& has_flap,
                        const std::array<int, 36>& slots, BlockMatrix& matrix) {
    for (std::size_t r = 0; r < 3; ++r) {
        const Mat3 scaled = g.at_corner[r] * k;
        for (std::size_t c = 0; c < 3; ++c) {
            matrix.add(slots[6 * r + c], scaled * g.at_corner[c].transpose());
            if (!has_flap[c]) continue;
            const Mat3 block = scaled.col(column(c)) * g.at_flap[c].transpose();
            matrix.add(slots[6 * r + 3 + c], block);
            matrix.add(slots[6 * (3 + c) + r], block.transpose());
            if (has_flap[r])
                matrix.add_outer(slots[6 * (3 + r) + 3 + c], k(column(r), column(c)) * g.at_flap[r], g.at_flap[c]);
        }
    }
}

}  // namespace

PlateBend::PlateBend(const Model& model) {
    const SideHinges hinges = find_side_hinges(model);
    layers_ = Bend(model, Scaling::area, hinges.layers);
    std::vector<std::array<int, 6>> particles;
    for (std::size_t t = 0; t < model.triangles.size(); ++t) {
        const Triangle& triangle = model.triangles[t];
        const Fabric& fabric = model.fabrics[at(triangle.fabric)];
        const bool has_resistance = fabric.bend_warp > 0 || fabric.bend_weft > 0 || fabric.bend_damping > 0;
        if (hinges.of_triangle[t] == std::array<int, 3>{-1, -1, -1} || !has_resistance) continue;
        Element e;
        Rest rest;
        rest.triangle.corners = triangle.uv;
        rest.area = triangle.area;
        rest.stiffness = plate_stiffness(fabric.bend_warp, fabric.bend_weft, fabric.bend_poisson);
        rest.damping = plate_stiffness(fabric.bend_damping, fabric.bend_damping, fabric.bend_poisson);
        e.rest_angles.setZero();
        for (std::size_t c = 0; c < 3; ++c) {
            const int h = hinges.of_triangle[t][c];
            e.has_flap[c] = h >= 0;
            e.particles[c] = e.particles[3 + c] = triangle.particles[c];
            rest.triangle.flaps[c] = triangle.uv[c];
            rest.triangle.sides[c] = h >= 0 ? PlateSide::flap : PlateSide::free;
            if (h < 0) continue;
            const Hinge& hinge = model.hinges[at(h)];
            const std::size_t other = hinge.triangles[0] == static_cast<int>(t) ? 1 : 0;
            e.particles[3 + c] = hinge.particles[2 + other];
            e.rest_angles[column(c)] = rest_angle_seen_from(triangle, c, hinge);
            const Triangle& neighbour = model.triangles[at(hinge.triangles[other])];
            rest.triangle.flaps[c] = unfold(triangle, c, neighbour, hinge.particles[2 + other]);
        }
        e.response = make_response(rest);
        elements_.push_back(e);
        rests_.push_back(rest);
        particles.push_back(e.particles);
    }
    stencils_ = Stencils<6>(model.particle_count(), std::move(particles));
}

// Held triangles do not bend, and their neighbours are clamped to them. Without this a clamp would give way over half
// an edge, and the length of a clamped strip would be wrong by as much.
const PlateBend::Response* PlateBend::find_response(std::size_t index, const ForceInput& in, Response& own) const {
    const Element& e = elements_[index];
    if (in.fixed.empty()) return &e.response;
    std::array<bool, 6> is_fixed;
    for (std::size_t c = 0; c < 6; ++c) is_fixed[c] = in.fixed[at(e.particles[c])] != 0;
    if (is_fixed[0] && is_fixed[1] && is_fixed[2]) return nullptr;
    std::array<bool, 3> is_clamped;
    for (std::size_t c = 0; c < 3; ++c)
        is_clamped[c] = e.has_flap[c] && is_fixed[(c + 1) % 3] && is_fixed[(c + 2) % 3] && is_fixed[3 + c];
    if (!is_clamped[0] && !is_clamped[1] && !is_clamped[2]) return &e.response;
    Rest rest = rests_[index];
    for (std::size_t c = 0; c < 3; ++c) {
        if (is_clamped[c]) rest.triangle.sides[c] = PlateSide::clamped;
    }
    own = make_response(rest);
    return &own;
}

PlateBend::Response PlateBend::make_response(const Rest& rest) {
    // Where the threads of one direction do not resist, any moment would do at a free side: take them as almost so.
    Mat3 fitted = rest.stiffness.isZero(0) ? plate_stiffness(1, 1, 0) : rest.stiffness;
    fitted.diagonal() = fitted.diagonal().cwiseMax(1e-3 * fitted.trace());
    const Mat3 curvature = fit_curvature(rest.triangle, fitted);
    return {rest.area * curvature.transpose() * rest.stiffness * curvature,
            rest.area * curvature.transpose() * rest.damping * curvature};
}

void PlateBend::couple(BlockPattern::Builder& pattern) const {
    stencils_.couple(pattern);
    layers_.couple(pattern);
}

void PlateBend::bind(const BlockPattern& pattern) {
    stencils_.bind(pattern);
    layers_.bind(pattern);
}

void PlateBend::add(const ForceInput& in, ForceSystem& out) const {
    stencils_.for_each([&](std::size_t index) { add_element(index, in, out); });
    layers_.add(in, out);
}

void PlateBend::add_element(std::size_t index, const ForceInput& in, ForceSystem& out) const {
    const Element& e = elements_[index];
    Response own;
    const Response* response = find_response(index, in, own);
    if (response == nullptr) return;

    Vec3 angles = Vec3::Zero();
    AngleGradients g;
    for (std::size_t c = 0; c < 3; ++c) {
        g.at_corner[c].setZero();
        g.at_flap[c].setZero();
    }
    for (std::size_t i = 0; i < 3; ++i) {
        if (!e.has_flap[i]) continue;
        const SideHinge hinge(e.particles, i, in.position);
        const std::array<Vec3, 4> gradient = hinge_gradient(hinge.own_side, hinge.flap_side);
        angles[column(i)] = hinge.angle_from(e.rest_angles[column(i)]);
        g.at_corner[(i + 1) % 3].col(column(i)) = gradient[0];
        g.at_corner[(i + 2) % 3].col(column(i)) = gradient[1];
        g.at_corner[i].col(column(i)) = gradient[2];
        g.at_flap[i] = gradient[3];
    }
    const Vec3 rates = g.along(e.particles, in.velocity);
    const Vec3 moments = response->stiffness * angles + response->damping * rates;
    g.subtract(e.particles, moments, out.force);
    if (out.matrix == nullptr) return;

    const Vec3 displaced = g.along(e.particles, out.displacement);
    g.subtract(e.particles, response->stiffness * displaced, out.stiffness_force);
    const Mat3 factor = out.position_weight * response->stiffness + out.velocity_weight * response->damping;
    add_outer_products(g, factor, e.has_flap, stencils_.slots(index), *out.matrix);
    if (out.jacobian == Jacobian::exact) add_second_derivatives(index, moments, in, out);
}

void PlateBend::add_second_derivatives(std::size_t index, const Vec3& moments, const ForceInput& in,
                                       ForceSystem& out) const {
    const Element& e = elements_[index];
    for (std::size_t i = 0; i < 3; ++i) {
        if (!e.has_flap[i]) continue;
        const SideHinge hinge(e.particles, i, in.position);
        const auto hessian = hinge_hessian(hinge.own_side, hinge.flap_side);
        const std::array<std::size_t, 4> corner = {(i + 1) % 3, (i + 2) % 3, i, 3 + i};
        for (std::size_t r = 0; r < 4; ++r) {
            for (std::size_t c = 0; c < 4; ++c) {
                const Mat3 block = moments[column(i)] * hessian[r][c];
                out.matrix->block(stencils_.slots(index)[6 * corner[r] + corner[c]]) += out.position_weight * block;
                out.stiffness_force[at(e.particles[corner[r]])] -= block * out.displacement[at(e.particles[corner[c]])];
            }
        }
    }
}

void PlateBend::add_energies(const ForceInput& in, Energies& energies) const {
    energies.bend += parallel_sum(static_cast<int>(elements_.size()), [&](int begin, int end) {
        Real total = 0;
        for (auto index = at(begin); index < at(end); ++index) {
            const Element& e = elements_[index];
            Response own;
            const Response* response = find_response(index, in, own);
            if (response == nullptr) continue;
            Vec3 angles = Vec3::Zero();
            for (std::size_t i = 0; i < 3; ++i) {
                if (!e.has_flap[i]) continue;
                angles[column(i)] = SideHinge(e.particles, i, in.position).angle_from(e.rest_angles[column(i)]);
            }
            total += 0.5 * angles.dot(response->stiffness * angles);
        }
        return total;
    });
    layers_.add_energies(in, energies);
}

}  // namespace pleat
