#include <algorithm>

#include <Eigen/Geometry>

#include <pleat/collision/closest_points.hpp>
#include <pleat/constraints/cloth_contact.hpp>
#include <pleat/constraints/predicted_positions.hpp>
#include <pleat/core/index.hpp>
#include <pleat/core/parallel.hpp>
#include <pleat/forces/contact_push.hpp>
#include <pleat/model/contact_distance.hpp>

namespace pleat {
namespace {

// [1/s^2] Stiffness of the springs over the mass of a particle where layers begin to touch: a layer rests on another at
// a depth of some 0.02 mm, which is more than what the linear solve leaves open. The more they are pressed, the stiffer
// they get (forces/pressing_math.hpp): cloth that is pressed hard has to be held in the solve. The fail-safe after it
// would stretch the cloth, step by step, and that is energy.
constexpr Real kClothSpringRate = 1e5;
// [s] In which springs give back what they took.
constexpr Real kClothRelaxation = 0.02;
// Of the angle between two edges that push each other.
constexpr Real kLeastSine = 0.1;

// [m/s] Cloth that crosses itself comes apart this fast.
constexpr Real kUntanglingSpeed = 0.2;
// [s] In which a pair that is free gets this speed.
constexpr Real kUntanglingTime = 1e-3;

// Of the distance: pairs that would come nearer get springs, if need be in another solve, and those that would get
// farther away in spite of their springs are let go in it. Letting go at once what is just apart would make layers at
// rest tremble.
constexpr Real kTooNear = 0.5;
constexpr Real kLeft = 1.2;
// Of the distance: what is as near as this at the start of a step, and would be so at its end without forces, has its
// springs in it. What rests on other cloth hovers about the distance, by what the solve leaves open; with no spring as
// soon as it is a micrometre farther away it would fall as far as kTooNear in that step, be pushed by several times its
// weight in the next ones, and so on until layers that slide hook into each other.
constexpr Real kAtRest = 1.05;

// Unit, across both parts, to the side that the first is on; zero if there is none. Along the gap it would be right
// only above the inside of a triangle: next to it, it would hold back what slides along.
Vec3 normal_of(PairKind kind, const std::array<Vec3, 4>& x, const Vec3& gap) {
    const Vec3 across =
        kind == PairKind::vertex_face ? Vec3((x[2] - x[1]).cross(x[3] - x[1])) : Vec3((x[1] - x[0]).cross(x[3] - x[2]));
    const Real length = across.norm();
    // Edges that are nearly parallel have none: where one dips a little it would point along the surface, and what
    // slides would hook into it. Their ends and triangles, and other edges, meet as well.
    const Real least = kind == PairKind::vertex_face ? 0 : kLeastSine * (x[1] - x[0]).norm() * (x[3] - x[2]).norm();
    if (!(length > least)) return Vec3::Zero();
    return across.dot(gap) < 0 ? Vec3(-across / length) : Vec3(across / length);
}

// Of a pair: the difference of what its two places have of some vector.
Vec3 gap_of(const FeatureContact& contact, std::span<const Vec3> vectors) {
    Vec3 gap = Vec3::Zero();
    for (std::size_t i = 0; i < 4; ++i) gap += contact.weights[i] * vectors[at(contact.particles[i])];
    return gap;
}

}  // namespace

ClothContact::ClothContact(const Model& model, std::shared_ptr<ClothSearch> search)
    : search_(std::move(search)),
      crossings_(search_->mesh()),
      curves_(search_->mesh()),
      distances_(contact_distances(model)),
      frictions_(model.positions.size(), 0) {
    std::vector<int> counts(model.positions.size(), 0);
    for (const Triangle& t : model.triangles) {
        const Fabric& fabric = model.fabrics[at(t.fabric)];
        for (const int p : t.particles) {
            frictions_[at(p)] += fabric.friction;
            ++counts[at(p)];
        }
    }
    for (std::size_t i = 0; i < counts.size(); ++i) frictions_[i] /= std::max(1, counts[i]);
    if (distances_.empty()) return;
    const auto [least, largest] = std::minmax_element(distances_.begin(), distances_.end());
    least_distance_ = *least;
    largest_distance_ = *largest;
}

void ClothContact::find_tangled(State& state) {
    crossings_.find(state.position, found_crossings_);
    state.tangled = crossings_.particles_of(found_crossings_);
    state.crossings = static_cast<int>(found_crossings_.size());
}

void ClothContact::begin(const ConstraintInput& in, Contacts& contacts) {
    drive_apart(in, contacts);
    is_tangled_.assign(in.now.tangled.empty() ? 0 : in.now.position.size(), 0);
    for (const int particle : in.now.tangled) is_tangled_[at(particle)] = 1;
    predict_positions(in, predicted_);
    learn_pushes(in.now);
    find_contacts({in, predicted_, Reach::near}, contacts.cloth);
}

// Pairs that are new, because cloth slides on or bends, know what those beside them push with.
void ClothContact::learn_pushes(const State& now) {
    pushed_.assign(now.position.size(), FeatureContact::kUnknown);
    const auto learn = [&](int particle, Real push) {
        Real& known = pushed_[at(particle)];
        if (known == FeatureContact::kUnknown || known < push) known = push;
    };
    const CollisionMesh& mesh = search_->mesh();
    for (const FeatureGrip& grip : now.cloth_grips) {
        if (grip.pair.is_edges) {
            for (const int edge : {grip.pair.first, grip.pair.second}) {
                for (const int particle : mesh.edges[at(edge)]) learn(particle, grip.push);
            }
        } else {
            learn(grip.pair.first, grip.push);
            for (const int particle : mesh.triangles[at(grip.pair.second)]) learn(particle, grip.push);
        }
    }
}

// Once some springs have to act that did not, those that held together what leaves are let go, too.
bool ClothContact::review(const ConstraintInput& in, const State& next, Contacts& contacts) {
    find_contacts({in, next.position, Reach::crossing}, crossing_);
    const auto is_before = [](const FeatureContact& a, const FeatureContact& b) { return a.pair < b.pair; };
    const auto known_one = [&](const FeatureContact& contact) {
        const auto place = std::lower_bound(contacts.cloth.begin(), contacts.cloth.end(), contact, is_before);
        return place != contacts.cloth.end() && place->pair == contact.pair ? &*place : nullptr;
    };
    std::erase_if(crossing_, [&](const FeatureContact& contact) {
        const FeatureContact* known = known_one(contact);
        return known != nullptr && did_act(in, *known);
    });
    if (!press_on(in, next, contacts.cloth) && crossing_.empty()) return false;
    for (FeatureContact& contact : contacts.cloth) {
        const bool has_left = contact.normal.dot(gap_of(contact, next.position)) > kLeft * contact.distance;
        if (has_left && did_act(in, contact)) contact.mode = SpringMode::rests;
    }
    const auto count = static_cast<std::ptrdiff_t>(contacts.cloth.size());
    std::vector<FeatureContact> added;
    for (FeatureContact& contact : crossing_) {
        contact.mode = SpringMode::acts;
        if (FeatureContact* known = known_one(contact))
            known->mode = SpringMode::acts;
        else
            added.push_back(contact);
    }
    contacts.cloth.insert(contacts.cloth.end(), added.begin(), added.end());
    std::inplace_merge(contacts.cloth.begin(), contacts.cloth.begin() + count, contacts.cloth.end(), is_before);
    return true;
}

// Whether springs that did not act let cloth come too near: they do in the next solve.
bool ClothContact::press_on(const ConstraintInput& in, const State& next, std::span<FeatureContact> contacts) const {
    bool has_changed = false;
    for (FeatureContact& contact : contacts) {
        const bool is_near = contact.normal.dot(gap_of(contact, next.position)) < kTooNear * contact.distance;
        if (!is_near || did_act(in, contact)) continue;
        contact.mode = SpringMode::acts;
        has_changed = true;
    }
    return has_changed;
}

// In the last solve, which was linearised where everything would be without forces.
bool ClothContact::did_act(const ConstraintInput& in, const FeatureContact& contact) const {
    if (contact.mode != SpringMode::acts_if_near) return contact.mode == SpringMode::acts;
    const Vec3 there = gap_of(contact, in.now.position) + in.dt * gap_of(contact, in.now.velocity);
    return contact.normal.dot(there) < contact.distance;
}

void ClothContact::find_contacts(const Way& way, std::vector<FeatureContact>& contacts) {
    contacts.clear();
    const Real reach = (way.reach == Reach::near ? kAtRest : kTooNear) * largest_distance_;
    search_->within({way.in.now.position, way.end}, reach, candidates_);
    judge(way, false, candidates_.vertex_face, contacts);
    judge(way, true, candidates_.edge_edge, contacts);
}

void ClothContact::drive_apart(const ConstraintInput& in, Contacts& contacts) {
    contacts.crossings.clear();
    if (in.now.tangled.empty()) return;
    crossings_.find(in.now.position, found_crossings_);
    curves_.find_ways(found_crossings_, in.now.position, ways_out_);
    for (std::size_t i = 0; i < found_crossings_.size(); ++i) {
        const EdgeCrossing& crossing = found_crossings_[i];
        const auto& [a, b] = search_->mesh().edges[at(crossing.edge)];
        const auto& [c, d, e] = search_->mesh().triangles[at(crossing.triangle)];
        const Vec3& w = crossing.weights;
        CrossingPush push{.particles = {a, b, c, d, e},
                          .weights = {1 - crossing.along, crossing.along, -w[0], -w[1], -w[2]},
                          .velocity = kUntanglingSpeed * ways_out_[i]};
        for (const int p : push.particles) push.damping += in.model.masses[at(p)] / (5 * kUntanglingTime);
        contacts.crossings.push_back(push);
    }
}

void ClothContact::judge(const Way& way, bool is_edges, std::span<const Candidate> pairs,
                         std::vector<FeatureContact>& contacts) {
    constexpr int kSmallestBlock = 64;
    const BlockRange range(static_cast<int>(pairs.size()), kSmallestBlock);
    if (blocks_.size() < at(range.blocks)) blocks_.resize(at(range.blocks));
    const CollisionMesh& mesh = search_->mesh();
    parallel_blocks(range.blocks, [&](int index) {
        std::vector<FeatureContact>& found = blocks_[at(index)];
        found.clear();
        FeatureContact contact;
        for (int k = range.begin(index); k < range.end(index); ++k) {
            const Candidate& pair = pairs[at(k)];
            contact.pair = {is_edges, pair.first, pair.second};
            if (is_edges) {
                const auto &a = mesh.edges[at(pair.first)], &b = mesh.edges[at(pair.second)];
                contact.particles = {a[0], a[1], b[0], b[1]};
            } else {
                const auto& t = mesh.triangles[at(pair.second)];
                contact.particles = {pair.first, t[0], t[1], t[2]};
            }
            if (find_contact(way, contact)) found.push_back(contact);
        }
    });
    for (const auto& found : std::span(blocks_).first(at(range.blocks))) {
        contacts.insert(contacts.end(), found.begin(), found.end());
    }
}

// Half of what each side keeps; a side, what the most delicate of its particles does.
Real ClothContact::distance_of(const FeatureContact& contact) const {
    const auto of = [&](std::size_t i) { return distances_[at(contact.particles[i])]; };
    if (contact.pair.is_edges) return 0.5 * (std::min(of(0), of(1)) + std::min(of(2), of(3)));
    return 0.5 * (of(0) + std::min({of(1), of(2), of(3)}));
}

// Of the pair and the particles given, at a gap [m].
Pressing ClothContact::law_of(const Model& model, const FeatureContact& contact, Real gap) const {
    Real mass = 0;
    for (const int particle : contact.particles) mass += 0.25 * model.masses[at(particle)];
    return pressing(gap, distance_of(contact), kClothSpringRate * mass);
}

// Of the pair and the particles given. False if they are apart and stay so.
bool ClothContact::find_contact(const Way& way, FeatureContact& contact) const {
    const ConstraintInput& in = way.in;
    const PairKind kind = contact.pair.is_edges ? PairKind::edge_edge : PairKind::vertex_face;
    const auto is_tangled = [&](int particle) { return is_tangled_[at(particle)] != 0; };
    if (!is_tangled_.empty() && on_both_sides(kind, contact.particles, is_tangled)) return false;
    PairMotion motion;
    for (std::size_t i = 0; i < 4; ++i) {
        motion.start[i] = in.now.position[at(contact.particles[i])];
        motion.end[i] = way.end[at(contact.particles[i])];
    }
    ClosestPoints place = closest_points(kind, motion.start);
    Real gap = place.gap.norm();
    if (!(gap > 0)) return false;
    const Real distance = distance_of(contact);
    std::array<Vec3, 4> there = motion.start;
    const bool is_coming = gap >= kAtRest * distance || way.reach == Reach::crossing;
    if (is_coming) {
        const auto time = first_contact(kind, motion, kTooNear * distance);
        if (!time || *time == 0) return false;
        there = positions_at(motion, *time);
        place = closest_points(kind, there);
        gap = place.gap.norm();
    }
    contact.normal = normal_of(kind, there, place.gap);
    // Who is near, but beside it, is above another part.
    constexpr Real kAbove = 0.9;
    if (!(contact.normal.dot(place.gap) > kAbove * gap)) return false;
    contact.start.setZero();
    contact.friction = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        contact.weights[i] = place.weights[i];
        contact.start += place.weights[i] * motion.start[i];
        contact.friction += 0.25 * frictions_[at(contact.particles[i])];
    }
    // Who comes from the other side has gone through a neighbour on the way, or around it.
    if (!(contact.normal.dot(contact.start) > 0)) return false;
    // Of edges that slide over each other a little tilt decides where they are, and whether they seem to meet.
    constexpr Real kHeadOn = 0.3;
    const Vec3 moved = place.gap - contact.start;
    if (is_coming && contact.pair.is_edges && contact.normal.dot(moved) > -kHeadOn * moved.norm()) return false;
    const Pressing law = law_of(in.model, contact, gap);
    contact.stiffness = law.stiffness;
    contact.distance = contact.normal.dot(place.gap) + law.force / law.stiffness;
    const Vec3 free = contact.start + in.dt * gap_of(contact, in.now.velocity);
    const bool is_at_rest = !is_coming && contact.normal.dot(free) < kAtRest * distance;
    contact.mode = is_at_rest ? SpringMode::acts : SpringMode::acts_if_near;
    contact.relaxation = kClothRelaxation;
    const auto grip = std::lower_bound(in.now.cloth_grips.begin(), in.now.cloth_grips.end(), contact.pair,
                                       [](const FeatureGrip& g, const FeaturePair& p) { return g.pair < p; });
    const bool has_grip = grip != in.now.cloth_grips.end() && grip->pair == contact.pair;
    contact.strain =
        has_grip ? Vec3(grip->strain - contact.normal.dot(grip->strain) * contact.normal) : Vec3(Vec3::Zero());
    contact.pressing = has_grip ? grip->push : known_push(contact);
    return true;
}

// The largest that any of its particles knows of.
Real ClothContact::known_push(const FeatureContact& contact) const {
    Real largest = FeatureContact::kUnknown;
    for (const int particle : contact.particles) {
        const Real push = pushed_[at(particle)];
        if (push == FeatureContact::kUnknown) continue;
        largest = largest == FeatureContact::kUnknown ? push : std::max(largest, push);
    }
    return largest;
}

// Of pairs that push side by side some may pull, held back by their dampers: what is left is what friction knows of.
void ClothContact::share_pulls(const Contacts& contacts, const State& next, std::vector<FeatureGrip>& grips) {
    sides_.assign(next.position.size(), {});
    const auto for_each = [&](auto&& visit) {
        auto grip = grips.begin();
        for (const FeatureContact& contact : contacts.cloth) {
            if (grip == grips.end()) return;
            if (contact.pair != grip->pair) continue;
            visit(contact, *grip);
            ++grip;
        }
    };
    for_each([&](const FeatureContact& contact, const FeatureGrip& grip) {
        for (std::size_t i = 0; i < 4; ++i) {
            PushedSide& side = side_of(contact, i);
            const Real share = std::abs(contact.weights[i]);
            side.sum += share * grip.push;
            side.pushes += share * std::max(Real(0), grip.push);
        }
    });
    for_each([&](const FeatureContact& contact, FeatureGrip& grip) {
        if (grip.push <= 0) return;
        Real left = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            const PushedSide& side = side_of(contact, i);
            const Real share = 0.5 * std::abs(contact.weights[i]);  // their sum is 1
            if (side.pushes > 0) left += share * std::clamp(side.sum / side.pushes, Real(0), Real(1));
        }
        grip.push *= left;
    });
}

// The side of a particle on which a pair pushes it: cloth has two.
ClothContact::PushedSide& ClothContact::side_of(const FeatureContact& contact, std::size_t i) {
    PushedSides& sides = sides_[at(contact.particles[i])];
    const Vec3 direction = contact.weights[i] > 0 ? contact.normal : Vec3(-contact.normal);
    if (sides.direction.isZero()) sides.direction = direction;
    return sides.direction.dot(direction) > 0 ? sides.first : sides.second;
}

// What springs take is lost but for what pressed cloth holds in store.
void ClothContact::finish(const ConstraintInput& in, const Contacts& contacts, State& next, EnergyFlows& flows) {
    next.cloth_grips.clear();
    next.pressing_energy = 0;
    for (const FeatureContact& contact : contacts.cloth) {
        const FeaturePush push(contact, next.position, next.velocity);
        flows.contact -= push.push * contact.normal.dot(push.moved);
        flows.friction -= push.friction.force.dot(push.slip);
        if (push.is_acting) next.cloth_grips.push_back({contact.pair, push.strain, push.push});
        if (!push.is_touching) continue;
        const Real gap =
            std::max(contact.normal.dot(gap_of(contact, next.position)), Pressing::kTightest * distance_of(contact));
        next.pressing_energy += law_of(in.model, contact, gap).energy;
    }
    share_pulls(contacts, next, next.cloth_grips);
    flows.contact -= next.pressing_energy - in.now.pressing_energy;
    for (const CrossingPush& crossing : contacts.crossings) {
        const CrossingForce driven(crossing, next.position, next.velocity);
        flows.contact -= driven.force.dot(driven.moved);
    }
}

}  // namespace pleat
