// Continuous collision against exact arithmetic, and exact arithmetic against what is known.
#include <cstdio>

#include <gtest/gtest.h>

#include "validation/contact_queries.hpp"
#include "validation/polynomial_gcd.hpp"

namespace pleat::validation {
namespace {

using Points = std::array<std::array<int, 3>, 4>;

constexpr Points kFlat = {{{1, 1, 4}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};  // a particle above a triangle

Points moved(Points points, std::size_t particle, std::array<int, 3> to) {
    points[particle] = to;
    return points;
}

TEST(ExactContact, AParticleMeetsATriangle) {
    EXPECT_TRUE(touches(PairKind::vertex_face, {kFlat, moved(kFlat, 0, {1, 1, -9})}));
    EXPECT_TRUE(touches(PairKind::vertex_face, {kFlat, moved(kFlat, 0, {1, 1, 0})}));
    EXPECT_FALSE(touches(PairKind::vertex_face, {kFlat, moved(kFlat, 0, {1, 1, 1})}));
    EXPECT_FALSE(touches(PairKind::vertex_face, {kFlat, kFlat}));
    // At the time 1/3 through the corner (4, 0, 0), and beside it by one in a thousand.
    const Points from = moved(kFlat, 0, {3, 0, 100});
    EXPECT_TRUE(touches(PairKind::vertex_face, {from, moved(kFlat, 0, {6, 0, -200})}));
    EXPECT_FALSE(touches(PairKind::vertex_face, {from, moved(kFlat, 0, {6, 0, -199})}));
    EXPECT_TRUE(touches(PairKind::vertex_face, {from, moved(kFlat, 0, {6, 0, -201})}));
}

TEST(ExactContact, AtATimeThatIsNotRational) {
    // The triangle's side from (0, 0, 0) to (8, 0, 0) rises at one end as the particle moves along it:
    // at height 8 t it is at x = 16 t, so the side is as high as the particle where 16 t^2 = 1 + t.
    const Points start = {{{0, 0, 1}, {0, 0, 0}, {8, 0, 0}, {0, 8, 0}}};
    const Points end = {{{16, 0, 2}, {0, 0, 0}, {8, 0, 8}, {0, 8, 0}}};
    EXPECT_TRUE(touches(PairKind::vertex_face, {start, end}));
    Points beside = end;
    beside[0][1] = -1;
    EXPECT_FALSE(touches(PairKind::vertex_face, {start, beside}));
}

TEST(ExactContact, InAPlaneAndOnALine) {
    const Points plane = {{{-1, 1, 0}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};
    EXPECT_TRUE(touches(PairKind::vertex_face, {plane, moved(plane, 0, {9, 1, 0})}));
    EXPECT_FALSE(touches(PairKind::vertex_face, {plane, moved(plane, 0, {-1, 9, 0})}));
    EXPECT_TRUE(touches(PairKind::vertex_face, {plane, moved(plane, 0, {1, -1, 0})})) << "through a corner";
    const Points line = {{{-1, 0, 0}, {0, 0, 0}, {4, 0, 0}, {2, 0, 0}}};
    EXPECT_FALSE(touches(PairKind::vertex_face, {line, line}));
    EXPECT_TRUE(touches(PairKind::vertex_face, {line, moved(line, 0, {0, 0, 0})}));
    EXPECT_FALSE(touches(PairKind::edge_edge, {moved(line, 1, {1, 0, 0}), moved(line, 1, {1, 0, 0})}));
    EXPECT_TRUE(touches(PairKind::edge_edge, {moved(line, 1, {2, 0, 0}), line}));
}

TEST(ExactContact, EdgesThatCross) {
    const Points cross = {{{-1, 0, 1}, {1, 0, 1}, {0, -1, 0}, {0, 1, 0}}};
    const Points through = {{{-1, 0, -2}, {1, 0, -2}, {0, -1, 0}, {0, 1, 0}}};
    const Points beside = {{{1, 0, -2}, {3, 0, -2}, {0, -1, 0}, {0, 1, 0}}};
    EXPECT_TRUE(touches(PairKind::edge_edge, {cross, through}));
    EXPECT_TRUE(touches(PairKind::edge_edge, {cross, beside})) << "at 1/3 the first edge begins at x = -1/3";
    EXPECT_TRUE(touches(PairKind::edge_edge, {cross, moved(moved(through, 0, {2, 0, -2}), 1, {4, 0, -2})})) << "just";
    EXPECT_FALSE(touches(PairKind::edge_edge, {cross, moved(moved(through, 0, {3, 0, -2}), 1, {5, 0, -2})}));
}

TEST(ExactContact, CommonRootsAreThoseOfTheDivisor) {
    using F = Form<BigInteger>;
    const F third{1, {-1, 2}}, half{1, {-1, 1}}, none{2, {1, 0, 1}};  // roots at t = 1/3 and 1/2
    const F divisor = common_divisor(third * half * none, third * third);
    EXPECT_EQ(divisor.degree, 1u);
    EXPECT_EQ(divisor.c[0] * 2 + divisor.c[1], 0);
    EXPECT_EQ(with_simple_roots(third * third * half).degree, 2u);
    EXPECT_EQ(common_divisor(half, third).degree, 0u);
}

void expect_no_contact_missed(PairKind kind) {
    const ContactScore score = score_contacts(kind, 50'000);
    std::printf("%ld queries, %ld contacts, %ld missed, %ld too many, median %.0f ns\n", score.queries, score.contacts,
                score.missed, score.too_many, score.median());
    EXPECT_EQ(score.missed, 0);
    EXPECT_EQ(score.reordered, 0);
    EXPECT_GT(score.contacts, score.queries / 20);
    EXPECT_LT(score.too_many, score.queries / 500);
}

TEST(ExactContact, NoContactOfVertexAndFaceIsMissed) { expect_no_contact_missed(PairKind::vertex_face); }

TEST(ExactContact, NoContactOfEdgesIsMissed) { expect_no_contact_missed(PairKind::edge_edge); }

}  // namespace
}  // namespace pleat::validation
