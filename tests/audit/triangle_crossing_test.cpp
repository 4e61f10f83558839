// Crossings of triangles, decided by signs of volumes, against rational arithmetic that computes where they meet.
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>

#include <pleat/audit/orientation.hpp>
#include <pleat/audit/triangle_crossing.hpp>

namespace pleat {
namespace {

using Rational = boost::multiprecision::cpp_rational;
using Point = std::array<Rational, 3>;
using Corners = std::array<Vec3, 3>;

Point exact(const Vec3& x) { return {Rational(x[0]), Rational(x[1]), Rational(x[2])}; }

Point subtract(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

Point cross(const Point& a, const Point& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Rational dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Point normal(const Corners& t) { return cross(subtract(exact(t[1]), exact(t[0])), subtract(exact(t[2]), exact(t[0]))); }

bool is_zero(const Point& a) { return dot(a, a) == 0; }

// Where a triangle cuts the plane through `at` with a normal, along a direction; nothing if it is not on both sides.
std::vector<Rational> cut_along(const Corners& t, const Point& at, const Point& normal, const Point& along) {
    std::vector<Rational> places;
    bool is_above = false, is_below = false;
    for (std::size_t i = 0; i < 3; ++i) {
        const Point p = exact(t[i]), q = exact(t[(i + 1) % 3]);
        const Rational hp = dot(normal, subtract(p, at)), hq = dot(normal, subtract(q, at));
        is_above = is_above || hp > 0;
        is_below = is_below || hp < 0;
        if (hp == 0) places.push_back(dot(along, p));
        if (hp * hq < 0) places.push_back(dot(along, p) + hp / (hp - hq) * dot(along, subtract(q, p)));
    }
    if (!is_above || !is_below) places.clear();
    std::sort(places.begin(), places.end());
    return places;
}

// The part of a polygon on the inner side of a line in the plane with normal n.
std::vector<Point> cut(const std::vector<Point>& polygon, const Point& at, const Point& inward) {
    std::vector<Point> rest;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Point &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
        const Rational hp = dot(inward, subtract(p, at)), hq = dot(inward, subtract(q, at));
        if (hp >= 0) rest.push_back(p);
        if ((hp > 0 && hq < 0) || (hp < 0 && hq > 0)) {
            const Rational s = hp / (hp - hq);
            const Point d = subtract(q, p);
            rest.push_back({p[0] + s * d[0], p[1] + s * d[1], p[2] + s * d[2]});
        }
    }
    return rest;
}

bool have_common_area(const Corners& a, const Corners& b) {
    const Point n = normal(b);
    std::vector<Point> polygon;
    for (const Vec3& x : a) polygon.push_back(exact(x));
    for (std::size_t i = 0; i < 3; ++i) {
        const Point side = subtract(exact(b[(i + 1) % 3]), exact(b[i]));
        polygon = cut(polygon, exact(b[i]), cross(n, side));
    }
    for (std::size_t i = 2; i < polygon.size(); ++i) {
        if (!is_zero(cross(subtract(polygon[i - 1], polygon[0]), subtract(polygon[i], polygon[0])))) return true;
    }
    return false;
}

bool referee(const Corners& a, const Corners& b) {
    const Point na = normal(a), nb = normal(b);
    if (is_zero(na) || is_zero(nb)) return false;
    const Point along = cross(na, nb);
    if (is_zero(along)) return dot(nb, subtract(exact(a[0]), exact(b[0]))) == 0 && have_common_area(a, b);
    const auto in_a = cut_along(a, exact(b[0]), nb, along), in_b = cut_along(b, exact(a[0]), na, along);
    return in_a.size() == 2 && in_b.size() == 2 && in_a[0] < in_b[1] && in_b[0] < in_a[1];
}

Corners random_triangle(std::mt19937& random, int size, bool is_flat) {
    Corners t;
    for (Vec3& x : t) {
        for (int d = 0; d < 3; ++d) x[d] = static_cast<int>(random() % static_cast<unsigned>(2 * size + 1)) - size;
        if (is_flat) x.z() = x.x() + x.y();
    }
    return t;
}

TEST(Orientation, KnowsTheSideOfAPointOneBitAway) {
    const Vec3 a(0.1, 0.7, 0.3), b(0.9, 0.2, 0.8);
    // On a line through a and b, as near as numbers allow, and beside it.
    std::mt19937 random(1);
    int zeros = 0;
    for (int n = 0; n < 2000; ++n) {
        const Real s = std::ldexp(static_cast<Real>(random() % 4096), -12);
        const Vec3 c = a + s * (b - a);
        Vec3 d = a + 2 * s * (b - a);
        if (n % 2 == 0) d[n % 3] = std::nextafter(d[n % 3], 9.0);
        const Point u = subtract(exact(a), exact(d)), v = subtract(exact(b), exact(d)),
                    w = subtract(exact(c), exact(d));
        const Rational volume = dot(u, cross(v, w));
        EXPECT_EQ(orientation(a, b, c, d), volume.sign());
        EXPECT_EQ(orientation(b, a, c, d), -volume.sign());
        const Vec2 p(a.x(), a.y()), q(b.x(), b.y()), r(c.x(), c.y());
        const Rational area = (exact(a)[0] - exact(c)[0]) * (exact(b)[1] - exact(c)[1]) -
                              (exact(a)[1] - exact(c)[1]) * (exact(b)[0] - exact(c)[0]);
        EXPECT_EQ(orientation(p, q, r), area.sign());
        zeros += area == 0 ? 1 : 0;
    }
    EXPECT_LT(zeros, 2000);
}

TEST(Orientation, IsRightForTheSmallestAndTheLargestNumbers) {
    const Real tiny = std::numeric_limits<Real>::denorm_min();
    EXPECT_EQ(orientation(Vec3(0, 0, 0), Vec3(tiny, 0, 0), Vec3(0, tiny, 0), Vec3(0, 0, -tiny)), 1);
    EXPECT_EQ(orientation(Vec3(0, 0, 0), Vec3(tiny, 0, 0), Vec3(0, tiny, 0), Vec3(0, 0, tiny)), -1);
    EXPECT_EQ(orientation(Vec3(0, 0, 0), Vec3(1e-200, 0, 0), Vec3(0, 1e-200, 0), Vec3(1e-200, 1e-200, 0)), 0);
    EXPECT_EQ(orientation(Vec2(0, 0), Vec2(tiny, 0), Vec2(0, tiny)), 1);
    EXPECT_EQ(orientation(Vec3(0, 0, 0), Vec3(1e300, 0, 0), Vec3(0, 1e300, 0), Vec3(7, 7, -1e300)), 1);
}

TEST(TriangleCrossing, AgreesWithRationalArithmetic) {
    std::mt19937 random(2);
    int crossings = 0, flat_crossings = 0;
    for (int n = 0; n < 10'000; ++n) {
        const bool is_flat = n % 4 == 0;
        const int size = n % 3 == 0 ? 2 : n % 3 == 1 ? 5 : 1000;
        const Corners a = random_triangle(random, size, is_flat);
        Corners b = random_triangle(random, size, is_flat);
        if (n % 5 == 0) b[0] = a[1];
        if (n % 10 == 0) b[2] = a[0];
        const bool expected = referee(a, b);
        EXPECT_EQ(triangles_cross(a, b), expected) << n;
        (is_flat ? flat_crossings : crossings) += expected ? 1 : 0;
    }
    EXPECT_GT(crossings, 500);
    EXPECT_GT(flat_crossings, 500);
}

TEST(TriangleCrossing, DoesNotDependOnTheOrder) {
    std::mt19937 random(3);
    for (int n = 0; n < 500; ++n) {
        Corners a = random_triangle(random, 3, false), b = random_triangle(random, 3, n % 2 == 0);
        const bool expected = triangles_cross(a, b);
        std::array<std::size_t, 3> order = {0, 1, 2};
        do {
            const Corners c = {a[order[0]], a[order[1]], a[order[2]]};
            EXPECT_EQ(triangles_cross(c, b), expected);
            EXPECT_EQ(triangles_cross(b, c), expected);
        } while (std::next_permutation(order.begin(), order.end()));
    }
}

TEST(TriangleCrossing, ATouchIsNone) {
    const Corners floor = {Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0)};
    EXPECT_FALSE(triangles_cross(floor, {Vec3(1, 1, 0), Vec3(1, 1, 2), Vec3(2, 1, 2)})) << "a corner on it";
    EXPECT_FALSE(triangles_cross(floor, {Vec3(1, 1, 0), Vec3(2, 1, 0), Vec3(2, 1, 2)})) << "a side on it";
    EXPECT_FALSE(triangles_cross(floor, {Vec3(4, 0, 0), Vec3(0, 4, 0), Vec3(4, 4, 0)})) << "neighbours, flat";
    EXPECT_FALSE(triangles_cross(floor, {Vec3(4, 0, 0), Vec3(0, 4, 0), Vec3(1, 1, 3)})) << "neighbours, folded";
    EXPECT_TRUE(triangles_cross(floor, {Vec3(4, 0, 0), Vec3(0, 4, 0), Vec3(1, 1, 0)})) << "folded flat";
    EXPECT_TRUE(triangles_cross(floor, floor));
    EXPECT_TRUE(triangles_cross(Corners{Vec3(-1, -1, 0), Vec3(1, -1, 0), Vec3(0, 1, 0)},
                                {Vec3(0, -1, -1), Vec3(0, -1, 1), Vec3(0, 1, 0)}))
        << "they share their middle line";
    EXPECT_TRUE(triangles_cross(floor, {Vec3(1, 1, -1e-300), Vec3(1, 1, 2), Vec3(2, 1, 2)}));
}

}  // namespace
}  // namespace pleat
