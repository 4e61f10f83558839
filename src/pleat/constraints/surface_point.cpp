#include <Eigen/Geometry>

#include <pleat/collision/distance_math.hpp>
#include <pleat/constraints/surface_point.hpp>
#include <pleat/core/index.hpp>

namespace pleat {
namespace {

// A vector that changes, with its first and second time derivatives.
using MovingVector = PointMotion;

MovingVector operator-(const MovingVector& a, const MovingVector& b) {
    return {a.position - b.position, a.velocity - b.velocity, a.acceleration - b.acceleration};
}

MovingVector cross(const MovingVector& a, const MovingVector& b) {
    return {a.position.cross(b.position), a.velocity.cross(b.position) + a.position.cross(b.velocity),
            a.acceleration.cross(b.position) + 2 * a.velocity.cross(b.velocity) + a.position.cross(b.acceleration)};
}

// u = w / |w| by differentiating |w| u = w; at |w| = 0 the given direction.
MovingVector unit(const MovingVector& w, const Vec3& otherwise) {
    const Real length = w.position.norm();
    if (!(length > 0)) return {otherwise, Vec3::Zero(), Vec3::Zero()};
    const Vec3 u = w.position / length;
    const Real rate = u.dot(w.velocity);
    const Vec3 velocity = (w.velocity - rate * u) / length;
    const Real rate2 = velocity.dot(w.velocity) + u.dot(w.acceleration);
    return {u, velocity, (w.acceleration - rate2 * u - 2 * rate * velocity) / length};
}

// Of a position of the sequence, without the solid's motion.
MovingVector position_at(const SurfaceSequence& sequence, const SurfaceSequence::Between& between, int i) {
    const Vec3 &from = sequence.frames[between.before][at(i)], &to = sequence.frames[between.after][at(i)];
    return {(1 - between.share) * from + between.share * to, between.rate * (to - from), Vec3::Zero()};
}

MovingPose frame_of(const std::array<MovingVector, 3>& corners, const Vec3& weights) {
    const MovingVector first = unit(corners[1] - corners[0], Vec3::UnitX());
    const MovingVector third =
        unit(cross(corners[1] - corners[0], corners[2] - corners[0]), first.position.unitOrthogonal());
    const MovingVector second = cross(third, first);
    MovingPose pose;
    pose.rotation << first.position, second.position, third.position;
    pose.rotation_rate << first.velocity, second.velocity, third.velocity;
    pose.rotation_rate2 << first.acceleration, second.acceleration, third.acceleration;
    for (int k = 0; k < 3; ++k) {
        pose.translation += weights[k] * corners[at(k)].position;
        pose.translation_rate += weights[k] * corners[at(k)].velocity;
    }
    return pose;
}

}  // namespace

SurfacePoint nearest_point(const Surface& surface, const std::vector<Vec3>& positions, const Vec3& x) {
    SurfacePoint nearest;
    Real shortest = kForever;
    for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
        const auto& [a, b, c] = surface.triangles[t];
        const std::array<Vec3, 3> corners{positions[at(a)], positions[at(b)], positions[at(c)]};
        const auto weights = closest_on_triangle<Real>(x, corners);
        const Vec3 point = weights[0] * corners[0] + weights[1] * corners[1] + weights[2] * corners[2];
        const Real distance = (point - x).squaredNorm();
        if (!(distance < shortest)) continue;
        shortest = distance;
        nearest = {static_cast<int>(t), {weights[0], weights[1], weights[2]}};
    }
    return nearest;
}

MovingPose frame_at(const Solid& solid, const SurfacePoint& point, Real time) {
    const auto& [a, b, c] = solid.surface->triangles[at(point.triangle)];
    const SurfaceSequence::Between between = solid.sequence->between(time);
    const auto corner = [&](int i) { return position_at(*solid.sequence, between, i); };
    return compose(solid.motion.at(time), frame_of({corner(a), corner(b), corner(c)}, point.weights));
}

}  // namespace pleat
