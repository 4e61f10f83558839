#include <algorithm>
#include <cmath>
#include <limits>

#include <pleat/collision/distance_math.hpp>
#include <pleat/core/index.hpp>
#include <pleat/view/solid_stop.hpp>

namespace pleat {
namespace {

// [m] Beyond the thickness of a solid, so that what a pointer holds does not press.
constexpr Real kRoom = 0.0005;

// Out of one surface, then of another where two meet, and once more.
constexpr int kMostPushes = 4;

}  // namespace

void SolidStop::move(std::span<const Solid> solids, Real time) { surfaces_.move(solids, time, time); }

Vec3 SolidStop::lead(std::span<const Solid> solids, const Vec3& from, const Vec3& to) {
    if (surfaces_.is_empty()) return to;
    // From look to look not further than the room that is kept: so no surface is passed, however thin the solid.
    stride_ = std::numeric_limits<Real>::infinity();
    for (const Solid& solid : solids) stride_ = std::min(stride_, solid.thickness + kRoom);
    const Vec3 way = to - from;
    const int strides = static_cast<int>(std::ceil(way.norm() / stride_));
    Vec3 place = from;
    for (int i = 0; i < strides; ++i) {
        const Vec3 next = place + way / strides;
        place = pushed_out(solids, place, next);
    }
    return place;
}

Vec3 SolidStop::pushed_out(std::span<const Solid> solids, const Vec3& before, Vec3 place) {
    for (int push = 0; push < kMostPushes; ++push) {
        Vec3 longest = Vec3::Zero();
        for (std::size_t s = 0; s < solids.size(); ++s) {
            const Vec3 way = way_out_of(solids[s], static_cast<int>(s), before, place);
            if (way.squaredNorm() > longest.squaredNorm()) longest = way;
        }
        if (longest.isZero()) break;
        place += longest;
    }
    return place;
}

// To where the nearest point of the surface is far enough away; zero if it is.
Vec3 SolidStop::way_out_of(const Solid& solid, int number, const Vec3& before, const Vec3& place) {
    const Real room = solid.thickness + kRoom;
    const Vec3 reach = Vec3::Constant(room + stride_);
    Box around;
    around.add(place - reach);
    around.add(place + reach);
    near_.clear();
    surfaces_.swept().triangle_tree().find_overlaps(around, near_);
    std::sort(near_.begin(), near_.end());
    Real least = std::numeric_limits<Real>::infinity(), height = 0;
    Vec3 gap = Vec3::Zero(), normal = Vec3::Zero();
    for (const int t : near_) {
        if (surfaces_.solid_of_triangle(t) != number) continue;
        const auto corners = surfaces_.corners_at_end(t);
        const auto w = closest_on_triangle<Real>(place, corners);
        const Vec3 own_gap = place - (w[0] * corners[0] + w[1] * corners[1] + w[2] * corners[2]);
        Vec3 own_normal = surfaces_.normal_at_end(t);
        if (solid.is_two_sided && own_normal.dot(before - corners[0]) < 0) own_normal = -own_normal;
        const Real distance = own_gap.norm(), own_height = own_gap.dot(own_normal);
        // Triangles that share the nearest corner or edge are equally near: the one that is seen best knows the side.
        const bool is_nearer = distance < least - 1e-9;
        const bool is_seen_better = distance < least + 1e-9 && std::abs(own_height) > std::abs(height);
        if (!is_nearer && !is_seen_better) continue;
        least = distance;
        height = own_height;
        gap = own_gap;
        normal = own_normal;
    }
    const Real missing = height > 0 ? room - least : room + least;
    if (!(missing > 0) || std::isinf(least)) return Vec3::Zero();
    return height > 0 ? Vec3(missing / least * gap) : Vec3(missing * normal);
}

}  // namespace pleat
