#include <array>

#include <pleat/collision/continuous.hpp>
#include <pleat/collision/distance_math.hpp>
#include <pleat/collision/solid_touches.hpp>

namespace pleat {
namespace {

using Corners = std::array<Vec3, 3>;

Vec3 closest_weights(const Vec3& p, const Corners& triangle) {
    const std::array<Real, 3> w = closest_on_triangle<Real>(p, triangle);
    return {w[0], w[1], w[2]};
}

Vec3 combine(const Corners& x, const Vec3& weights) {
    return weights[0] * x[0] + weights[1] * x[1] + weights[2] * x[2];
}

}  // namespace

bool find_touch(const SolidSurfaces& surfaces, int triangle, bool is_two_sided, const Vec3& start, const Vec3& end,
                Real distance, Touch& touch) {
    const Corners before = surfaces.corners_at_start(triangle), after = surfaces.corners_at_end(triangle);
    const Real height = surfaces.normal_at_start(triangle).dot(start - before[0]);
    const Real side = is_two_sided && height < 0 ? -1 : 1;
    if (side * height < 0) return false;
    const Vec3 outward = side * surfaces.normal_at_end(triangle);
    const Real height_at_end = outward.dot(end - after[0]);
    if (height_at_end >= distance) return false;
    touch = {};
    touch.triangle = triangle;
    if (height_at_end < 0) {
        const PairMotion way{{start, before[0], before[1], before[2]}, {end, after[0], after[1], after[2]}};
        if (!first_contact(PairKind::vertex_face, way)) return false;
        // It is stopped where it comes as near as it may; who is there already, where it is.
        const Real start_distance = (start - combine(before, closest_weights(start, before))).norm();
        Real time = 0;
        if (start_distance > 1.01 * distance) time = first_contact(PairKind::vertex_face, way, distance).value_or(0);
        Corners then;
        for (std::size_t c = 0; c < 3; ++c) then[c] = before[c] + time * (after[c] - before[c]);
        touch.approach = time * (end - start);
        touch.weights = closest_weights(start + touch.approach, then);
        touch.normal = outward;
        touch.gap = outward.dot(end - combine(after, touch.weights)) - distance;
        touch.has_crossed = true;
        return true;
    }
    touch.weights = closest_weights(end, after);
    const Vec3 apart = end - combine(after, touch.weights);
    const Real length = apart.norm();
    if (length >= distance) return false;
    touch.normal = length > 1e-3 * distance ? Vec3(apart / length) : outward;
    touch.gap = length - distance;
    return true;
}

}  // namespace pleat
