#include <algorithm>
#include <cmath>
#include <tuple>

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <pleat/collision/continuous.hpp>
#include <pleat/collision/distance_math.hpp>
#include <pleat/constraints/solid_contact.hpp>

namespace pleat {
namespace {

// Normals of one particle whose product is above this count as one contact.
constexpr Real kSameDirection = 0.9;
// Share of the thickness below which a result is not left as it is.
constexpr Real kTooNear = 0.25;
// Share of the thickness that corners and edges keep.
constexpr Real kFeatureShare = 0.5;
// Springs of corners and edges, times mass / dt^2: a load of a hundred particles gives way by 3 % of what it falls in
// a step.
constexpr Real kSpringFactor = 3000;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

Vec3 along_surface(const Vec3& v, const Vec3& normal) { return v - normal.dot(v) * normal; }

std::array<Vec3, 3> corners(std::span<const Vec3> x, const std::array<int, 3>& t) {
    return {x[at(t[0])], x[at(t[1])], x[at(t[2])]};
}

Vec3 to_vec3(const std::array<Real, 3>& w) { return {w[0], w[1], w[2]}; }

Vec3 combine(const std::array<Vec3, 3>& x, const Vec3& weights) {
    return weights[0] * x[0] + weights[1] * x[1] + weights[2] * x[2];
}

std::vector<std::array<int, 3>> triangles_of(const Model& model) {
    std::vector<std::array<int, 3>> triangles;
    for (const Triangle& t : model.triangles) triangles.push_back(t.particles);
    return triangles;
}

Real largest_thickness(const Scene& scene) {
    Real largest = 0;
    for (const Solid& solid : scene.solids) largest = std::max(largest, solid.thickness);
    return largest;
}

}  // namespace

SolidContact::SolidContact(const Model& model)
    : cloth_(make_collision_mesh(triangles_of(model))),
      predicted_(model.positions.size()),
      force_of_(model.positions.size(), Vec3::Zero()) {}

const Solid& SolidContact::solid_at(const ConstraintInput& in, int triangle) const {
    return in.scene.solids[at(surfaces_.solid_of_triangle(triangle))];
}

void SolidContact::search(const ConstraintInput& in, std::span<const Vec3> end, Real distance) {
    cloth_.move({in.now.position, end});
    search_.between(cloth_, surfaces_.swept(), distance, candidates_);
}

void SolidContact::begin(const ConstraintInput& in, SolidContacts& contacts) {
    contacts.particles.clear();
    contacts.features.clear();
    if (in.scene.solids.empty()) return;
    surfaces_.move(in.scene.solids, script_time(in.now.time), script_time(in.now.time + in.dt));
    for (std::size_t i = 0; i < predicted_.size(); ++i) {
        predicted_[i] = in.now.position[i] + in.dt * (in.now.velocity[i] + in.dt * in.scene.gravity);
    }
    search(in, predicted_, 1.5 * largest_thickness(in.scene));
    ContactReview review;
    collect_touches(in, predicted_, Reach::thickness, contacts, review);
    // Corners and edges matter only where held particles do not keep the cloth away already.
    for (const ParticleContact& contact : contacts.particles) {
        const ContactPoint point = surfaces_.point(contact.triangle, contact.weights);
        Vec3& x = predicted_[at(contact.particle)];
        if (contact.sticks) x = in.now.position[at(contact.particle)] + point.end - point.start + contact.approach;
        const Real gap = contact.normal.dot(x - point.end) - solid_at(in, contact.triangle).thickness;
        x -= gap * contact.normal;
    }
    collect_features(in, predicted_, Reach::thickness, contacts, review);
}

// How a particle's path to `end` meets a triangle, if it comes nearer than `distance` on the side where it is. Behind a
// surface that has only one side nothing is near.
bool SolidContact::find_touch(const ConstraintInput& in, const Candidate& pair, const Vec3& end, Real distance,
                              Touch& touch) const {
    const Sweep sweep = surfaces_.sweep();
    const std::array<int, 3>& t = surfaces_.mesh().triangles[at(pair.second)];
    const std::array<Vec3, 3> before = corners(sweep.start, t), after = corners(sweep.end, t);
    const Vec3& start = in.now.position[at(pair.first)];
    const Real height = surfaces_.normal_at_start(pair.second).dot(start - before[0]);
    const Real side = solid_at(in, pair.second).is_two_sided && height < 0 ? -1 : 1;
    if (side * height < 0) return false;
    const Vec3 outward = side * surfaces_.normal_at_end(pair.second);
    touch.triangle = pair.second;
    if (outward.dot(end - after[0]) < 0) {
        const PairMotion path{{start, before[0], before[1], before[2]}, {end, after[0], after[1], after[2]}};
        if (!first_contact(PairKind::vertex_face, path)) return false;
        // It is stopped where it comes as near as it may; who is there already, where it is.
        const Real start_gap = (start - combine(before, to_vec3(closest_on_triangle<Real>(start, before)))).norm();
        const Real time = start_gap <= 1.01 * distance
                              ? 0
                              : first_contact(PairKind::vertex_face, path, distance).value_or(0);
        std::array<Vec3, 3> then;
        for (std::size_t c = 0; c < 3; ++c) then[c] = before[c] + time * (after[c] - before[c]);
        const Vec3 place = start + time * (end - start);
        touch.weights = to_vec3(closest_on_triangle<Real>(place, then));
        touch.normal = outward;
        touch.gap = outward.dot(end - combine(after, touch.weights)) - distance;
        touch.approach = place - start;
        touch.has_crossed = true;
        return true;
    }
    touch.weights = to_vec3(closest_on_triangle<Real>(end, after));
    const Vec3 apart = end - combine(after, touch.weights);
    const Real length = apart.norm();
    if (length >= distance) return false;
    touch.normal = length > 1e-3 * distance ? Vec3(apart / length) : outward;
    touch.gap = length - distance;
    touch.approach.setZero();
    touch.has_crossed = false;
    return true;
}

void SolidContact::collect_touches(const ConstraintInput& in, std::span<const Vec3> end, Reach reach,
                                   SolidContacts& contacts, ContactReview& review) {
    const auto& pairs = candidates_.vertex_face;
    for (std::size_t k = 0; k < pairs.size();) {
        const int particle = pairs[k].first;
        const bool was_held =
            std::binary_search(in.now.contacts.begin(), in.now.contacts.end(), particle, ByParticle());
        touches_.clear();
        for (; k < pairs.size() && pairs[k].first == particle; ++k) {
            Real distance = solid_at(in, pairs[k].second).thickness;
            // What was held stays so until the surface would have to pull.
            if (reach == Reach::thickness && was_held) distance *= 1.25;
            if (reach == Reach::crossing) distance *= kTooNear;
            Touch touch{};
            if (find_touch(in, pairs[k], end[at(particle)], distance, touch)) touches_.push_back(touch);
        }
        if (!touches_.empty()) add_touches(in, particle, contacts, review);
    }
}

// Makes contacts of a particle's touches, nearest first, up to three in different directions; besides those it has.
void SolidContact::add_touches(const ConstraintInput& in, int particle, SolidContacts& contacts,
                               ContactReview& review) {
    std::sort(touches_.begin(), touches_.end(), [](const Touch& a, const Touch& b) {
        return std::tuple(a.gap, a.triangle) < std::tuple(b.gap, b.triangle);
    });
    const auto range = std::equal_range(contacts.particles.begin(), contacts.particles.end(), particle, ByParticle());
    std::vector<ParticleContact>& list = contacts.particles;
    auto first = static_cast<std::size_t>(range.first - list.begin());
    auto end = static_cast<std::size_t>(range.second - list.begin());
    for (const Touch& touch : touches_) {
        if (end - first == 3) break;
        const bool is_known = std::any_of(
            list.begin() + static_cast<std::ptrdiff_t>(first), list.begin() + static_cast<std::ptrdiff_t>(end),
            [&](const auto& other) { return other.normal.dot(touch.normal) > kSameDirection; });
        if (touch.has_crossed && !review.has_crossed) {
            review.has_crossed = true;
            review.crossing = describe(in, particle, surfaces_.mesh().triangles[at(touch.triangle)][0]);
        }
        if (is_known) continue;
        list.insert(list.begin() + static_cast<std::ptrdiff_t>(end), make_contact(in, particle, touch));
        ++end;
        review.has_changed = true;
    }
}

ParticleContact SolidContact::make_contact(const ConstraintInput& in, int particle, const Touch& touch) const {
    ParticleContact contact;
    contact.particle = particle;
    contact.triangle = touch.triangle;
    contact.weights = touch.weights;
    contact.normal = touch.normal;
    contact.approach = touch.approach;
    const auto range = std::equal_range(in.now.contacts.begin(), in.now.contacts.end(), particle, ByParticle());
    const ParticleContact* before = nullptr;
    for (auto other = range.first; other != range.second; ++other) {
        if (other->normal.dot(touch.normal) > kSameDirection &&
            surfaces_.solid_of_triangle(other->triangle) == surfaces_.solid_of_triangle(touch.triangle)) {
            before = &*other;
        }
    }
    choose_friction(in, before, contact);
    return contact;
}

// Sticking goes on. Who slides begins to stick when the force that stops it would lie in the cone. A new contact has the
// force of the blow. Putting a particle in its place can take a force far above the one that presses it on, for a single
// step; so friction does not count more than twice what was there before.
void SolidContact::choose_friction(const ConstraintInput& in, const ParticleContact* before,
                                   ParticleContact& contact) const {
    const Real mass = in.model.masses[at(contact.particle)];
    const Vec3 velocity =
        in.now.velocity[at(contact.particle)] - surfaces_.point(contact.triangle, contact.weights).velocity;
    const Real blow = mass * std::max(Real(0), -contact.normal.dot(velocity)) / in.dt;
    contact.normal_force = before != nullptr ? std::min(before->normal_force, before->force_bound) : blow;
    contact.force_bound = 2 * std::max(contact.normal_force, blow) + mass * in.scene.gravity.norm();
    if (before != nullptr && before->sticks) {
        contact.sticks = true;
        return;
    }
    const Vec3 slip = along_surface(velocity, contact.normal);
    const Real limit = solid_at(in, contact.triangle).friction * contact.normal_force;
    contact.sticks = mass * slip.norm() / in.dt <= limit;
    if (!contact.sticks) contact.friction = -limit / slip.norm() * slip;
}

void SolidContact::hold(const ConstraintInput& in, const SolidContacts& contacts, HeldParticles& held) const {
    for (const ParticleContact& contact : contacts.particles) {
        const ContactPoint point = surfaces_.point(contact.triangle, contact.weights);
        const Vec3 way = point.end - in.now.position[at(contact.particle)];
        const Vec3& n = contact.normal;
        const Real thickness = solid_at(in, contact.triangle).thickness;
        held.touch(contact.particle, {n, n.dot(way) + thickness, n.dot(point.velocity), 0});
        const bool was_held =
            std::binary_search(in.now.contacts.begin(), in.now.contacts.end(), contact.particle, ByParticle());
        if (!was_held) held.note_jump(contact.particle);
        if (!contact.sticks) continue;
        const Vec3 first = n.unitOrthogonal(), second = n.cross(first);
        const Vec3 carried = point.end - point.start + contact.approach;
        for (const Vec3& t : {first, second}) {
            held.touch(contact.particle, {t, t.dot(carried), t.dot(point.velocity), 0});
        }
    }
    for (const ParticleContact& before : in.now.contacts) {
        const bool is_held =
            std::binary_search(contacts.particles.begin(), contacts.particles.end(), before.particle, ByParticle());
        if (!is_held) held.note_jump(before.particle);
    }
}

// True if it changed between sticking and sliding.
bool SolidContact::review_friction(const ConstraintInput& in, const State& next, ParticleContact& contact,
                                   const Vec3& force) const {
    if (contact.has_switched) return false;
    const Real limit = solid_at(in, contact.triangle).friction * std::min(contact.normal_force, contact.force_bound);
    if (contact.sticks) {
        const Vec3 along = along_surface(force, contact.normal);
        if (along.norm() <= limit * (1 + 1e-9)) return false;
        contact.sticks = false;
        contact.has_switched = true;
        contact.friction = limit / along.norm() * along;
        return true;
    }
    // Friction stops, but does not push back.
    const Vec3 velocity = next.velocity[at(contact.particle)];
    const Vec3 slip =
        along_surface(velocity - surfaces_.point(contact.triangle, contact.weights).velocity, contact.normal);
    if (slip.dot(contact.friction) <= 0) return false;
    contact.sticks = true;
    contact.has_switched = true;
    contact.friction.setZero();
    return true;
}

ContactReview SolidContact::review(const ConstraintInput& in, const State& next,
                                   std::span<const ConstraintForce> forces, SolidContacts& contacts) {
    ContactReview review;
    if (in.scene.solids.empty()) return review;
    for (const ConstraintForce& held : forces) force_of_[at(held.particle)] = held.force;
    std::vector<ParticleContact>& list = contacts.particles;
    for (std::size_t k = 0; k < list.size();) {
        std::size_t end = k;
        while (end < list.size() && list[end].particle == list[k].particle) ++end;
        const Vec3& force = force_of_[at(list[k].particle)];
        // Several surfaces share the force: it is a sum of pushes along their normals.
        if (end - k == 1) {
            list[k].normal_force = list[k].normal.dot(force);
        } else {
            Mat3 normals = Mat3::Zero();
            for (std::size_t c = k; c < end; ++c) normals.col(static_cast<Eigen::Index>(c - k)) = list[c].normal;
            const Mat3 products = normals.transpose() * normals + 1e-9 * Mat3::Identity();
            const Vec3 shares = products.inverse() * (normals.transpose() * force);
            for (std::size_t c = k; c < end; ++c) list[c].normal_force = shares[static_cast<Eigen::Index>(c - k)];
        }
        for (std::size_t c = k; c < end; ++c) {
            if (list[c].normal_force > 0 && review_friction(in, next, list[c], force)) review.has_changed = true;
        }
        k = end;
    }
    for (const ConstraintForce& held : forces) force_of_[at(held.particle)].setZero();

    search(in, next.position, kTooNear * largest_thickness(in.scene));
    collect_touches(in, next.position, Reach::crossing, contacts, review);
    collect_features(in, next.position, Reach::crossing, contacts, review);
    return review;
}

void SolidContact::keep(const SolidContacts& contacts, std::vector<ParticleContact>& kept) const {
    kept.clear();
    for (const ParticleContact& contact : contacts.particles) {
        if (contact.normal_force > 0) kept.push_back(contact);
    }
}

bool SolidContact::add_power(const ConstraintForce& held, const Vec3& velocity, const SolidContacts& contacts,
                             EnergyFlows& power) const {
    const auto range =
        std::equal_range(contacts.particles.begin(), contacts.particles.end(), held.particle, ByParticle());
    if (range.first == range.second) return false;
    const Vec3 solid = surfaces_.point(range.first->triangle, range.first->weights).velocity;
    power.solids += held.force.dot(solid);
    power.contact -= held.force.dot(velocity - solid);
    for (auto c = range.first; c != range.second; ++c) {
        if (c->sticks) continue;
        power.solids += c->friction.dot(solid);
        power.friction -= c->friction.dot(velocity - solid);
    }
    return true;
}

// A part of cloth, three particles or two, and a part of a solid, one vertex or two, where they are nearest.
void SolidContact::collect_features(const ConstraintInput& in, std::span<const Vec3> end, Reach reach,
                                    SolidContacts& contacts, ContactReview& review) {
    const Sweep solid = surfaces_.sweep();
    const auto add = [&](PairKind kind, const std::array<int, 3>& particles, const std::array<int, 2>& vertices) {
        const bool is_edge = kind == PairKind::edge_edge;
        const auto x0 = [&](std::size_t c) { return in.now.position[at(particles[c])]; };
        const auto x1 = [&](std::size_t c) { return end[at(particles[c])]; };
        const auto s0 = [&](std::size_t c) { return solid.start[at(vertices[c])]; };
        const auto s1 = [&](std::size_t c) { return solid.end[at(vertices[c])]; };
        PairMotion motion;
        if (is_edge)
            motion = {{x0(0), x0(1), s0(0), s0(1)}, {x1(0), x1(1), s1(0), s1(1)}};
        else
            motion = {{s0(0), x0(0), x0(1), x0(2)}, {s1(0), x1(0), x1(1), x1(2)}};
        // Nearest places at a share of the step: weights of the cloth's particles, and of the second vertex.
        struct Nearest {
            Vec3 weights;
            Real second;
            Vec3 apart;
        };
        const auto nearest_at = [&](Real time) {
            std::array<Vec3, 4> x;
            for (std::size_t c = 0; c < 4; ++c) x[c] = motion.start[c] + time * (motion.end[c] - motion.start[c]);
            if (is_edge) {
                const auto [a, b] = closest_on_edges<Real>({x[0], x[1]}, {x[2], x[3]});
                return Nearest{{1 - a, a, 0}, b, x[0] + a * (x[1] - x[0]) - x[2] - b * (x[3] - x[2])};
            }
            const Vec3 weights = to_vec3(closest_on_triangle<Real>(x[0], {x[1], x[2], x[3]}));
            return Nearest{weights, 0, combine({x[1], x[2], x[3]}, weights) - x[0]};
        };
        const Solid& body = in.scene.solids[at(surfaces_.solid_of(vertices[0]))];
        const Real distance = kFeatureShare * body.thickness;
        const auto contact_time = first_contact(kind, motion);
        Nearest nearest = nearest_at(contact_time.value_or(1));
        const Real length = nearest.apart.norm();
        if (!contact_time && length >= (reach == Reach::crossing ? kTooNear * distance : distance)) return;
        const Nearest before = nearest_at(0);
        const bool is_clear = !contact_time && length > 1e-3 * distance && nearest.apart.dot(before.apart) > 0;
        const Vec3 direction = is_clear ? nearest.apart : before.apart;
        if (!(direction.norm() > 0)) return;
        if (contact_time && !review.has_crossed) {
            review.has_crossed = true;
            review.crossing = describe(in, particles[0], vertices[0]);
        }
        FeatureContact contact;
        contact.particles = particles;
        if (is_edge) contact.particles[2] = -1;
        contact.weights = nearest.weights;
        contact.normal = direction.normalized();
        contact.point = s1(0) + nearest.second * (s1(is_edge ? 1 : 0) - s1(0));
        contact.velocity = (contact.point - s0(0) - nearest.second * (s0(is_edge ? 1 : 0) - s0(0))) / in.dt;
        contact.distance = distance;
        contact.stiffness = kSpringFactor * in.model.masses[at(particles[0])] / (in.dt * in.dt);
        contact.friction = body.friction;
        found_.push_back(contact);
    };
    found_.clear();
    for (const Candidate& pair : candidates_.face_vertex) {
        add(PairKind::vertex_face, cloth_.mesh().triangles[at(pair.first)], {pair.second, pair.second});
    }
    for (const Candidate& pair : candidates_.edge_edge) {
        const auto& edge = cloth_.mesh().edges[at(pair.first)];
        add(PairKind::edge_edge, {edge[0], edge[1], edge[1]}, surfaces_.mesh().edges[at(pair.second)]);
    }
    if (!found_.empty()) review.has_changed = true;
    contacts.features.insert(contacts.features.end(), found_.begin(), found_.end());
}

std::string SolidContact::describe(const ConstraintInput& in, int particle, int vertex) const {
    const Vec3& x = in.now.position[at(particle)];
    std::string cloth;
    int number = particle;
    for (const Cloth& c : in.model.cloths) {
        if (particle < c.particles.begin || particle >= c.particles.end) continue;
        cloth = c.name;
        number = particle - c.particles.begin;
    }
    const auto number_text = [](Real value) {
        std::string text = std::to_string(value);
        return text.substr(0, text.size() - 3);
    };
    return "cloth \"" + cloth + "\" would pass through solid \"" +
           in.scene.solids[at(surfaces_.solid_of(vertex))].name + "\" at particle " + std::to_string(number) +
           " near (" + number_text(x.x()) + ", " + number_text(x.y()) + ", " + number_text(x.z()) + ")";
}

}  // namespace pleat
