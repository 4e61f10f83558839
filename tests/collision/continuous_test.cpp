// Contacts of moving triangles and edges: against closed forms, and against each other in another order. Exact answers
// are in exact_contact_test.cpp, those of a public benchmark in collision_queries_test.cpp.
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include <pleat/collision/continuous.hpp>
#include <pleat/collision/distance_math.hpp>

#include "tests/support/count_allocations.hpp"
#include "tests/support/sample_cloth.hpp"

namespace pleat {
namespace {

constexpr PairKind kKinds[] = {PairKind::vertex_face, PairKind::edge_edge};

PairMotion random_motion(std::mt19937& random) {
    PairMotion motion;
    for (Vec3& x : motion.start) x = test::random_vector(random, 1);
    for (Vec3& x : motion.end) x = test::random_vector(random, 1);
    return motion;
}

// All orders in which the same pair can be told.
std::vector<PairMotion> orders(PairKind kind, const PairMotion& motion) {
    std::vector<PairMotion> all;
    std::array<std::size_t, 4> order = {0, 1, 2, 3};
    do {
        const bool is_same_pair = kind == PairKind::vertex_face ? order[0] == 0 : order[0] / 2 == order[1] / 2;
        if (!is_same_pair) continue;
        PairMotion other;
        for (std::size_t i = 0; i < 4; ++i) {
            other.start[i] = motion.start[order[i]];
            other.end[i] = motion.end[order[i]];
        }
        all.push_back(other);
    } while (std::next_permutation(order.begin(), order.end()));
    return all;
}

Real distance(PairKind kind, const PairMotion& motion, Real time) {
    std::array<Vec3, 4> x;
    for (std::size_t i = 0; i < 4; ++i) x[i] = (1 - time) * motion.start[i] + time * motion.end[i];
    if (kind == PairKind::vertex_face) {
        const auto w = closest_on_triangle<Real>(x[0], {x[1], x[2], x[3]});
        return (x[0] - w[0] * x[1] - w[1] * x[2] - w[2] * x[3]).norm();
    }
    const auto [s, r] = closest_on_edges<Real>({x[0], x[1]}, {x[2], x[3]});
    return (x[0] + s * (x[1] - x[0]) - x[2] - r * (x[3] - x[2])).norm();
}

const PairMotion kFall{{Vec3(0.2, 0.2, 1), Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)},
                       {Vec3(0.2, 0.2, -3), Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)}};
const PairMotion kCross{{Vec3(-1, 0, 1), Vec3(1, 0, 1), Vec3(0, -1, 0), Vec3(0, 1, 0)},
                        {Vec3(-1, 0, -3), Vec3(1, 0, -3), Vec3(0, -1, 0), Vec3(0, 1, 0)}};

TEST(Continuous, FindsTheTimeOfImpact) {
    EXPECT_NEAR(first_contact(PairKind::vertex_face, kFall).value_or(-1), 0.25, 1e-8);
    EXPECT_NEAR(first_contact(PairKind::edge_edge, kCross).value_or(-1), 0.25, 1e-8);
    EXPECT_LE(first_contact(PairKind::vertex_face, kFall), 0.25);
    EXPECT_LE(first_contact(PairKind::edge_edge, kCross), 0.25);
}

TEST(Continuous, FindsTheTimeAtWhichASeparationIsLost) {
    EXPECT_NEAR(first_contact(PairKind::vertex_face, kFall, 0.1).value_or(-1), 0.225, 1e-8);
    EXPECT_NEAR(first_contact(PairKind::edge_edge, kCross, 0.1).value_or(-1), 0.225, 1e-8);
    EXPECT_EQ(first_contact(PairKind::edge_edge, kCross, 2), 0);
    PairMotion above = kFall;
    above.end[0].z() = 0.11;
    EXPECT_FALSE(first_contact(PairKind::vertex_face, above, 0.1));
    EXPECT_TRUE(first_contact(PairKind::vertex_face, above, 0.12));
}

TEST(Continuous, FindsAParticleThatPassesATurningTriangle) {
    // The triangle turns over while the particle stays: a midpoint test sees neither.
    const PairMotion turn{{Vec3(0.25, 0.25, 0), Vec3(0, 0, -1), Vec3(1, 0, -1), Vec3(0, 1, -1)},
                          {Vec3(0.25, 0.25, 0), Vec3(0, 0, 1), Vec3(1, 0, 3), Vec3(0, 1, 3)}};
    // z of the triangle at (0.25, 0.25) goes from -1 to 2.
    EXPECT_NEAR(first_contact(PairKind::vertex_face, turn).value_or(-1), 1.0 / 3, 1e-8);
}

TEST(Continuous, TouchesWithTheLastInstantAndWithTheFirst) {
    PairMotion touch = kFall;
    touch.end[0].z() = 0;
    EXPECT_TRUE(first_contact(PairKind::vertex_face, touch));
    std::swap(touch.start, touch.end);
    EXPECT_EQ(first_contact(PairKind::vertex_face, touch), 0);
    touch.start[0].z() = touch.end[0].z() = std::numeric_limits<Real>::denorm_min();
    EXPECT_FALSE(first_contact(PairKind::vertex_face, touch)) << "signs of differences are exact";
}

TEST(Continuous, NumbersThatAreNotFiniteCountAsContact) {
    for (const Real odd : {std::numeric_limits<Real>::quiet_NaN(), std::numeric_limits<Real>::infinity(),
                           std::numeric_limits<Real>::max()}) {
        for (const PairKind kind : kKinds) {
            PairMotion motion = kFall;
            motion.start[0] = Vec3(odd, 1, 1);
            motion.end[3] = Vec3(1, -odd, 1);
            EXPECT_EQ(first_contact(kind, motion), 0);
        }
    }
}

TEST(Continuous, TheAnswerDoesNotDependOnTheOrder) {
    std::mt19937 random(1);
    for (int n = 0; n < 2000; ++n) {
        PairMotion motion = random_motion(random);
        if (n % 4 == 0) motion.end[3] = motion.start[3] = motion.start[2];
        if (n % 4 == 1) motion.end = motion.start;
        for (const PairKind kind : kKinds) {
            const auto expected = first_contact(kind, motion);
            for (const PairMotion& other : orders(kind, motion)) EXPECT_EQ(first_contact(kind, other), expected);
        }
    }
}

TEST(Continuous, NeverSaysApartWhereSamplesAreNear) {
    std::mt19937 random(2);
    int contacts = 0;
    for (int n = 0; n < 4000; ++n) {
        const PairMotion motion = random_motion(random);
        const Real separation = n % 2 == 0 ? 0.05 : 0.3;
        for (const PairKind kind : kKinds) {
            const Real time = first_contact(kind, motion, separation).value_or(1);
            if (time < 1) ++contacts;
            for (int i = 0; i <= 50 && time > 0; ++i) {
                const Real earlier = time * i / 50;
                EXPECT_GE(distance(kind, motion, earlier), separation * (1 - 1e-12)) << "at " << earlier;
            }
            if (time > 0 && time < 1) {
                EXPECT_NEAR(distance(kind, motion, time), separation, 1e-8);
            }
        }
    }
    EXPECT_GT(contacts, 1000);
}

TEST(Continuous, AllocatesNothing) {
    std::mt19937 random(3);
    const PairMotion motion = random_motion(random);
    const long before = test::allocation_count();
    for (const PairKind kind : kKinds) first_contact(kind, motion);
    EXPECT_EQ(test::allocation_count(), before);
}

}  // namespace
}  // namespace pleat
