#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <span>

#include <pleat/core/index.hpp>
#include <pleat/core/parallel.hpp>
#include <pleat/core/simd.hpp>
#include <pleat/forces/bend_math.hpp>
#include <pleat/forces/plate_bend.hpp>
#include <pleat/forces/plate_bend_math.hpp>

namespace pleat {
namespace {

Eigen::Index column(std::size_t i) { return static_cast<Eigen::Index>(i); }

// The two triangles at a hinge.
struct HingeHere {
    HingeHere(const std::array<int, 4>& p, std::span<const Vec3> x)
        : x0(x[at(p[0])]), x1(x[at(p[1])]), x2(x[at(p[2])]), x3(x[at(p[3])]) {}

    Vec2 direction() const { return hinge_direction<Real>(x0, x1, x2, x3); }
    Real angle_from(Real rest) const { return angle_difference(hinge_angle<Real>(x0, x1, x2, x3), rest); }
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

// The gradient of an element's curvature by one particle: a row for each of the three curvatures, with three numbers
// and 0. Room behind the last, so that eight numbers can be read from any row.
struct alignas(64) Gradient {
    std::array<Double4, 4> rows;

    Double8 eight_from(std::size_t row) const { return load<Double8>(&rows[row]); }
};

// The two factors of a block, gradient^T (factor gradient'), laid out so that eight of its nine numbers come from three
// multiply-adds, and the last from three more.
struct RightFactor {
    RightFactor() = default;
    explicit RightFactor(const Gradient& g) {
        for (std::size_t k = 0; k < 3; ++k) {
            const Double8 row = g.eight_from(k);
            eight[k] = __builtin_shufflevector(row, row, 0, 0, 0, 1, 1, 1, 2, 2);
            last[k] = row[2];
        }
    }

    std::array<Double8, 3> eight;
    std::array<Real, 3> last;
};

struct LeftFactor {
    LeftFactor(const Gradient& g, const Mat3& factor) {
        for (std::size_t k = 0; k < 3; ++k) {
            const auto f = factor.row(column(k));
            const Double8 row = f[0] * g.eight_from(0) + f[1] * g.eight_from(1) + f[2] * g.eight_from(2);
            eight[k] = __builtin_shufflevector(row, row, 0, 1, 2, 0, 1, 2, 0, 1);
            last[k] = row[2];
        }
    }

    // Adds the block to nine numbers.
    void add_product(const RightFactor& right, Real* to) const {
        const Double8 first = eight[0] * right.eight[0] + eight[1] * right.eight[1] + eight[2] * right.eight[2];
        store(load<Double8>(to) + first, to);
        to[8] += last[0] * right.last[0] + last[1] * right.last[1] + last[2] * right.last[2];
    }

    std::array<Double8, 3> eight;
    std::array<Real, 3> last;
};

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
    std::set<int> particles;
    for (const PlateAngle& angle : angles) {
        if (!angle.curvature.isZero(0)) particles.insert(angle.particles.begin(), angle.particles.end());
    }
    e.particle_count = static_cast<std::uint8_t>(particles.size());
    e.particles.fill(*particles.begin());
    std::copy(particles.begin(), particles.end(), e.particles.begin());
    e.curvature.setZero();
    for (const PlateAngle& angle : angles) {
        if (angle.curvature.isZero(0)) continue;
        const OrderedHinge hinge(angle.particles);
        e.hinges[e.angle_count] = numbers.number(hinge, angle.rest_angle, hinges);
        for (std::size_t c = 0; c < 4; ++c) {
            const auto place = std::distance(particles.begin(), particles.find(hinge.particles[c]));
            e.corners[e.angle_count][c] = static_cast<std::uint8_t>(place);
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

void PlateBend::evaluate_angles(const ForceInput& in, const ForceSystem& out) const {
    parallel_for(static_cast<int>(hinges_.size()), [&](int begin, int end) {
        for (auto i = at(begin); i < at(end); ++i) {
            const std::array<int, 4>& particles = hinges_[i].particles;
            const HingeHere hinge(particles, in.position);
            const HingeSide<Real> first = hinge.first(), second = hinge.second();
            const std::array<Vec3, 4> gradient = hinge_gradient(first, second);
            AngleNow& now = now_[i];
            now.angle = angle_difference(hinge_angle(first, second), hinges_[i].rest_angle);
            now.rate = now.displaced = 0;
            for (std::size_t c = 0; c < 4; ++c) {
                const Vec3& g = gradient[c];
                now.gradient[c] = {g.x(), g.y(), g.z(), 0};
                now.rate += g.dot(in.velocity[at(particles[c])]);
                if (!out.displacement.empty()) now.displaced += g.dot(out.displacement[at(particles[c])]);
            }
        }
    });
}

void PlateBend::add(const ForceInput& in, ForceSystem& out) const {
    evaluate_angles(in, out);
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
    const std::array<int, 3>& corners = model.triangles[at(e.triangle)].particles;
    if (std::all_of(corners.begin(), corners.end(), is_fixed)) return nullptr;
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
    std::array<Gradient, N> gradients;
    for (std::size_t p = 0; p < e.particle_count; ++p) gradients[p] = {};
    Vec3 k = Vec3::Zero(), rate = Vec3::Zero(), displaced = Vec3::Zero();
    for (std::size_t i = 0; i < e.angle_count; ++i) {
        const AngleNow& now = now_[at(e.hinges[i])];
        const Vec3 curvature = e.curvature.col(column(i));
        k += now.angle * curvature;
        rate += now.rate * curvature;
        displaced += now.displaced * curvature;
        for (std::size_t c = 0; c < 4; ++c) {
            const Double4 by_corner = load<Double4>(now.gradient[c].data());
            Gradient& gradient = gradients[e.corners[i][c]];
            for (std::size_t row = 0; row < 3; ++row) gradient.rows[row] += curvature[column(row)] * by_corner;
        }
    }
    const auto add_moments = [&](const Vec3& moments, std::span<Vec3> to) {
        for (std::size_t p = 0; p < e.particle_count; ++p) {
            const auto& [u, v, uv, room] = gradients[p].rows;
            const Double4 f = moments[0] * u + moments[1] * v + moments[2] * uv;
            to[at(e.particles[p])] -= Vec3(f[0], f[1], f[2]);
        }
    };
    const Plate& plate = plates_[at(e.fabric)];
    const Vec3 moments = e.area * (plate.stiffness * k + plate.damping * rate);
    add_moments(moments, out.force);
    if (out.matrix == nullptr) return;

    if (!out.displacement.empty()) add_moments(e.area * (plate.stiffness * displaced), out.stiffness_force);
    const Mat3 factor = e.area * (out.position_weight * plate.stiffness + out.velocity_weight * plate.damping);
    std::array<RightFactor, N> right;
    for (std::size_t r = 0; r < e.particle_count; ++r) {
        right[r] = RightFactor(gradients[r]);
        const LeftFactor left(gradients[r], factor);
        for (std::size_t c = 0; c <= r; ++c) left.add_product(right[c], out.matrix->numbers(slots[N * r + c]));
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
                if (out.displacement.empty()) continue;
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
            const Vec2 before = HingeHere(hinges_[i].particles, path.before).direction();
            const Vec2 after = HingeHere(hinges_[i].particles, path.after).direction();
            turned_[i] = std::atan2(before[0] * after[1] - before[1] * after[0], before.dot(after));
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
