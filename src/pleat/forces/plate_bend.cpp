#include <algorithm>
#include <cmath>
#include <span>

#include <pleat/core/parallel.hpp>
#include <pleat/forces/bend_math.hpp>
#include <pleat/forces/plate_bend.hpp>
#include <pleat/forces/plate_bend_math.hpp>

namespace pleat {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }
Eigen::Index column(std::size_t i) { return static_cast<Eigen::Index>(i); }

// An angle of an element: its four particles and the two triangles between them.
struct HingeHere {
    template <std::size_t N>
    HingeHere(const std::array<int, N>& particles, const std::array<std::uint8_t, 4>& hinge, std::span<const Vec3> x)
        : x0(x[at(particles[hinge[0]])]),
          x1(x[at(particles[hinge[1]])]),
          x2(x[at(particles[hinge[2]])]),
          x3(x[at(particles[hinge[3]])]) {}

    // Brought into (-pi, pi], as for hinges.
    Real angle_from(Real rest) const { return std::remainder(hinge_angle<Real>(x0, x1, x2, x3) - rest, 2 * kPi); }
    HingeSide<Real> first() const { return {x1 - x0, x2 - x0, 1}; }
    HingeSide<Real> second() const { return {x1 - x0, x3 - x0, -1}; }

    const Vec3 &x0, &x1, &x2, &x3;
};

// The two factors of a 3 x 3 product, laid out so that eight of its numbers come from three multiply-adds of eight.
using Eight = Eigen::Array<Real, 8, 1>;

struct LeftFactor {
    explicit LeftFactor(const Mat3& m) {
        for (Eigen::Index k = 0; k < 3; ++k) {
            const Real x = m(0, k), y = m(1, k), z = m(2, k);
            eight[static_cast<std::size_t>(k)] << x, y, z, x, y, z, x, y;
            last[k] = z;
        }
    }

    std::array<Eight, 3> eight;
    Vec3 last;
};

struct RightFactor {
    RightFactor() = default;
    explicit RightFactor(const Mat3& m) {
        for (Eigen::Index k = 0; k < 3; ++k) {
            const Real x = m(k, 0), y = m(k, 1), z = m(k, 2);
            eight[static_cast<std::size_t>(k)] << x, x, x, y, y, y, z, z;
            last[k] = z;
        }
    }

    std::array<Eight, 3> eight;
    Vec3 last;
};

Mat3 product(const LeftFactor& left, const RightFactor& right) {
    Mat3 m;
    Eigen::Map<Eight>(m.data()) =
        left.eight[0] * right.eight[0] + left.eight[1] * right.eight[1] + left.eight[2] * right.eight[2];
    m(2, 2) = left.last.dot(right.last);
    return m;
}

// Angles at the sides of neighbours that take part.
std::size_t count_further_angles(const PlateAngles& angles) {
    std::size_t count = 0;
    for (std::size_t i = 3; i < angles.size(); ++i) count += angles[i].curvature.isZero(0) ? 0 : 1;
    return count;
}

template <class Element>
Element make_element(const Model& model, int triangle, const PlateAngles& angles) {
    Element e{};
    e.triangle = triangle;
    e.fabric = model.triangles[at(triangle)].fabric;
    e.area = model.triangles[at(triangle)].area;
    e.particles.fill(model.triangles[at(triangle)].particles[0]);
    for (std::size_t c = 0; c < 3; ++c) {
        e.particles[c] = model.triangles[at(triangle)].particles[c];
        e.particles[3 + c] = angles[c].particles[3];
    }
    e.particle_count = 6;
    e.curvature.setZero();
    for (std::size_t i = 0; i < angles.size(); ++i) {
        if (angles[i].curvature.isZero(0)) continue;
        for (std::size_t c = 0; c < 4; ++c) {
            const auto end = e.particles.begin() + e.particle_count;
            const auto found = std::find(e.particles.begin(), end, angles[i].particles[c]);
            if (found == end) e.particles[e.particle_count++] = angles[i].particles[c];
            e.hinges[e.angle_count][c] = static_cast<std::uint8_t>(found - e.particles.begin());
        }
        e.rest_angles[e.angle_count] = angles[i].rest_angle;
        e.curvature.col(e.angle_count++) = angles[i].curvature;
    }
    return e;
}

}  // namespace

PlateBend::PlateBend(const Model& model) {
    SideHinges found = find_side_hinges(model);
    sides_ = std::move(found.sides);
    layers_ = Bend(model, Scaling::area, found.layers);
    for (const Fabric& fabric : model.fabrics) {
        plates_.push_back({plate_stiffness(fabric.bend_warp, fabric.bend_weft, fabric.bend_poisson),
                           plate_stiffness(fabric.bend_damping, fabric.bend_damping, fabric.bend_poisson)});
    }
    auto& [small, medium, large] = elements_;
    for (int t = 0; t < static_cast<int>(model.triangles.size()); ++t) {
        const Plate& plate = plates_[at(model.triangles[at(t)].fabric)];
        const bool resists = !plate.stiffness.isZero(0) || !plate.damping.isZero(0);
        if (sides_[at(t)] == std::array<int, 3>{-1, -1, -1} || !resists) continue;
        const PlateAngles angles = find_plate_angles(model, sides_, t, {});
        const std::size_t further = count_further_angles(angles);
        if (further == 0) {
            small.list.push_back(make_element<Element<6>>(model, t, angles));
        } else if (further <= 2) {
            medium.list.push_back(make_element<Element<8>>(model, t, angles));
        } else {
            large.list.push_back(make_element<Element<12>>(model, t, angles));
        }
    }
    const auto finish = [&]<std::size_t N>(Elements<N>& elements) {
        std::vector<std::array<int, N>> particles;
        for (const Element<N>& e : elements.list) particles.push_back(e.particles);
        elements.stencils = Stencils<N>(model.particle_count(), std::move(particles));
    };
    finish(small);
    finish(medium);
    finish(large);
}

void PlateBend::couple(BlockPattern::Builder& pattern) const {
    std::apply([&](const auto&... elements) { (elements.stencils.couple(pattern), ...); }, elements_);
    layers_.couple(pattern);
}

void PlateBend::bind(const BlockPattern& pattern) {
    std::apply([&](auto&... elements) { (elements.stencils.bind(pattern), ...); }, elements_);
    layers_.bind(pattern);
}

void PlateBend::add(const ForceInput& in, ForceSystem& out) const {
    const auto add_all = [&]<std::size_t N>(const Elements<N>& elements) {
        const std::array<int, N * N> no_slots{};
        elements.stencils.for_each([&](std::size_t i) {
            Element<N> clamped;
            const Element<N>* e = find_element(elements.list[i], in.model, in.fixed, clamped);
            if (e != nullptr) add_element(*e, out.matrix != nullptr ? elements.stencils.slots(i) : no_slots, in, out);
        });
    };
    std::apply([&](const auto&... elements) { (add_all(elements), ...); }, elements_);
    layers_.add(in, out);
}

// The element itself, or `clamped` next to held triangles, or null for a held one.
template <std::size_t N>
const PlateBend::Element<N>* PlateBend::find_element(const Element<N>& e, const Model& model,
                                                     std::span<const std::uint8_t> fixed, Element<N>& clamped) const {
    if (fixed.empty()) return &e;
    const auto is_fixed = [&](int p) { return fixed[at(p)] != 0; };
    if (is_fixed(e.particles[0]) && is_fixed(e.particles[1]) && is_fixed(e.particles[2])) return nullptr;
    if (std::none_of(e.particles.begin(), e.particles.end(), is_fixed)) return &e;
    if (!is_next_to_fixed(model, sides_, e.triangle, fixed)) return &e;
    // The same angles take part, with other curvatures.
    const PlateAngles now = find_plate_angles(model, sides_, e.triangle, fixed);
    const PlateAngles before = find_plate_angles(model, sides_, e.triangle, {});
    clamped = e;
    int angle = 0;
    for (std::size_t i = 0; i < now.size(); ++i) {
        if (!before[i].curvature.isZero(0)) clamped.curvature.col(angle++) = now[i].curvature;
    }
    return &clamped;
}

template <std::size_t N>
void PlateBend::add_element(const Element<N>& e, const std::array<int, N * N>& slots, const ForceInput& in,
                            ForceSystem& out) const {
    // Gradients of the curvature: k' = sum of by_particle[p] * velocity of p.
    std::array<Mat3, N> by_particle;
    for (std::size_t p = 0; p < e.particle_count; ++p) by_particle[p].setZero();
    Vec3 k = Vec3::Zero();
    for (std::size_t i = 0; i < e.angle_count; ++i) {
        const HingeHere hinge(e.particles, e.hinges[i], in.position);
        const Vec3 curvature = e.curvature.col(column(i));
        k += hinge.angle_from(e.rest_angles[i]) * curvature;
        const std::array<Vec3, 4> gradient = hinge_gradient(hinge.first(), hinge.second());
        for (std::size_t c = 0; c < 4; ++c) by_particle[e.hinges[i][c]] += curvature * gradient[c].transpose();
    }
    const auto rate = [&](std::span<const Vec3> v) {
        Vec3 sum = Vec3::Zero();
        for (std::size_t p = 0; p < e.particle_count; ++p) sum += by_particle[p] * v[at(e.particles[p])];
        return sum;
    };
    const Plate& plate = plates_[at(e.fabric)];
    const Vec3 moments = e.area * (plate.stiffness * k + plate.damping * rate(in.velocity));
    for (std::size_t p = 0; p < e.particle_count; ++p)
        out.force[at(e.particles[p])] -= by_particle[p].transpose() * moments;
    if (out.matrix == nullptr) return;

    const Vec3 displaced = e.area * (plate.stiffness * rate(out.displacement));
    const Mat3 factor = e.area * (out.position_weight * plate.stiffness + out.velocity_weight * plate.damping);
    std::array<RightFactor, N> right;
    for (std::size_t p = 0; p < e.particle_count; ++p) right[p] = RightFactor(by_particle[p]);
    for (std::size_t r = 0; r < e.particle_count; ++r) {
        out.stiffness_force[at(e.particles[r])] -= by_particle[r].transpose() * displaced;
        const LeftFactor left(by_particle[r].transpose() * factor);
        for (std::size_t c = 0; c < e.particle_count; ++c) out.matrix->add(slots[N * r + c], product(left, right[c]));
    }
    if (out.jacobian == Jacobian::positive) return;

    for (std::size_t i = 0; i < e.angle_count; ++i) {
        const HingeHere hinge(e.particles, e.hinges[i], in.position);
        const auto hessian = hinge_hessian(hinge.first(), hinge.second());
        const Real moment = e.curvature.col(column(i)).dot(moments);
        for (std::size_t r = 0; r < 4; ++r) {
            for (std::size_t c = 0; c < 4; ++c) {
                const std::size_t row = e.hinges[i][r], other = e.hinges[i][c];
                out.matrix->block(slots[N * row + other]) += (out.position_weight * moment) * hessian[r][c];
                out.stiffness_force[at(e.particles[row])] -=
                    moment * hessian[r][c] * out.displacement[at(e.particles[other])];
            }
        }
    }
}

template <std::size_t N>
Real PlateBend::energy(const Elements<N>& elements, const ForceInput& in) const {
    return parallel_sum(static_cast<int>(elements.list.size()), [&](int begin, int end) {
        Real total = 0;
        for (auto index = at(begin); index < at(end); ++index) {
            Element<N> clamped;
            const Element<N>* e = find_element(elements.list[index], in.model, in.fixed, clamped);
            if (e == nullptr) continue;
            Vec3 k = Vec3::Zero();
            for (std::size_t i = 0; i < e->angle_count; ++i) {
                const HingeHere hinge(e->particles, e->hinges[i], in.position);
                k += hinge.angle_from(e->rest_angles[i]) * e->curvature.col(column(i));
            }
            total += 0.5 * e->area * k.dot(plates_[at(e->fabric)].stiffness * k);
        }
        return total;
    });
}

// Its rate is taken as constant over the step, as for hinges.
template <std::size_t N>
Real PlateBend::damping(const Elements<N>& elements, const StepPath& path) const {
    return parallel_sum(static_cast<int>(elements.list.size()), [&](int begin, int end) {
        Real total = 0;
        for (auto index = at(begin); index < at(end); ++index) {
            const Mat3& resistance = plates_[at(elements.list[index].fabric)].damping;
            if (resistance.isZero(0)) continue;
            Element<N> clamped;
            const Element<N>* e = find_element(elements.list[index], path.model, path.fixed, clamped);
            if (e == nullptr) continue;
            Vec3 change = Vec3::Zero();
            for (std::size_t i = 0; i < e->angle_count; ++i) {
                const Real before = HingeHere(e->particles, e->hinges[i], path.before).angle_from(0);
                const Real turned = HingeHere(e->particles, e->hinges[i], path.after).angle_from(before);
                change += turned * e->curvature.col(column(i));
            }
            total += e->area * change.dot(resistance * change) / path.dt;
        }
        return total;
    });
}

void PlateBend::add_damping(const StepPath& path, EnergyFlows& flows) const {
    std::apply([&](const auto&... elements) { ((flows.bend_damping += damping(elements, path)), ...); }, elements_);
    layers_.add_damping(path, flows);
}

void PlateBend::add_energies(const ForceInput& in, Energies& energies) const {
    std::apply([&](const auto&... elements) { ((energies.bend += energy(elements, in)), ...); }, elements_);
    layers_.add_energies(in, energies);
}

}  // namespace pleat
