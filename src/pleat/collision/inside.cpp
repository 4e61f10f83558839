#include <algorithm>
#include <array>

#include <pleat/collision/distance_math.hpp>
#include <pleat/collision/inside.hpp>
#include <pleat/core/index.hpp>

namespace pleat {
namespace {

bool has_inside(const SolidSurfaces& surfaces, std::span<const Solid> solids, int solid) {
    return surfaces.is_closed(solid) && !solids[at(solid)].is_two_sided;
}

// Whether a ray from `point` up along an axis meets a triangle.
bool meets(const Vec3& point, int axis, const std::array<Vec3, 3>& triangle) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    std::array<Real, 3> area;
    for (std::size_t c = 0; c < 3; ++c) {
        const Vec3 a = triangle[(c + 1) % 3] - point, b = triangle[(c + 2) % 3] - point;
        area[c] = a[u] * b[v] - a[v] * b[u];
    }
    const bool is_left = area[0] >= 0 && area[1] >= 0 && area[2] >= 0;
    const bool is_right = area[0] < 0 && area[1] < 0 && area[2] < 0;
    const Real whole = area[0] + area[1] + area[2];
    if ((!is_left && !is_right) || whole == 0) return false;
    Real height = 0;
    for (std::size_t c = 0; c < 3; ++c) height += area[c] / whole * triangle[c][axis];
    return height > point[axis];
}

}  // namespace

bool InsideTest::is_inside(const SolidSurfaces& surfaces, std::span<const Solid> solids, const Vec3& exact) {
    // A little beside, so that rays do not run along edges or through corners.
    const BoxTree& tree = surfaces.swept().triangle_tree();
    const Real size = (tree.box().high - tree.box().low).norm();
    const Vec3 point = exact + 1e-9 * size * Vec3(0.6180339887, 0.4142135624, 0.7320508076);
    int votes = 0;
    for (int axis = 0; axis < 3; ++axis) {
        if (says_inside(surfaces, solids, point, axis)) ++votes;
    }
    return votes >= 2;
}

bool InsideTest::says_inside(const SolidSurfaces& surfaces, std::span<const Solid> solids, const Vec3& point,
                             int axis) {
    const BoxTree& tree = surfaces.swept().triangle_tree();
    Box ray;
    ray.add(point);
    Vec3 far = point;
    far[axis] = std::max(point[axis], tree.box().high[axis]);
    ray.add(far);
    overlaps_.clear();
    tree.find_overlaps(ray, overlaps_);
    crossings_.assign(solids.size(), 0);
    for (const int t : overlaps_) {
        const int solid = surfaces.solid_of_triangle(t);
        if (!has_inside(surfaces, solids, solid)) continue;
        if (meets(point, axis, surfaces.corners_at_end(t))) {
            ++crossings_[at(solid)];
        }
    }
    return std::any_of(crossings_.begin(), crossings_.end(), [](int count) { return count % 2 == 1; });
}

std::optional<WayOut> InsideTest::find_way_out(const SolidSurfaces& surfaces, std::span<const Solid> solids,
                                               const Vec3& point) {
    const BoxTree& tree = surfaces.swept().triangle_tree();
    const Real farthest = (tree.box().high - tree.box().low).norm();
    std::optional<WayOut> nearest;
    for (Real reach = farthest / 64; !nearest && reach < 2 * farthest; reach *= 2) {
        Box around;
        around.add(point - Vec3::Constant(reach));
        around.add(point + Vec3::Constant(reach));
        overlaps_.clear();
        tree.find_overlaps(around, overlaps_);
        std::sort(overlaps_.begin(), overlaps_.end());
        Real best = reach;
        for (const int t : overlaps_) {
            if (!has_inside(surfaces, solids, surfaces.solid_of_triangle(t))) continue;
            const auto triangle = surfaces.corners_at_start(t);
            const Vec3 normal = surfaces.normal_at_start(t);
            if (normal.dot(point - triangle[0]) > 0) continue;
            const auto w = closest_on_triangle<Real>(point, triangle);
            const Real distance = (w[0] * triangle[0] + w[1] * triangle[1] + w[2] * triangle[2] - point).norm();
            if (!(distance < best)) continue;
            best = distance;
            nearest = WayOut{t, {w[0], w[1], w[2]}, normal};
        }
    }
    return nearest;
}

}  // namespace pleat
