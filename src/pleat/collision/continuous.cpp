#include <algorithm>
#include <cmath>
#include <limits>

#include <pleat/collision/continuous.hpp>
#include <pleat/collision/distance_math.hpp>

namespace pleat {
namespace {

using Lanes = Eigen::Array<Real, 4, 1>;

// Four vectors at once.
struct Vectors {
    Lanes x, y, z;

    Vec3 operator[](Eigen::Index i) const { return {x[i], y[i], z[i]}; }
    Lanes dot(const Vec3& n) const { return n.x() * x + n.y() * y + n.z() * z; }
};

// Differences of positions, a particle of one part minus one of the other: with their weights in the two parts, which
// are at least zero, every difference of points is a sum of these. Of particle and triangle there are three, and the
// last stands twice; of edges a0 a1 and b0 b1: a0 - b0, a1 - b0, a1 - b1, a0 - b1.
struct Differences {
    Vectors start, end;
    Vec3 largest;  // by coordinate, of both
    PairKind kind;

    Vectors at(Real time) const {
        const Real rest = 1 - time;
        return {rest * start.x + time * end.x, rest * start.y + time * end.y, rest * start.z + time * end.z};
    }
};

Vectors subtract(PairKind kind, const std::array<Vec3, 4>& x) {
    Vectors result;
    const auto set = [&](Eigen::Index i, const Vec3& d) {
        result.x[i] = d.x();
        result.y[i] = d.y();
        result.z[i] = d.z();
    };
    if (kind == PairKind::vertex_face) {
        set(0, x[0] - x[1]);
        set(1, x[0] - x[2]);
        set(2, x[0] - x[3]);
        set(3, x[0] - x[3]);
    } else {
        set(0, x[0] - x[2]);
        set(1, x[1] - x[2]);
        set(2, x[1] - x[3]);
        set(3, x[0] - x[3]);
    }
    return result;
}

Differences subtract(PairKind kind, const PairMotion& motion) {
    Differences d{subtract(kind, motion.start), subtract(kind, motion.end), {}, kind};
    const auto largest = [](const Lanes& a, const Lanes& b) { return a.abs().max(b.abs()).maxCoeff(); };
    d.largest = {largest(d.start.x, d.end.x), largest(d.start.y, d.end.y), largest(d.start.z, d.end.z)};
    return d;
}

bool is_before(const PairMotion& m, std::size_t i, std::size_t j) {
    for (const auto* x : {&m.start, &m.end}) {
        for (int k = 0; k < 3; ++k) {
            if ((*x)[i][k] != (*x)[j][k]) return (*x)[i][k] < (*x)[j][k];
        }
    }
    return false;
}

// An order that does not depend on the given one.
PairMotion sorted(PairKind kind, PairMotion m) {
    const auto exchange = [&](std::size_t i, std::size_t j) {
        std::swap(m.start[i], m.start[j]);
        std::swap(m.end[i], m.end[j]);
    };
    const auto order = [&](std::size_t i, std::size_t j) {
        if (is_before(m, j, i)) exchange(i, j);
    };
    if (kind == PairKind::vertex_face) {
        order(1, 2);
        order(2, 3);
        order(1, 2);
        return m;
    }
    order(0, 1);
    order(2, 3);
    const bool is_equal = !is_before(m, 0, 2) && !is_before(m, 2, 0);
    if (is_before(m, 2, 0) || (is_equal && is_before(m, 3, 1))) {
        exchange(0, 2);
        exchange(1, 3);
    }
    return m;
}

// Across the triangle, or both edges; not of unit length.
Vec3 normal_of(PairKind kind, const Vectors& d) {
    const Vec3 d0 = d[0];
    return kind == PairKind::vertex_face ? (d[1] - d0).cross(d[2] - d0) : (d[1] - d0).cross(d0 - d[3]);
}

// Unit vector from the closest point of the second part to that of the first, or zero where none can be told.
Vec3 separating_direction(PairKind kind, const Vectors& d) {
    const auto inside = [](Real weight) { return weight > 0 && weight < 1; };
    const Vec3 d0 = d[0];
    Vec3 gap;
    bool is_inside = false;
    if (kind == PairKind::vertex_face) {
        const Vec3 d1 = d[1], d2 = d[2];
        const auto weight = closest_on_triangle<Real>(Vec3::Zero(), {d0, d1, d2});
        is_inside = inside(weight[0]) && inside(weight[1]) && inside(weight[2]);
        gap = weight[0] * d0 + weight[1] * d1 + weight[2] * d2;
    } else {
        const Vec3 a = d[1] - d0, b = d0 - d[3];  // the edges
        const auto [s, r] = closest_on_edges<Real>({d0, d0 + a}, {Vec3::Zero(), b});
        is_inside = inside(s) && inside(r);
        gap = d0 + s * a - r * b;
    }
    // The gap loses digits to cancellation when it is small; where it is a normal, the normal itself does not.
    if (is_inside) {
        const Vec3 normal = normal_of(kind, d);
        gap = normal.dot(gap) < 0 ? Vec3(-normal) : normal;
    }
    const Real length = gap.norm();
    return length > std::numeric_limits<Real>::min() ? Vec3(gap / length) : Vec3::Zero();
}

// The differences at a time, and the direction that keeps them apart best.
struct Instant {
    Real time;
    Vectors differences;
    Vec3 direction;
    Real bound;  // n . D must be above it to prove that the parts are apart
};

// Finds the proofs.
class Search {
public:
    Search(const Differences& differences, Real separation) : differences_(differences), separation_(separation) {}

    std::optional<Real> first_contact() const;

private:
    bool is_apart_along_the_normal() const;
    Instant look(Real time) const;
    // n . D, computed, differs from the exact by the rounding of the differences, of their interpolation, of the
    // products and of the sums: less than 12 half units in the last place of sum |n| max |D|, whatever is fused.
    Real bound(const Vec3& n) const {
        constexpr Real kRounding = 8 * std::numeric_limits<Real>::epsilon();
        constexpr Real kUnderflow = 1e-290;
        return kRounding * (n.cwiseAbs().dot(differences_.largest) + separation_) + separation_ + kUnderflow;
    }

    Differences differences_;
    Real separation_;
};

Instant Search::look(Real time) const {
    Instant instant{time, differences_.at(time), {}, 0};
    instant.direction = separating_direction(differences_.kind, instant.differences);
    instant.bound = bound(instant.direction);
    return instant;
}

// Comparisons are such that numbers that are not finite prove nothing.
bool is_apart(const Instant& at) { return at.differences.dot(at.direction).minCoeff() > at.bound; }

bool is_apart_between(const Instant& from, const Instant& to) {
    const Lanes middle = to.differences.dot(from.direction) + from.differences.dot(to.direction);
    return middle.minCoeff() > from.bound + to.bound && is_apart(to);
}

// Share of the interval, at most, for which the direction at its beginning is a proof.
Real free_share(const Instant& from, const Instant& to) {
    const Lanes before = from.differences.dot(from.direction) - from.bound;
    const Lanes after = to.differences.dot(from.direction) - from.bound;
    Real share = 1;
    for (Eigen::Index i = 0; i < 4; ++i) {
        if (after[i] < 0 && before[i] > 0) share = std::min(share, before[i] / (before[i] - after[i]));
    }
    return share;
}

// At all times, along the normal at the start: so are most pairs that are one above the other.
bool Search::is_apart_along_the_normal() const {
    const Vec3 normal = normal_of(differences_.kind, differences_.start);
    const Real length = normal.norm();
    if (!(length > std::numeric_limits<Real>::min())) return false;
    const Vec3 n = normal / length;
    const Lanes before = differences_.start.dot(n), after = differences_.end.dot(n);
    return before.min(after).minCoeff() > bound(n) || before.max(after).maxCoeff() < -bound(n);
}

std::optional<Real> Search::first_contact() const {
    constexpr Real kShortest = 0x1p-32;  // an interval shorter than this is not cut any more
    constexpr int kMostIntervals = 200;
    if (is_apart_along_the_normal()) return std::nullopt;
    Instant from = look(0);
    if (!is_apart(from)) return 0;
    // Most pairs hardly move, and one direction does for all of the time.
    if (differences_.end.dot(from.direction).minCoeff() > from.bound) return std::nullopt;
    Real length = 1;
    for (int i = 0; i < kMostIntervals && length > kShortest; ++i) {
        const Instant to = look(std::min<Real>(1, from.time + length));
        if (is_apart_between(from, to)) {
            if (to.time == 1) return std::nullopt;
            from = to;
            length *= 2;
        } else {
            length *= std::clamp(0.99 * free_share(from, to), 0.125, 0.5);
        }
    }
    return from.time;
}

// Of numbers that are not finite nothing can be proved.
bool is_finite(const Differences& d) {
    const Lanes start = d.start.x + d.start.y + d.start.z;
    const Lanes end = d.end.x + d.end.y + d.end.z;
    return std::isfinite((start + end).sum());
}

// Along a coordinate axis, with no more to compute than signs.
bool is_apart_along_an_axis(const Differences& d, Real separation) {
    const Real bound = separation * (1 + 4 * std::numeric_limits<Real>::epsilon());
    const auto is_apart = [&](const Lanes& start, const Lanes& end) {
        return start.min(end).minCoeff() > bound || start.max(end).maxCoeff() < -bound;
    };
    return is_apart(d.start.x, d.end.x) || is_apart(d.start.y, d.end.y) || is_apart(d.start.z, d.end.z);
}

}  // namespace

std::optional<Real> first_contact(PairKind kind, const PairMotion& motion, Real separation) {
    const Differences differences = subtract(kind, motion);
    if (!is_finite(differences)) return 0;
    if (is_apart_along_an_axis(differences, separation)) return std::nullopt;
    return Search(subtract(kind, sorted(kind, motion)), separation).first_contact();
}

}  // namespace pleat
