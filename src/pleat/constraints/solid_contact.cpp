#include <algorithm>
#include <cmath>
#include <tuple>

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <pleat/constraints/predicted_positions.hpp>
#include <pleat/constraints/solid_contact.hpp>
#include <pleat/core/index.hpp>
#include <pleat/forces/contact_push.hpp>

namespace pleat {
namespace {

// Normals of one particle whose product is above this count as one contact.
constexpr Real kSameDirection = 0.9;
// Who comes as near as this, in thicknesses, touches: a little more than one, so that rounding does not decide.
constexpr Real kReach = 1.001;
// What was held is looked for this much farther out, in thicknesses: it is let go by its force, not by its place.
constexpr Real kHeldReach = 1.25;
// Share of the thickness by which a particle has to be held back in vain to be worth another solve.
constexpr Real kInVain = 0.05;
// Share of the thickness below which a result is not left as it is.
constexpr Real kTooNearSolid = 0.25;
// Share of the thickness that corners and edges keep.
constexpr Real kFeatureShare = 0.5;
// [1/s^2] Stiffness of the springs of corners and edges over the mass of a particle: under the weight of a hundred
// particles they give way by 0.1 mm.
constexpr Real kSpringRate = 1e7;
// [s] In which they give back what they took: they are damped so that cloth does not bounce.
constexpr Real kRelaxation = 0.1;
// [m/s] Slower slip is not worth another solve.
constexpr Real kSlow = 3e-4;
// [1/s] Particles nearer than the thickness are moved out by this share of it in a second.
constexpr Real kPushOutRate = 5;
// [m/s] Particles inside a solid are moved out this fast.
constexpr Real kBringOutSpeed = 0.5;

Vec3 along_surface(const Vec3& v, const Vec3& normal) { return v - normal.dot(v) * normal; }

Real largest_thickness(const Scene& scene) {
    Real largest = 0;
    for (const Solid& solid : scene.solids) largest = std::max(largest, solid.thickness);
    return largest;
}

// Whether friction of this strain would be more than a share of the limit.
bool is_beyond(const ParticleContact& contact, const Vec3& strain, Real share) {
    return strain.norm() * contact.stiffness > share * contact.friction_limit;
}

// Slides if it would be strained beyond the limit.
void choose_mode(ParticleContact& contact, const Vec3& strain) {
    const bool slides = is_beyond(contact, strain, 1.01);
    contact.mode = slides ? FrictionMode::slides : FrictionMode::sticks;
    if (slides) contact.direction = strain.normalized();
}

// True if the force of a new contact had been guessed far too low. What slid goes on sliding, against more friction: to
// stop it at once would stop the cloth behind it, which no limit allows.
bool learns_limit(ParticleContact& contact, const Vec3& position, Real friction) {
    const Real limit = friction * contact.normal_force;
    if (!contact.is_new || contact.friction_limit > 0.8 * limit) return false;
    contact.friction_limit = limit;
    choose_mode(contact, contact.strain + slip_of(contact, position));
    return true;
}

// True if friction is not what it was taken for: what sticks with more than the limit begins to slide; what the limit
// would push back is braked. Slip of less than `least` [m] waits for the next step.
bool changes_friction(ParticleContact& contact, const Vec3& position, Real least) {
    const Vec3 slip = slip_of(contact, position);
    if (slip.norm() < least) return false;
    if (contact.mode == FrictionMode::sticks) {
        const Vec3 strain = contact.strain + slip;
        if (!is_beyond(contact, strain, 1.5)) return false;
        contact.mode = FrictionMode::slides;
        contact.direction = strain.normalized();
        return true;
    }
    const bool is_pushed_back = contact.mode == FrictionMode::slides && contact.direction.dot(slip) < 0;
    if (is_pushed_back) contact.mode = FrictionMode::brakes;
    return is_pushed_back;
}

bool was_held(const State& now, int particle) {
    return std::binary_search(now.contacts.begin(), now.contacts.end(), particle, ByParticle());
}

}  // namespace

SolidContact::SolidContact(const Model& model, std::shared_ptr<ClothSearch> search)
    : search_(std::move(search)), force_of_(model.positions.size(), Vec3::Zero()) {}

const Solid& SolidContact::solid_at(const ConstraintInput& in, int triangle) const {
    return in.scene.solids[at(surfaces_.solid_of_triangle(triangle))];
}

void SolidContact::begin(const ConstraintInput& in, Contacts& contacts) {
    contacts.particles.clear();
    contacts.features.clear();
    if (in.scene.solids.empty()) return;
    surfaces_.move(in.scene.solids, script_time(in.now.time), script_time(in.now.time + in.dt));
    predict_positions(in, predicted_);
    search_->between({in.now.position, predicted_}, surfaces_.swept(), kHeldReach * largest_thickness(in.scene),
                     candidates_);
    collect_touches(in, predicted_, Reach::thickness, contacts);
    collect_features(in, predicted_, Reach::thickness, contacts);
    bring_out(in, contacts);
}

bool SolidContact::collect_touches(const ConstraintInput& in, std::span<const Vec3> end, Reach reach,
                                   Contacts& contacts) {
    bool has_added = false;
    const auto& pairs = candidates_.vertex_face;
    for (std::size_t k = 0; k < pairs.size();) {
        const int particle = pairs[k].first;
        Real share = reach == Reach::crossing ? kTooNearSolid : kReach;
        const bool is_held = was_held(in.now, particle);
        if (reach == Reach::thickness && is_held) share = kHeldReach;
        touches_.clear();
        for (; k < pairs.size() && pairs[k].first == particle; ++k) {
            const Solid& solid = solid_at(in, pairs[k].second);
            Touch touch;
            if (!find_touch(surfaces_, pairs[k].second, solid.is_two_sided, in.now.position[at(particle)],
                            end[at(particle)], share * solid.thickness, touch)) {
                continue;
            }
            // Who is near already, but not coming nearer, needs nothing.
            const ContactPoint point = surfaces_.point(touch.triangle, touch.weights);
            const Vec3 moved = end[at(particle)] - in.now.position[at(particle)] - (point.end - point.start);
            if (is_held || touch.normal.dot(moved) <= 0) touches_.push_back(touch);
        }
        if (!touches_.empty() && add_touches(in, particle, contacts)) has_added = true;
    }
    return has_added;
}

// Whether a particle is above the triangle. Who touches a solid in one place is beside most of its triangles, and would
// be held by their edges along directions that mean nothing.
bool SolidContact::is_face_on(const Touch& touch) const {
    return std::abs(surfaces_.normal_at_end(touch.triangle).dot(touch.normal)) > 0.999;
}

// Makes contacts of a particle's touches, nearest first, up to three in different directions; besides those it has.
bool SolidContact::add_touches(const ConstraintInput& in, int particle, Contacts& contacts) {
    std::sort(touches_.begin(), touches_.end(), [](const Touch& a, const Touch& b) {
        return std::tuple(a.gap, a.triangle) < std::tuple(b.gap, b.triangle);
    });
    std::vector<ParticleContact>& list = contacts.particles;
    const auto range = std::equal_range(list.begin(), list.end(), particle, ByParticle());
    const std::ptrdiff_t first = range.first - list.begin();
    const std::ptrdiff_t known = range.second - list.begin();
    std::ptrdiff_t end = known;
    for (const Touch& touch : touches_) {
        const int solid = surfaces_.solid_of_triangle(touch.triangle);
        const bool is_known = std::any_of(list.begin() + first, list.begin() + end, [&](const auto& other) {
            const bool is_beside = surfaces_.solid_of_triangle(other.triangle) == solid && !is_face_on(touch);
            return is_beside || other.normal.dot(touch.normal) > kSameDirection;
        });
        if (is_known || end - first == 3) continue;
        list.insert(list.begin() + end, make_contact(in, particle, touch));
        ++end;
    }
    return end > known;
}

ParticleContact SolidContact::make_contact(const ConstraintInput& in, int particle, const Touch& touch) const {
    const std::size_t i = at(particle);
    const Real mass = in.model.masses[i];
    const Vec3& n = touch.normal;
    const ContactPoint point = surfaces_.point(touch.triangle, touch.weights);
    ParticleContact contact;
    contact.particle = particle;
    contact.triangle = touch.triangle;
    contact.weights = touch.weights;
    contact.normal = n;
    contact.origin = in.now.position[i] + point.end - point.start + touch.approach;
    contact.stiffness = kSpringRate * mass;
    contact.pressing = -mass * n.dot(in.now.acceleration[i]);
    const auto held = std::equal_range(in.now.contacts.begin(), in.now.contacts.end(), particle, ByParticle());
    contact.is_new = held.first == held.second;
    for (auto before = held.first; before != held.second; ++before) {
        if (before->normal.dot(n) < kSameDirection) continue;
        contact.strain = along_surface(before->strain, n);
        contact.pressing = before->pressing;
    }
    // The solid pushes against what presses, and stops what comes.
    const Real push = contact.pressing + mass / in.dt * n.dot(point.velocity - in.now.velocity[i]);
    contact.friction_limit = solid_at(in, touch.triangle).friction * std::max(Real(0), push);
    const Vec3 slip = slip_of(contact, in.now.position[i] + in.dt * in.now.velocity[i]);
    contact.expected = slip.norm();
    choose_mode(contact, contact.strain + slip);
    return contact;
}

std::vector<int> SolidContact::find_inside(const Scene& scene, const State& state) {
    std::vector<int> inside;
    if (scene.solids.empty()) return inside;
    surfaces_.move(scene.solids, script_time(state.time), script_time(state.time));
    for (const int particle : search_->mesh().particles) {
        if (inside_test_.is_inside(surfaces_, scene.solids, state.position[at(particle)])) inside.push_back(particle);
    }
    return inside;
}

// Holds particles that are inside solids on their nearest way out.
void SolidContact::bring_out(const ConstraintInput& in, Contacts& contacts) {
    is_inside_.assign(in.now.inside.empty() ? 0 : in.now.position.size(), 0);
    if (in.now.inside.empty()) return;
    for (const int particle : in.now.inside) is_inside_[at(particle)] = 1;
    std::erase_if(contacts.particles, [&](const auto& contact) { return is_inside(contact.particle); });
    std::erase_if(contacts.features, [&](const FeatureContact& contact) {
        return std::any_of(contact.particles.begin(), contact.particles.end(),
                           [&](int particle) { return particle >= 0 && is_inside(particle); });
    });
    for (const int particle : in.now.inside) {
        const auto way = inside_test_.find_way_out(surfaces_, in.scene.solids, in.now.position[at(particle)]);
        if (!way) continue;
        Touch touch;
        touch.triangle = way->triangle;
        touch.weights = way->weights;
        touch.normal = way->normal;
        ParticleContact contact = make_contact(in, particle, touch);
        contact.friction_limit = 0;
        contacts.particles.push_back(contact);
    }
    std::stable_sort(contacts.particles.begin(), contacts.particles.end(), ByParticle());
}

void SolidContact::hold(const ConstraintInput& in, const Contacts& contacts, HeldParticles& held) const {
    for (const ParticleContact& contact : contacts.particles) {
        const ContactPoint point = surfaces_.point(contact.triangle, contact.weights);
        const Vec3& n = contact.normal;
        const Real thickness = solid_at(in, contact.triangle).thickness;
        const Real gap = n.dot(in.now.position[at(contact.particle)] - point.start) - thickness;
        const Real most = in.dt * (is_inside(contact.particle) ? kBringOutSpeed : kPushOutRate * thickness);
        const Real moved_out = std::clamp(-gap, contact.is_new ? -kForever : -most, most);
        held.touch(contact.particle, {n, n.dot(point.end - point.start) + moved_out, n.dot(point.velocity), 0, true});
        if (contact.is_new) held.note_jump(contact.particle);
    }
    for (const HeldContact& before : in.now.contacts) {
        const bool is_held =
            std::binary_search(contacts.particles.begin(), contacts.particles.end(), before.particle, ByParticle());
        if (!is_held) held.note_jump(before.particle);
    }
}

// Several surfaces share the force on a particle: it is a sum of pushes along their normals.
void SolidContact::learn_forces(std::span<const ConstraintForce> forces, Contacts& contacts) {
    for (const ConstraintForce& held : forces) force_of_[at(held.particle)] = held.force;
    std::vector<ParticleContact>& list = contacts.particles;
    for (std::size_t k = 0, end = 0; k < list.size(); k = end) {
        while (end < list.size() && list[end].particle == list[k].particle) ++end;
        const Vec3& force = force_of_[at(list[k].particle)];
        Mat3 normals = Mat3::Zero();
        for (std::size_t c = k; c < end; ++c) normals.col(static_cast<Eigen::Index>(c - k)) = list[c].normal;
        const Mat3 products = normals.transpose() * normals + 1e-12 * Mat3::Identity();
        const Vec3 shares = products.inverse() * (normals.transpose() * force);
        for (std::size_t c = k; c < end; ++c) list[c].normal_force = shares[static_cast<Eigen::Index>(c - k)];
    }
    for (const ConstraintForce& held : forces) force_of_[at(held.particle)].setZero();
}

bool SolidContact::review(const ConstraintInput& in, const State& next, Contacts& contacts) {
    if (in.scene.solids.empty()) return false;
    const auto is_in_vain = [&](const ParticleContact& c) {
        const Real least = kInVain * solid_at(in, c.triangle).thickness * in.model.masses[at(c.particle)];
        return c.is_new && !is_inside(c.particle) && -c.normal_force * in.dt * in.dt > least;
    };
    bool has_changed = std::erase_if(contacts.particles, is_in_vain) > 0;
    for (ParticleContact& contact : contacts.particles) {
        const Vec3& position = next.position[at(contact.particle)];
        if (learns_limit(contact, position, solid_at(in, contact.triangle).friction) ||
            changes_friction(contact, position, kSlow * in.dt)) {
            has_changed = true;
        }
    }
    search_->between({in.now.position, next.position}, surfaces_.swept(), kTooNearSolid * largest_thickness(in.scene),
                     candidates_);
    if (collect_touches(in, next.position, Reach::crossing, contacts)) has_changed = true;
    if (collect_features(in, next.position, Reach::crossing, contacts)) has_changed = true;
    return has_changed;
}

// Such a particle has come to the solid in a guess that did not know of the springs, or did not let them act.
void SolidContact::leave_to_cloth(Contacts& contacts) {
    constexpr Real kOwnShare = 0.3, kSameSide = 0.5;
    behind_.clear();
    for (const FeatureContact& pair : contacts.cloth) {
        for (std::size_t i = 0; i < 4; ++i) {
            if (std::abs(pair.weights[i]) < kOwnShare) continue;
            const Vec3 side = pair.weights[i] > 0 ? pair.normal : Vec3(-pair.normal);
            const auto [first, last] =
                std::equal_range(contacts.particles.begin(), contacts.particles.end(), pair.particles[i], ByParticle());
            for (auto contact = first; contact != last; ++contact) {
                const bool is_behind = contact->is_new && contact->normal.dot(side) > kSameSide;
                if (is_behind) behind_.push_back(contact->particle);
            }
        }
    }
    std::sort(behind_.begin(), behind_.end());
    std::erase_if(contacts.particles, [&](const ParticleContact& contact) {
        return contact.is_new && std::binary_search(behind_.begin(), behind_.end(), contact.particle);
    });
}

// Along each held direction the solid works against all other forces, and takes the speed that the particle had beside
// its own.
void SolidContact::add_work(const ConstraintInput& in, const HeldParticle& held, const Vec3& force, const Vec3& carried,
                            const State& next, EnergyFlows& flows) const {
    const std::size_t i = at(held.particle);
    const Real mass = in.model.masses[i];
    for (int k = 0; k < held.count; ++k) {
        const Vec3& d = held.held[at(k)].direction;
        const Real before = d.dot(in.now.velocity[i]), after = d.dot(next.velocity[i]);
        const Real pressing = d.dot(force) - mass * d.dot(next.acceleration[i]);
        const Real given = d.dot(force) * d.dot(carried);
        const Real work =
            pressing * d.dot(next.position[i] - in.now.position[i]) + 0.5 * mass * (after * after - before * before);
        flows.solids += given;
        flows.contact += given - work;
    }
}

void SolidContact::finish(const ConstraintInput& in, const Contacts& contacts, const HeldParticles& held,
                          std::span<const ConstraintForce> forces, State& next, EnergyFlows& flows) {
    next.contacts.clear();
    next.grips.clear();
    next.inside.clear();
    if (in.scene.solids.empty()) return;
    for (const int particle : in.now.inside) {
        if (inside_test_.is_inside(surfaces_, in.scene.solids, next.position[at(particle)])) {
            next.inside.push_back(particle);
        }
    }
    for (std::size_t k = 0; k < forces.size(); ++k) {
        const auto range =
            std::equal_range(contacts.particles.begin(), contacts.particles.end(), forces[k].particle, ByParticle());
        if (range.first == range.second) continue;
        const std::size_t i = at(forces[k].particle);
        for (auto c = range.first; c != range.second; ++c) {
            const ContactPoint point = surfaces_.point(c->triangle, c->weights);
            const Vec3 carried = point.end - point.start;
            if (c == range.first) add_work(in, held.list()[k], forces[k].force, carried, next, flows);
            Vec3 friction = friction_of(*c, next.position[i]).force;
            // Its spring is stiff: what the solve left over matters.
            if (c == range.first) friction += forces[k].error;
            flows.solids += friction.dot(carried);
            flows.friction -= friction.dot(next.position[i] - in.now.position[i] - carried);
            if (c->normal_force <= 0 || is_inside(c->particle)) continue;
            next.contacts.push_back(*c);
            next.contacts.back().strain =
                limited_strain(c->strain + slip_of(*c, next.position[i]), c->friction_limit, c->stiffness);
            next.contacts.back().pressing = c->normal_force - in.model.masses[i] * c->normal.dot(next.acceleration[i]);
        }
    }
    for (const FeatureContact& contact : contacts.features) {
        const FeaturePush push(contact, next.position, next.velocity);
        if (!push.is_touching) continue;
        next.grips.push_back({contact.pair, push.strain, push.push});
        flows.solids += (push.push * contact.normal + push.friction.force).dot(in.dt * contact.velocity);
        flows.contact -= push.push * contact.normal.dot(push.moved);
        flows.friction -= push.friction.force.dot(push.slip);
    }
}

bool SolidContact::collect_features(const ConstraintInput& in, std::span<const Vec3> end, Reach reach,
                                    Contacts& contacts) {
    std::vector<FeatureContact>& list = contacts.features;
    const std::size_t known = list.size();
    const auto is_before = [](const auto& c, const FeaturePair& p) { return c.pair < p; };
    const auto add = [&](const FeaturePair& pair, int vertex) {
        const Solid& solid = in.scene.solids[at(surfaces_.solid_of(vertex))];
        const auto touch = find_feature_touch(pair, search_->mesh(), {in.now.position, end}, surfaces_,
                                              kFeatureShare * solid.thickness, reach == Reach::crossing);
        if (!touch) return;
        const auto place = std::lower_bound(list.begin(), list.end(), pair, is_before);
        if (place == list.end() || place->pair != pair) list.insert(place, make_contact(in, solid, *touch));
    };
    for (const Candidate& pair : candidates_.face_vertex) add({false, pair.first, pair.second}, pair.second);
    for (const Candidate& pair : candidates_.edge_edge) {
        add({true, pair.first, pair.second}, surfaces_.mesh().edges[at(pair.second)][0]);
    }
    return list.size() > known;
}

FeatureContact SolidContact::make_contact(const ConstraintInput& in, const Solid& solid,
                                          const FeatureTouch& touch) const {
    FeatureContact contact;
    contact.pair = touch.pair;
    std::copy(touch.particles.begin(), touch.particles.end(), contact.particles.begin());
    contact.weights = {touch.weights[0], touch.weights[1], touch.weights[2], 0};
    contact.normal = touch.normal;
    contact.point = touch.solid_end;
    contact.velocity = (touch.solid_end - touch.solid_start) / in.dt;
    contact.start = -touch.solid_start;
    for (std::size_t c = 0; c < 3 && contact.particles[c] >= 0; ++c) {
        contact.start += contact.weights[c] * in.now.position[at(contact.particles[c])];
    }
    const auto grip = std::lower_bound(in.now.grips.begin(), in.now.grips.end(), touch.pair,
                                       [](const FeatureGrip& g, const FeaturePair& p) { return g.pair < p; });
    if (grip != in.now.grips.end() && grip->pair == touch.pair) {
        contact.strain = along_surface(grip->strain, contact.normal);
        contact.pressing = grip->push;
    }
    contact.distance = kFeatureShare * solid.thickness;
    contact.stiffness = kSpringRate * in.model.masses[at(contact.particles[0])];
    contact.relaxation = kRelaxation;
    contact.friction = solid.friction;
    return contact;
}

}  // namespace pleat
