#include <algorithm>
#include <cmath>
#include <map>
#include <span>

#include <pleat/core/parallel.hpp>
#include <pleat/forces/bend_math.hpp>
#include <pleat/forces/plate_bend.hpp>
#include <pleat/forces/plate_bend_math.hpp>

namespace pleat {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }
Eigen::Index column(std::size_t i) { return static_cast<Eigen::Index>(i); }

// The two triangles at a hinge.
struct HingeHere {
    HingeHere(const std::array<int, 4>& p, std::span<const Vec3> x)
        : x0(x[at(p[0])]), x1(x[at(p[1])]), x2(x[at(p[2])]), x3(x[at(p[3])]) {}

    // Brought into (-pi, pi], as for hinges.
    Real angle_from(Real rest) const { return std::remainder(hinge_angle<Real>(x0, x1, x2, x3) - rest, 2 * kPi); }
    HingeSide<Real> first() const { return {x1 - x0, x2 - x0, 1}; }
    HingeSide<Real> second() const { return {x1 - x0, x3 - x0, -1}; }

    const Vec3 &x0, &x1, &x2, &x3;
};

// One order for the particles of a hinge, from wherever it is seen. Exchanging the ends of the edge, or the triangles,
// changes the sign of the angle; both together do not.
struct OrderedHinge {
    explicit OrderedHinge(std::array<int, 4> p) : particles(p) {
        if (particles[0] > particles[1]) {
            std::swap(particles[0], particles[1]);
            sign = -sign;
        }
        if (particles[2] > particles[3]) {
            std::swap(particles[2], particles[3]);
            sign = -sign;
        }
    }

    std::array<int, 4> particles;
    Real sign = 1;
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

// Numbers the hinges by their particles.
class HingeNumbers {
public:
    template <class Hinge>
    int number(const OrderedHinge& hinge, Real rest_angle, std::vector<Hinge>& hinges) {
        const auto [found, is_new] = numbers_.emplace(hinge.particles, static_cast<int>(hinges.size()));
        if (is_new) hinges.push_back({hinge.particles, hinge.sign * rest_angle});
        return found->second;
    }

private:
    std::map<std::array<int, 4>, int> numbers_;
};

template <class Element, class Hinge>
Element make_element(const Model& model, int triangle, const PlateAngles& angles, HingeNumbers& numbers,
                     std::vector<Hinge>& hinges) {
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
    for (const PlateAngle& angle : angles) {
        if (angle.curvature.isZero(0)) continue;
        const OrderedHinge hinge(angle.particles);
        e.hinges[e.angle_count] = numbers.number(hinge, angle.rest_angle, hinges);
        for (std::size_t c = 0; c < 4; ++c) {
            const auto end = e.particles.begin() + e.particle_count;
            const auto found = std::find(e.particles.begin(), end, hinge.particles[c]);
            if (found == end) e.particles[e.particle_count++] = hinge.particles[c];
            e.corners[e.angle_count][c] = static_cast<std::uint8_t>(found - e.particles.begin());
        }
        e.curvature.col(e.angle_count++) = hinge.sign * angle.curvature;
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
    HingeNumbers numbers;
    for (int t = 0; t < static_cast<int>(model.triangles.size()); ++t) {
        const Plate& plate = plates_[at(model.triangles[at(t)].fabric)];
        const bool resists = !plate.stiffness.isZero(0) || !plate.damping.isZero(0);
        if (sides_[at(t)] == std::array<int, 3>{-1, -1, -1} || !resists) continue;
        const PlateAngles angles = find_plate_angles(model, sides_, t, {});
        const std::size_t further = count_further_angles(angles);
        if (further == 0) {
            small.list.push_back(make_element<Element<6>>(model, t, angles, numbers, hinges_));
        } else if (further <= 2) {
            medium.list.push_back(make_element<Element<8>>(model, t, angles, numbers, hinges_));
        } else {
            large.list.push_back(make_element<Element<12>>(model, t, angles, numbers, hinges_));
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
    now_.resize(hinges_.size());
    turned_.resize(hinges_.size());
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
    parallel_for(static_cast<int>(hinges_.size()), [&](int begin, int end) {
        for (auto i = at(begin); i < at(end); ++i) {
            const HingeHere hinge(hinges_[i].particles, in.position);
            now_[i] = {hinge.angle_from(hinges_[i].rest_angle), hinge_gradient(hinge.first(), hinge.second())};
        }
    });
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
        if (before[i].curvature.isZero(0)) continue;
        clamped.curvature.col(angle++) = OrderedHinge(now[i].particles).sign * now[i].curvature;
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
        const AngleNow& now = now_[at(e.hinges[i])];
        const Vec3 curvature = e.curvature.col(column(i));
        k += now.angle * curvature;
        for (std::size_t c = 0; c < 4; ++c) by_particle[e.corners[i][c]] += curvature * now.gradient[c].transpose();
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
        for (std::size_t c = 0; c < e.particle_count; ++c) {
            if (slots[N * r + c] >= 0) out.matrix->add(slots[N * r + c], product(left, right[c]));
        }
    }
    if (out.jacobian == Jacobian::positive) return;

    for (std::size_t i = 0; i < e.angle_count; ++i) {
        const HingeHere hinge(hinges_[at(e.hinges[i])].particles, in.position);
        const auto hessian = hinge_hessian(hinge.first(), hinge.second());
        const Real moment = e.curvature.col(column(i)).dot(moments);
        for (std::size_t r = 0; r < 4; ++r) {
            for (std::size_t c = 0; c < 4; ++c) {
                const std::size_t row = e.corners[i][r], other = e.corners[i][c];
                out.matrix->add(slots[N * row + other], (out.position_weight * moment) * hessian[r][c]);
                out.stiffness_force[at(e.particles[row])] -=
                    moment * hessian[r][c] * out.displacement[at(e.particles[other])];
            }
        }
    }
}

template <std::size_t N>
Real PlateBend::sum_squares(const Elements<N>& elements, Mat3 Plate::*form, const Model& model,
                            std::span<const std::uint8_t> fixed) const {
    return parallel_sum(static_cast<int>(elements.list.size()), [&](int begin, int end) {
        Real total = 0;
        for (auto index = at(begin); index < at(end); ++index) {
            Element<N> clamped;
            const Element<N>* e = find_element(elements.list[index], model, fixed, clamped);
            if (e == nullptr) continue;
            Vec3 k = Vec3::Zero();
            for (std::size_t i = 0; i < e->angle_count; ++i)
                k += turned_[at(e->hinges[i])] * e->curvature.col(column(i));
            total += e->area * k.dot(plates_[at(e->fabric)].*form * k);
        }
        return total;
    });
}

void PlateBend::add_energies(const ForceInput& in, Energies& energies) const {
    parallel_for(static_cast<int>(hinges_.size()), [&](int begin, int end) {
        for (auto i = at(begin); i < at(end); ++i) {
            turned_[i] = HingeHere(hinges_[i].particles, in.position).angle_from(hinges_[i].rest_angle);
        }
    });
    std::apply(
        [&](const auto&... elements) {
            ((energies.bend += 0.5 * sum_squares(elements, &Plate::stiffness, in.model, in.fixed)), ...);
        },
        elements_);
    layers_.add_energies(in, energies);
}

// Rates are taken as constant over the step, as for hinges.
void PlateBend::add_damping(const StepPath& path, EnergyFlows& flows) const {
    const bool is_damped =
        std::any_of(plates_.begin(), plates_.end(), [](const Plate& p) { return !p.damping.isZero(0); });
    if (!is_damped) return;
    parallel_for(static_cast<int>(hinges_.size()), [&](int begin, int end) {
        for (auto i = at(begin); i < at(end); ++i) {
            const Real before = HingeHere(hinges_[i].particles, path.before).angle_from(0);
            turned_[i] = HingeHere(hinges_[i].particles, path.after).angle_from(before);
        }
    });
    std::apply(
        [&](const auto&... elements) {
            ((flows.bend_damping += sum_squares(elements, &Plate::damping, path.model, path.fixed) / path.dt), ...);
        },
        elements_);
    layers_.add_damping(path, flows);
}

}  // namespace pleat
