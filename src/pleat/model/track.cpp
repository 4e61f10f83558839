#include <algorithm>
#include <array>
#include <cmath>

#include <Eigen/Geometry>

#include <pleat/model/track.hpp>

namespace pleat {
namespace {

// One cubic piece of a curve: position c0 + s c1 + s^2 c2 + s^3 c3 for s in [0, 1].
struct Cubic {
    Vec3 c0, c1, c2, c3;

    Vec3 position(Real s) const { return c0 + s * (c1 + s * (c2 + s * c3)); }
    Vec3 slope(Real s) const { return c1 + s * (2 * c2 + 3 * s * c3); }
};

int piece_count(const CurveTrack& curve) { return static_cast<int>(curve.points.size()) - (curve.closed ? 0 : 1); }

// Centripetal Catmull-Rom: passes through the points without loops or overshoot, with continuous tangent.
Cubic piece(const CurveTrack& curve, int index) {
    const int count = static_cast<int>(curve.points.size());
    const auto point = [&](int i) -> Vec3 {
        if (curve.closed) return curve.points[static_cast<std::size_t>((i + count) % count)];
        if (i < 0) return 2 * curve.points[0] - curve.points[1];
        if (i >= count) {
            return 2 * curve.points[static_cast<std::size_t>(count - 1)] -
                   curve.points[static_cast<std::size_t>(count - 2)];
        }
        return curve.points[static_cast<std::size_t>(i)];
    };
    const Vec3 p0 = point(index - 1), p1 = point(index), p2 = point(index + 1), p3 = point(index + 2);
    const Real d1 = std::sqrt((p1 - p0).norm());
    const Real d2 = std::sqrt((p2 - p1).norm());
    const Real d3 = std::sqrt((p3 - p2).norm());
    const Vec3 m1 = d2 * ((p1 - p0) / d1 - (p2 - p0) / (d1 + d2) + (p2 - p1) / d2);
    const Vec3 m2 = d2 * ((p2 - p1) / d2 - (p3 - p1) / (d2 + d3) + (p3 - p2) / d3);
    return {p1, m1, 3 * (p2 - p1) - 2 * m1 - m2, 2 * (p1 - p2) + m1 + m2};
}

// A place on a curve: piece number plus the parameter within that piece.
struct CurvePoint {
    Vec3 position;
    Vec3 slope;
};

CurvePoint at(const CurveTrack& curve, Real t) {
    const int pieces = piece_count(curve);
    if (curve.closed) t -= pieces * std::floor(t / pieces);
    const int index = std::clamp(static_cast<int>(t), 0, pieces - 1);
    const Cubic cubic = piece(curve, index);
    return {cubic.position(t - index), cubic.slope(t - index)};
}

TrackPoint nearest(const CurveTrack& curve, const Vec3& x) {
    constexpr int kSamples = 16;  // in a piece
    const int pieces = piece_count(curve);
    Real best = 0;
    Real best_distance = (at(curve, 0).position - x).squaredNorm();
    for (int k = 1; k <= kSamples * pieces; ++k) {
        const Real t = static_cast<Real>(k) / kSamples;
        const Real distance = (at(curve, t).position - x).squaredNorm();
        if (distance >= best_distance) continue;
        best_distance = distance;
        best = t;
    }
    // The distance has its minimum between the neighbours of the best sample, where its slope changes sign.
    Real low = best - 1.0 / kSamples;
    Real high = best + 1.0 / kSamples;
    if (!curve.closed) {
        low = std::max(low, 0.0);
        high = std::min(high, static_cast<Real>(pieces));
    }
    const auto is_before = [&](Real t) {
        const CurvePoint point = at(curve, t);
        return (x - point.position).dot(point.slope) > 0;
    };
    for (int i = 0; i < 60; ++i) {
        const Real middle = 0.5 * (low + high);
        (is_before(middle) ? low : high) = middle;
    }
    // Bisection stops just short of an end; snap to it.
    if (!curve.closed && high >= pieces - 1e-12) high = pieces;
    if (!curve.closed && high <= 1e-12) high = 0;
    const CurvePoint found = at(curve, high);
    const Vec3 tangent = found.slope.normalized();
    TrackPoint point;
    point.position = found.position;
    point.normals[0] = tangent.unitOrthogonal();
    point.normals[1] = tangent.cross(point.normals[0]);
    point.normals[2] = tangent;
    // Beyond an open end the particle is held there; once it is back, it may slide again.
    const Real beyond = (x - point.position).dot(tangent);
    const bool is_past_an_end = !curve.closed && (high == 0 ? beyond < 0 : high == pieces && beyond > 0);
    point.normal_count = is_past_an_end ? 3 : 2;
    return point;
}

TrackPoint on_surface(const Vec3& position, const Vec3& normal) {
    return {position, {normal, Vec3::Zero(), Vec3::Zero()}, 1};
}

TrackPoint nearest(const PlaneTrack& plane, const Vec3& x) {
    return on_surface(x - plane.normal * plane.normal.dot(x - plane.point), plane.normal);
}

TrackPoint nearest(const SphereTrack& sphere, const Vec3& x) {
    const Vec3 out = x - sphere.center;
    const Vec3 normal = out.isZero(0) ? Vec3::UnitY() : out.normalized();
    return on_surface(sphere.center + sphere.radius * normal, normal);
}

TrackPoint nearest(const CylinderTrack& cylinder, const Vec3& x) {
    const Vec3 foot = cylinder.point + cylinder.axis * cylinder.axis.dot(x - cylinder.point);
    const Vec3 out = x - foot;
    const Vec3 normal = out.isZero(0) ? cylinder.axis.unitOrthogonal() : out.normalized();
    return on_surface(foot + cylinder.radius * normal, normal);
}

}  // namespace

TrackPoint nearest_on_track(const Track& track, const Vec3& x) {
    return std::visit([&](const auto& kind) { return nearest(kind, x); }, track);
}

}  // namespace pleat
