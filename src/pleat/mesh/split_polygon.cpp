// Ear clipping (Meisters 1975): cut off a corner whose triangle lies in the polygon, until a triangle is left. Cutting
// one ear changes only whether its two neighbours are ears, so the time is O(n^2). Of all ears the one with the
// shortest cut is taken, which for a quad is its shorter diagonal. Cuts that leave a very thin triangle on either side
// (around a corner in the middle of an almost straight side) are taken last, and those that leave one without area
// never.
#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include <pleat/core/index.hpp>
#include <pleat/mesh/split_polygon.hpp>

namespace pleat {
namespace {

// Twice the area of a triangle, over the square of the polygon's extent, below which it counts as none.
constexpr Real kNoArea = 1e-12;

// Height over length below which a triangle counts as thin.
constexpr Real kThin = 1e-3;

// Cuts whose squared lengths differ by less than this share count as equal, so that rounding does not decide in grids.
constexpr Real kEqual = 1e-6;

}  // namespace

std::span<const std::array<int, 3>> PolygonSplitter::split(std::span<const Vec3> corners) {
    triangles_.clear();
    if (corners.size() == 3) {
        triangles_.push_back({0, 1, 2});
        return triangles_;
    }
    const bool has_area = flatten(corners);
    if (has_area && corners.size() <= kMostCorners) {
        clip_ears();
    } else if (!has_area || is_convex()) {  // a face without area has no good way to be split: any will do
        split_as_fan();
    }
    return triangles_;
}

// Projects the corners along the face's normal; false if it has none.
bool PolygonSplitter::flatten(std::span<const Vec3> corners) {
    flat_.assign(corners.size(), Vec2::Zero());
    Real extent = 0;
    for (const Vec3& x : corners) extent = std::max(extent, (x - corners[0]).cwiseAbs().maxCoeff());
    if (!(extent > 0) || !std::isfinite(extent)) return false;
    // The sum of the triangles' area vectors; for a polygon that is not flat, the normal of its mean plane (Newell).
    Vec3 normal = Vec3::Zero();
    for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
        normal += ((corners[i] - corners[0]) / extent).cross((corners[i + 1] - corners[0]) / extent);
    }
    if (!(normal.norm() > kNoArea)) return false;
    normal.normalize();
    const Vec3 u = normal.unitOrthogonal();
    const Vec3 v = normal.cross(u);
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const Vec3 x = (corners[i] - corners[0]) / extent;
        flat_[i] = Vec2(u.dot(x), v.dot(x));
    }
    return true;
}

// Twice the area of the triangle, positive if it turns left.
Real PolygonSplitter::turn(int a, int b, int c) const {
    const Vec2 p = flat_[at(b)] - flat_[at(a)];
    const Vec2 q = flat_[at(c)] - flat_[at(a)];
    return p.x() * q.y() - p.y() * q.x();
}

// Whether the fan from the first corner is right: it turns left in every triangle, and once around in all.
bool PolygonSplitter::is_convex() const {
    const int n = static_cast<int>(flat_.size());
    for (int i = 0; i < n; ++i) {
        const int j = (i + 1) % n;
        const int k = (i + 2) % n;
        if (!(turn(i, j, k) > 0)) return false;
        if (i > 0 && j > 0 && !(turn(0, i, j) > 0)) return false;
    }
    return true;
}

void PolygonSplitter::split_as_fan() {
    for (int i = 1; i + 1 < static_cast<int>(flat_.size()); ++i) triangles_.push_back({0, i, i + 1});
}

PolygonSplitter::Ear PolygonSplitter::judge(int i) const {
    const int a = before_[at(i)];
    const int b = after_[at(i)];
    const Real area = turn(a, i, b);
    if (!(area > kNoArea)) return Ear::none;
    const Real thin = kThin * (flat_[at(b)] - flat_[at(a)]).squaredNorm();
    Ear ear = area > thin ? Ear::good : Ear::thin;
    for (int p = after_[at(b)]; p != a; p = after_[at(p)]) {
        const Vec2 to_a = flat_[at(a)] - flat_[at(p)];
        const Vec2 to_b = flat_[at(b)] - flat_[at(p)];
        // Two corners may lie on each other where a cut leads to a hole; they are not in each other's way.
        if (to_a.isZero(0) || to_b.isZero(0) || flat_[at(p)] == flat_[at(i)]) continue;
        const Real inside = turn(b, a, p);
        if (inside >= -kNoArea && turn(a, i, p) >= -kNoArea && turn(i, b, p) >= -kNoArea) return Ear::none;
        if (inside > -thin && to_a.dot(to_b) < 0) ear = Ear::thin;
    }
    return ear;
}

// The ear with the shortest cut. A polygon that crosses itself may have none: then the corner that turns left most.
int PolygonSplitter::choose_ear(int start) const {
    int best = start;
    Real shortest = 0;
    int leftmost = start;
    Real most_left = turn(before_[at(start)], start, after_[at(start)]);
    int i = start;
    do {
        const int a = before_[at(i)];
        const int b = after_[at(i)];
        const Real length = (flat_[at(b)] - flat_[at(a)]).squaredNorm();
        const Ear ear = ears_[at(i)];
        if (i == start || ear > ears_[at(best)] || (ear == ears_[at(best)] && length < shortest * (1 - kEqual))) {
            best = i;
            shortest = length;
        }
        const Real left = turn(a, i, b);
        if (left > most_left) {
            leftmost = i;
            most_left = left;
        }
        i = b;
    } while (i != start);
    return ears_[at(best)] != Ear::none ? best : leftmost;
}

void PolygonSplitter::clip_ears() {
    const int n = static_cast<int>(flat_.size());
    before_.resize(at(n));
    after_.resize(at(n));
    ears_.resize(at(n));
    for (int i = 0; i < n; ++i) {
        before_[at(i)] = (i + n - 1) % n;
        after_[at(i)] = (i + 1) % n;
    }
    for (int i = 0; i < n; ++i) ears_[at(i)] = judge(i);
    int start = 1;  // where equal ears are first looked for: a square is cut from its first to its third corner
    for (int left = n; left > 3; --left) {
        const int ear = choose_ear(start);
        const int a = before_[at(ear)];
        const int b = after_[at(ear)];
        triangles_.push_back({a, ear, b});
        after_[at(a)] = b;
        before_[at(b)] = a;
        ears_[at(a)] = judge(a);
        ears_[at(b)] = judge(b);
        start = b;
    }
    triangles_.push_back({before_[at(start)], start, after_[at(start)]});
}

}  // namespace pleat
