#include <algorithm>
#include <tuple>

#include <Eigen/Geometry>

#include <pleat/collision/touch_search.hpp>
#include <pleat/core/index.hpp>
#include <pleat/core/parallel.hpp>
#include <pleat/core/simd.hpp>

namespace pleat {
namespace {

constexpr std::size_t kTogether = ParticlePatch::kMost;
// Of the distance: what is farther than this beyond a bound is left out, so that rounding loses nothing.
constexpr Real kMargin = 1e-3;
// Patches that a thread takes at once, at least.
constexpr int kSmallestBlock = 16;

// [m] How far particles may be from where the tree was asked, and the share of it that may be used, so that rounding
// loses nothing.
constexpr Real kSlack = 0.005;
constexpr Real kUsedSlack = 0.999 * kSlack;
// Of an angle with the normal, its tangent: an edge that is touched less askew may count as a face.
constexpr Real kFaceOn = 0.06;
// [m^2] Farther than any.
constexpr Real kNowhere = 1e30;

struct Places {
    Double8 x, y, z;  // [m]

    Double8 along(const Vec3& direction) const { return direction.x() * x + direction.y() * y + direction.z() * z; }
};

Places places_of(const ParticlePatch& patch, std::span<const Vec3> position) {
    Places places;
    for (std::size_t lane = 0; lane < kTogether; ++lane) {
        const Vec3& x = position[at(patch.particles[lane])];
        places.x[lane] = x.x();
        places.y[lane] = x.y();
        places.z[lane] = x.z();
    }
    return places;
}

}  // namespace

struct TouchSearch::PatchWay {
    Places start, end;
};

void TouchSearch::make_walls(const SolidSurfaces& surfaces, std::span<const Solid> solids, Real room) {
    farthest_ = room;
    for (const Solid& solid : solids) farthest_ = std::max(farthest_, solid.thickness + room);
    if (walls_of_ == surfaces.motions()) return;
    walls_of_ = surfaces.motions();
    walls_.resize(surfaces.mesh().triangles.size());
    parallel_for_each(static_cast<int>(walls_.size()), [&](std::size_t i) {
        const int t = static_cast<int>(i);
        const std::array<Vec3, 3> before = surfaces.corners_at_start(t), after = surfaces.corners_at_end(t);
        const Solid& solid = solids[at(surfaces.solid_of_triangle(t))];
        Wall& wall = walls_[i];
        wall.start = before[0];
        wall.end = after[0];
        wall.normal_start = surfaces.normal_at_start(t);
        wall.normal_end = surfaces.normal_at_end(t);
        wall.distance = solid.thickness + room;
        wall.is_two_sided = solid.is_two_sided;
        wall.moves = before != after;
        for (std::size_t c = 0; c < 3; ++c) {
            const Vec3 out = (after[(c + 1) % 3] - after[c]).cross(wall.normal_end);
            const Real length = out.norm();
            wall.sides[c] = length > 0 ? Vec3(out / length) : Vec3(Vec3::Zero());
            wall.side_places[c] = wall.sides[c].dot(after[c]);
        }
    });
}

// Which particles of a patch may touch a wall, by bounds; with slack [m], or would if they started and ended elsewhere
// within it.
bool TouchSearch::compare(const Wall& wall, const PatchWay& way, Real slack, Meeting& meeting) {
    const Real margin = kMargin * wall.distance + slack;
    const Double8 height = way.start.along(wall.normal_start) - wall.normal_start.dot(wall.start);
    const Double8 above = way.end.along(wall.normal_end) - wall.normal_end.dot(wall.end);
    // Who starts behind a wall with two sides sees it from there. Near the wall that may be either.
    const Double8 behind = wall.is_two_sided ? (height < margin ? -above : above) : above;
    const Double8 before = wall.is_two_sided ? (height > -margin ? above : -above) : above;
    const Double8 nearest = behind < before ? behind : before;
    Integer8 may_touch = nearest < wall.distance + margin;
    if (!wall.is_two_sided) may_touch &= height > -margin;
    if (is_zero(may_touch)) return false;
    const Integer8 may_cross = nearest < margin;
    const bool has_crossing = !is_zero(may_touch & may_cross);
    Double8 farthest = Double8{} - kNowhere;
    for (std::size_t c = 0; c < 3; ++c) {
        // Beside it at the end, and for who goes through its plane, on the whole way.
        const Double8 beside = way.end.along(wall.sides[c]) - wall.side_places[c];
        Integer8 is_off = beside > wall.distance + margin;
        if (has_crossing) {
            const Integer8 starts_beside = way.start.along(wall.sides[c]) - wall.side_places[c] > margin;
            is_off &= ~may_cross | (starts_beside & (wall.moves ? Integer8{} : ~Integer8{}));
        }
        may_touch &= ~is_off;
        if (is_zero(may_touch)) return false;
        farthest = beside > farthest ? beside : farthest;
    }
    const Double8 outside = farthest > 0 ? farthest : Double8{};
    // Beside an edge, clearly: the way to the wall is not along its normal.
    const Integer8 is_edge = ~may_cross & (outside > kFaceOn * nearest);
    const Integer8 is_face = may_touch & ~may_cross & (farthest <= 0);
    store(may_touch, meeting.may_touch.data());
    store(is_edge, meeting.is_edge.data());
    store(Double8(nearest * nearest + outside * outside), meeting.squared.data());
    store(Double8(is_face ? nearest * nearest : Double8{} + kNowhere), meeting.squared_on_face.data());
    return true;
}

// Whether all that a patch may touch is among what is kept.
bool TouchSearch::is_in_slack(const ParticlePatch& patch, const Sweep& sweep, const Kept& kept) const {
    if (kept.walls_of != walls_of_) return false;
    for (std::size_t lane = 0; lane < at(patch.count); ++lane) {
        const std::size_t p = at(patch.particles[lane]);
        const Real start = (sweep.start[p] - kept.start[lane]).squaredNorm();
        const Real end = (sweep.end[p] - kept.end[lane]).squaredNorm();
        if (!(std::max(start, end) < kUsedSlack * kUsedSlack)) return false;
    }
    return true;
}

void TouchSearch::ask_tree(const ParticlePatch& patch, const Sweep& sweep, const SolidSurfaces& surfaces,
                           std::vector<int>& found, Kept& kept) const {
    Box box;
    for (std::size_t lane = 0; lane < at(patch.count); ++lane) {
        kept.start[lane] = sweep.start[at(patch.particles[lane])];
        kept.end[lane] = sweep.end[at(patch.particles[lane])];
        box.add(kept.start[lane]);
        box.add(kept.end[lane]);
    }
    kept.walls_of = walls_of_;
    kept.triangles.clear();
    found.clear();
    surfaces.swept().triangle_tree().find_overlaps(box.grown(farthest_ + kSlack), found);
    const PatchWay way{places_of(patch, sweep.start), places_of(patch, sweep.end)};
    Meeting meeting;
    for (const int triangle : found) {
        if (compare(walls_[at(triangle)], way, kSlack, meeting)) kept.triangles.push_back(triangle);
    }
}

// Who may touch what, and how near each particle is to the faces of a solid that it is above.
void TouchSearch::find_meetings(const Kept& kept, const PatchWay& way, const SolidSurfaces& surfaces,
                                Block& block) const {
    block.meetings.clear();
    block.nearest_faces.clear();
    for (const int triangle : kept.triangles) {
        Meeting meeting;
        if (!compare(walls_[at(triangle)], way, 0, meeting)) continue;
        meeting.triangle = triangle;
        const int solid = surfaces.solid_of_triangle(triangle);
        auto& nearest = block.nearest_faces;
        auto known =
            std::find_if(nearest.begin(), nearest.end(), [&](const auto& face) { return face.solid == solid; });
        if (known == nearest.end()) {
            known = nearest.insert(nearest.end(), {solid, {}});
            known->squared.fill(kNowhere);
        }
        meeting.faces = static_cast<int>(known - nearest.begin());
        for (std::size_t lane = 0; lane < kTogether; ++lane) {
            known->squared[lane] = std::min(known->squared[lane], meeting.squared_on_face[lane]);
        }
        block.meetings.push_back(meeting);
    }
}

// Of a particle that is above a face of a solid, no edge counts that is farther than this.
void TouchSearch::look_at(const ParticlePatch& patch, const Sweep& sweep, const SolidSurfaces& surfaces, Kept& kept,
                          Block& block) const {
    if (!is_in_slack(patch, sweep, kept)) ask_tree(patch, sweep, surfaces, block.triangles, kept);
    if (kept.triangles.empty()) return;
    find_meetings(kept, {places_of(patch, sweep.start), places_of(patch, sweep.end)}, surfaces, block);
    for (const Meeting& meeting : block.meetings) {
        const Wall& wall = walls_[at(meeting.triangle)];
        const NearestFaces& faces = block.nearest_faces[at(meeting.faces)];
        for (std::size_t lane = 0; lane < at(patch.count); ++lane) {
            if (meeting.may_touch[lane] == 0) continue;
            if (meeting.is_edge[lane] != 0 && meeting.squared[lane] > (1 + kMargin) * faces.squared[lane]) continue;
            const int particle = patch.particles[lane];
            ParticleTouch found{particle, {}};
            if (find_touch(surfaces, meeting.triangle, wall.is_two_sided, sweep.start[at(particle)],
                           sweep.end[at(particle)], wall.distance, found.touch)) {
                block.touches.push_back(found);
            }
        }
    }
}

void TouchSearch::find(const Sweep& sweep, const SolidSurfaces& surfaces, std::span<const Solid> solids, Real room,
                       std::vector<ParticleTouch>& found) {
    make_walls(surfaces, solids, room);
    kept_.resize(patches_.size());
    const BlockRange range(static_cast<int>(patches_.size()), kSmallestBlock);
    if (blocks_.size() < at(range.blocks)) blocks_.resize(at(range.blocks));
    parallel_blocks(range.blocks, [&](int index) {
        Block& block = blocks_[at(index)];
        block.touches.clear();
        for (int i = range.begin(index); i < range.end(index); ++i) {
            const std::size_t first = block.touches.size();
            look_at(patches_[at(i)], sweep, surfaces, kept_[at(i)], block);
            std::sort(block.touches.begin() + static_cast<std::ptrdiff_t>(first), block.touches.end(),
                      [](const ParticleTouch& a, const ParticleTouch& b) {
                          return std::tuple(a.particle, a.touch.gap, a.touch.triangle) <
                                 std::tuple(b.particle, b.touch.gap, b.touch.triangle);
                      });
        }
    });
    found.clear();
    for (const Block& block : std::span(blocks_).first(at(range.blocks))) {
        found.insert(found.end(), block.touches.begin(), block.touches.end());
    }
}

}  // namespace pleat
