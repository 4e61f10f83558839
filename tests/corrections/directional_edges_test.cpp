// Directional correction of edges: on trees and after a pass, which particles it takes for fixed, and when it makes its
// order again.
#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include <pleat/core/index.hpp>
#include <pleat/corrections/directional_edges.hpp>
#include <pleat/sim/checkpoint.hpp>

#include "tests/corrections/one_substep.hpp"
#include "tests/support/solids.hpp"

namespace pleat::test {
namespace {

using Particles = std::vector<int>;

OrderSettings visits(int limit) {
    OrderSettings settings;
    settings.visit_limit = limit;
    return settings;
}

Model sheet(int cells = 8) { return one_cloth(make_grid({.size = {1, 1}, .cells = {cells, cells}})); }

const Particles& group(const Model& model, const char* name) { return model.cloths[0].groups.at(name); }

Particles joined(Particles a, const Particles& b) {
    a.insert(a.end(), b.begin(), b.end());
    std::sort(a.begin(), a.end());
    a.erase(std::unique(a.begin(), a.end()), a.end());
    return a;
}

// A sheet that hangs from its upper side, shaken.
struct Hanging : OneSubstep {
    explicit Hanging(unsigned seed, Real shake = 0.04) : OneSubstep(sheet()) {
        hold(group(model, "top"));
        std::mt19937 random(seed);
        position = shaken_positions(model, random, shake);
    }
};

// ---- a pass

TEST(DirectionalEdges, AsPrintedMeetEveryLengthOfATreeInOnePass) {
    Hanging sub(1);
    const std::vector<Vec3> before = sub.position;
    DirectionalEdges edges(sub.model, visits(1), {}, true);
    sub.begin(edges);
    EXPECT_GT(sub.sweep(edges), 1);
    const auto tree = CorrectionOrder(sub.model, visits(1)).list(group(sub.model, "top"));
    ASSERT_EQ(tree.size(), 8u * 9u);
    int was_short = 0, was_long = 0;
    for (const OrderedEdge& edge : tree) {
        EXPECT_NEAR(sub.distance(edge.first, edge.second), edge.rest_length, 1e-15);
        const Real length = (before[at(edge.first)] - before[at(edge.second)]).norm();
        ++(length < edge.rest_length ? was_short : was_long);
    }
    EXPECT_GT(was_short, 10);
    EXPECT_GT(was_long, 10);
    for (const int p : group(sub.model, "top")) EXPECT_EQ(sub.position[at(p)], before[at(p)]);
    EXPECT_EQ(OneSubstep::sum(sub.recoil), Vec3(Vec3::Zero()));
    EXPECT_FALSE(edges.has_recoil());
}

TEST(DirectionalEdges, LeaveNoEdgeOfATreeTooLongAndNoneThatIsShortAlone) {
    Hanging sub(2);
    const std::vector<Vec3> before = sub.position;
    DirectionalEdges edges(sub.model, visits(1), {}, false);
    EXPECT_TRUE(edges.has_recoil());
    sub.begin(edges);
    sub.sweep(edges);
    int corrected = 0, left = 0;
    for (const OrderedEdge& edge : CorrectionOrder(sub.model, visits(1)).list(group(sub.model, "top"))) {
        EXPECT_LE(sub.distance(edge.first, edge.second), edge.rest_length + 1e-15);
        const bool is_left = sub.position[at(edge.second)] == before[at(edge.second)];
        EXPECT_TRUE(is_left || std::abs(sub.distance(edge.first, edge.second) - edge.rest_length) < 1e-15);
        ++(is_left ? left : corrected);
    }
    EXPECT_GT(corrected, 10);
    EXPECT_GT(left, 10);
    for (const int p : group(sub.model, "top")) EXPECT_EQ(sub.position[at(p)], before[at(p)]);
}

TEST(DirectionalEdges, KeepMomentumWithTheRecoilAndWhatHeldParticlesFelt) {
    for (const int limit : {1, 2, 5}) {
        Hanging sub(3);
        const std::vector<Vec3> before = sub.position;
        DirectionalEdges edges(sub.model, visits(limit), {}, false);
        sub.begin(edges);
        sub.sweep(edges, 2);
        const Vec3 given = sub.impulse_since(before), felt = OneSubstep::sum(sub.reaction);
        EXPECT_GT(given.norm(), 1e-4);
        EXPECT_GT(felt.norm(), 1e-5);
        EXPECT_LT((given + felt + OneSubstep::sum(sub.recoil)).norm(), 1e-16 * 20);
        for (std::size_t p = 0; p < before.size(); ++p) {
            const std::vector<Vec3>& other = sub.is_held(p) ? sub.recoil : sub.reaction;
            EXPECT_EQ(other[p], Vec3(Vec3::Zero())) << p;
        }
    }
}

TEST(DirectionalEdges, SayHowFarTheyMovedParticles) {
    Hanging sub(4);
    const std::vector<Vec3> before = sub.position;
    DirectionalEdges edges(sub.model, visits(1), {}, false);
    sub.begin(edges);
    Real expected = 0;
    const Real moved = sub.sweep(edges);
    // In a tree each particle is moved once at most.
    for (std::size_t p = 0; p < before.size(); ++p) expected += (sub.position[p] - before[p]).norm();
    EXPECT_NEAR(moved, expected, 1e-12);
}

TEST(DirectionalEdges, DoNothingBetweenParticlesInOnePlace) {
    Hanging sub(5);
    sub.position.assign(sub.position.size(), Vec3(1, 2, 3));
    for (const bool as_printed : {true, false}) {
        DirectionalEdges edges(sub.model, {}, {}, as_printed);
        sub.begin(edges);
        EXPECT_EQ(sub.sweep(edges), 0);
        for (const Vec3& x : sub.position) EXPECT_EQ(x, Vec3(1, 2, 3));
    }
}

TEST(DirectionalEdges, WithoutAnythingFixedDoNothing) {
    OneSubstep sub(sheet());
    for (Vec3& x : sub.position) x *= 2;
    const std::vector<Vec3> before = sub.position;
    DirectionalEdges edges(sub.model, {}, {}, false);
    sub.begin(edges);
    EXPECT_EQ(sub.sweep(edges), 0);
    EXPECT_EQ(sub.position, before);
}

// ---- the order that is used

// A simulation of nothing but the order: states follow each other.
struct Orders {
    explicit Orders(const OrderSettings& order = {}, const OrderRenewal& renewal = {})
        : settings(order), sub(sheet()), edges(sub.model, order, renewal, true) {
        sub.hold(group(sub.model, "top-left"));
    }

    // To the next step.
    TableCost step() {
        sub.now.order = next.order;
        const TableCost cost = sub.begin(edges);
        edges.end_step(sub.step(), next);
        sub.now.time += sub.dt;
        return cost;
    }

    void step_at(Real time) {
        sub.now.time = time;
        step();
    }

    // Whether a pass is one over the list from these.
    void expect_from(const Particles& fixed, const std::string& what) {
        std::mt19937 random(6);
        sub.position = shaken_positions(sub.model, random, 0.04);
        std::vector<Vec3> x = sub.position;
        for (const OrderedEdge& edge : CorrectionOrder(sub.model, settings).list(fixed)) {
            if (sub.is_held(at(edge.second))) continue;
            const Vec3 way = x[at(edge.second)] - x[at(edge.first)];
            x[at(edge.second)] = x[at(edge.first)] + way * (edge.rest_length / way.norm());
        }
        sub.sweep(edges);
        Real worst = 0;
        for (std::size_t p = 0; p < x.size(); ++p) worst = std::max(worst, (sub.position[p] - x[p]).norm());
        EXPECT_LT(worst, 1e-13) << what;
        EXPECT_EQ(next.order.particles, fixed) << what;
    }

    void touch(int triangle, int particle, const Vec3& strain) {
        HeldContact contact;
        contact.particle = particle;
        contact.triangle = triangle;
        contact.normal = Vec3::UnitY();
        contact.strain = strain;
        sub.now.contacts.push_back(contact);
    }

    OrderSettings settings;
    OneSubstep sub;
    DirectionalEdges edges;
    State next;
};

OrderRule rule_of(const Particles& fixed, Real from = -kForever, Real until = kForever, Real period = 0) {
    OrderRule rule;
    rule.fixed = fixed;
    rule.from = from;
    rule.until = until;
    rule.period = period;
    return rule;
}

TEST(DirectionalOrder, WithoutRulesIsFromWhatIsHeldAndWhatRestsOnSolids) {
    Orders orders;
    orders.touch(0, 40, Vec3::Zero());
    orders.touch(0, 41, Vec3(1e-9, 0, 0));  // it slips
    orders.touch(1, 40, Vec3::Zero());
    orders.touch(0, 10, Vec3::Zero());
    orders.step();
    orders.expect_from(joined({10, 40}, group(orders.sub.model, "top-left")), "two rest");
}

TEST(DirectionalOrder, FollowsTheSettings) {
    OrderSettings settings = visits(3);
    settings.classes = {EdgeClass::askew, EdgeClass::down, EdgeClass::sideways};
    Orders orders(settings);
    orders.step();
    orders.expect_from(group(orders.sub.model, "top-left"), "askew first");
}

TEST(DirectionalOrder, OfARuleActsInItsTimes) {
    Orders orders;
    const Particles held = group(orders.sub.model, "top-left"), left = group(orders.sub.model, "left");
    orders.sub.scene.order_rules = {rule_of(left, 1, 2)};
    orders.step_at(0);
    orders.expect_from(held, "before");
    orders.step_at(1);
    orders.expect_from(joined(left, held), "from 1");
    orders.step_at(1.999);
    orders.expect_from(joined(left, held), "until 2");
    orders.next.order.differing = 1;  // long enough
    orders.step_at(2);
    orders.expect_from(held, "after");
}

TEST(DirectionalOrder, OfARuleRepeatsWithItsPeriodFromItsFirstTime) {
    const Model model = sheet();
    const Particles held = group(model, "top-left"), left = joined(group(model, "left"), held);
    const auto acts_at = [&](Real time) {
        Orders orders;
        orders.sub.scene.order_rules = {rule_of(group(model, "left"), 2.5, 3, 2)};
        orders.step_at(time);
        EXPECT_TRUE(orders.next.order.particles == left || orders.next.order.particles == held);
        return orders.next.order.particles == left;
    };
    for (const Real time : {2.5, 2.99, 4.5, 4.9, 6.6, 102.6}) EXPECT_TRUE(acts_at(time)) << time;
    for (const Real time : {0.0, 0.6, 1.0, 2.4, 3.0, 4.4, 5.1, 103.1}) EXPECT_FALSE(acts_at(time)) << time;
}

TEST(DirectionalOrder, OfRulesIsThatOfTheFirstOneThatActs) {
    Orders orders;
    const Particles held = group(orders.sub.model, "top-left"), left = group(orders.sub.model, "left"),
                    right = group(orders.sub.model, "right");
    orders.sub.scene.order_rules = {rule_of(left, 1, 2), rule_of(right, 0, 3), rule_of({})};
    orders.touch(0, 40, Vec3::Zero());
    orders.step_at(1.5);
    orders.expect_from(joined(left, held), "the first");
    orders.step_at(2.5);
    orders.expect_from(joined(right, held), "the second, at once");
    orders.step_at(3.5);
    orders.expect_from(held, "only what pins hold, though something rests");
}

TEST(DirectionalOrder, OfATouchActsWhileClothTouchesThatSolidAndATenthOfASecondLonger) {
    Orders orders;
    const Particles held = group(orders.sub.model, "top-left"), knee{30, 31};
    Solid left = make_solid(make_box({1, 1, 1}), "left"), right = make_solid(make_box({1, 1, 1}), "right");
    const int right_triangle = static_cast<int>(left.surface->triangles.size());
    orders.sub.scene.solids = {left, right};
    OrderRule rule = rule_of(knee);
    rule.solid = 1;
    orders.sub.scene.order_rules = {rule, rule_of({})};
    orders.touch(right_triangle - 1, 50, Vec3(1, 0, 0));
    orders.step_at(1);
    orders.expect_from(held, "it touches the other solid");
    orders.sub.now.contacts[0].triangle = right_triangle;
    orders.step_at(2);
    orders.expect_from(joined(knee, held), "it touches, if only sliding");
    orders.sub.now.contacts.clear();
    orders.step_at(2.09);
    orders.expect_from(joined(knee, held), "it has just lost touch");
    orders.step_at(2.11);
    orders.expect_from(held, "it lost touch");
    // A last touch long ago and a new one.
    orders.touch(right_triangle, 50, Vec3::Zero());
    orders.step_at(5);
    orders.expect_from(joined(knee, held), "again");
}

// ---- renewal

TEST(DirectionalOrder, IsMadeAgainWhenMoreThanAQuarterDiffersForATenthOfASecond) {
    Orders orders;
    orders.sub.dt = 0.03;
    Particles fixed{60, 61, 62, 63, 64, 65, 66, 67};
    orders.sub.inverse_masses.assign(orders.sub.inverse_masses.size(), 1);
    orders.sub.hold(fixed);
    EXPECT_EQ(orders.step().made, 1);
    EXPECT_EQ(orders.next.order.particles, fixed);
    // Two of eight are a quarter: no matter how long.
    orders.sub.inverse_masses[60] = orders.sub.inverse_masses[61] = 1;
    for (int k = 0; k < 20; ++k) EXPECT_EQ(orders.step().made, 0) << k;
    EXPECT_EQ(orders.next.order.particles, fixed);
    // Three are more, for 0.09 s and then no longer.
    orders.sub.inverse_masses[62] = 1;
    for (int k = 0; k < 3; ++k) EXPECT_EQ(orders.step().made, 0) << k;
    orders.sub.hold({62});
    EXPECT_EQ(orders.step().made, 0);
    orders.sub.inverse_masses[62] = 1;
    for (int k = 0; k < 3; ++k) EXPECT_EQ(orders.step().made, 0) << k;
    EXPECT_EQ(orders.next.order.particles, fixed);
    // And for 0.12 s.
    EXPECT_EQ(orders.step().made, 1);
    orders.expect_from({63, 64, 65, 66, 67}, "renewed");
    for (int k = 0; k < 20; ++k) EXPECT_EQ(orders.step().made, 0) << k;
}

TEST(DirectionalOrder, IsMadeAgainByTheGivenShareAndWait) {
    Orders orders({}, {.share = 0.6, .wait = 0});
    orders.sub.hold({60, 61});  // and a corner
    EXPECT_EQ(orders.step().made, 1);
    orders.sub.inverse_masses[60] = 1;
    EXPECT_EQ(orders.step().made, 0);
    orders.sub.inverse_masses[61] = 1;
    EXPECT_EQ(orders.step().made, 1);
    orders.expect_from(group(orders.sub.model, "top-left"), "two of three");
}

TEST(DirectionalOrder, CountsOnlyOrdersThatAreMadeAnew) {
    Orders orders;
    const Particles left = group(orders.sub.model, "left"), right = group(orders.sub.model, "right");
    orders.sub.scene.order_rules = {rule_of(left, 0, 1, 2), rule_of(right)};
    for (const auto& [time, made] : {std::pair(0.0, 1), {0.5, 0}, {1.5, 1}, {2.5, 0}, {3.5, 0}}) {
        orders.sub.now.time = time;
        const TableCost cost = orders.step();
        EXPECT_EQ(cost.made, made) << time;
        EXPECT_EQ(cost.seconds > 0, made > 0) << time;
    }
    // Those that were used long ago are forgotten.
    orders.sub.scene.order_rules = {rule_of({})};
    for (int p = 20; p < 60; ++p) {
        orders.sub.scene.order_rules[0].fixed = {p};
        EXPECT_EQ(orders.step().made, 1) << p;
    }
    orders.sub.scene.order_rules[0].fixed = {20};
    EXPECT_EQ(orders.step().made, 1);
    orders.expect_from(joined({20}, group(orders.sub.model, "top-left")), "made again");
}

TEST(DirectionalOrder, GoesOnFromItsStateAsIfItHadNeverStopped) {
    Orders whole;
    whole.sub.dt = 0.03;
    std::mt19937 random(7);
    OrderRule knee = rule_of({30, 31});
    knee.solid = 0;
    whole.sub.scene.solids = {make_floor()};
    whole.sub.scene.order_rules = {knee, rule_of({50}, 2, 2.2)};
    std::set<Particles> seen;
    for (int k = 0; k < 200; ++k) {
        // Each stays held for a while, and touches come and go.
        const int p = std::uniform_int_distribution(60, 67)(random);
        whole.sub.inverse_masses[at(p)] = k % 3 == 0 ? 0 : 1;
        whole.sub.now.contacts.clear();
        if (k % 17 < 2) whole.touch(0, 40, Vec3::Zero());
        whole.sub.now.order = whole.next.order;
        DirectionalEdges fresh(whole.sub.model, {}, {}, true);
        State other;
        fresh.begin_step(whole.sub.step());
        fresh.end_step(whole.sub.step(), other);
        whole.step();
        whole.expect_from(other.order.particles, "step " + std::to_string(k));
        EXPECT_EQ(other.order.differing, whole.next.order.differing) << k;
        EXPECT_EQ(other.order.touched, whole.next.order.touched) << k;
        seen.insert(other.order.particles);
    }
    EXPECT_GT(seen.size(), 5u);
}

TEST(DirectionalOrder, GoesThroughACheckpointAlsoIfNothingWasTouchedYet) {
    Orders orders;
    OrderRule knee = rule_of({30, 31});
    knee.solid = 0;
    orders.sub.scene.solids = {make_floor()};
    orders.sub.scene.order_rules = {knee, knee};
    orders.step();
    Snapshot snapshot = Simulation(orders.sub.model, Scene{}).snapshot();
    snapshot.state.order = orders.next.order;
    snapshot.state.order.differing = 0.07;
    ASSERT_EQ(snapshot.state.order.touched.size(), 2u);
    snapshot.state.order.touched[1] = 0.25;
    const State after = parse_checkpoint(format_checkpoint({7, snapshot, {}}), "state", 7).snapshot.state;
    EXPECT_EQ(after.order.particles, snapshot.state.order.particles);
    EXPECT_EQ(after.order.differing, 0.07);
    EXPECT_EQ(after.order.touched, snapshot.state.order.touched);
    EXPECT_TRUE(after.order.is_made);
    EXPECT_EQ(after.hash(), snapshot.state.hash());
}

TEST(DirectionalOrder, IsPartOfTheFingerprintOfTheState) {
    State state;
    std::set<std::uint64_t> hashes{state.hash()};
    state.order.is_made = true;
    hashes.insert(state.hash());
    state.order.particles = {1, 4, 7};
    hashes.insert(state.hash());
    state.order.differing = 0.07;
    hashes.insert(state.hash());
    state.order.touched = {0.1, 0.25};
    hashes.insert(state.hash());
    EXPECT_EQ(hashes.size(), 5u);
}

}  // namespace
}  // namespace pleat::test
