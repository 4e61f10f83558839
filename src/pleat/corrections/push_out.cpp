#include <algorithm>
#include <array>
#include <cmath>

#include <pleat/constraints/predicted_positions.hpp>
#include <pleat/core/index.hpp>
#include <pleat/core/parallel.hpp>
#include <pleat/corrections/push_out.hpp>

namespace pleat {
namespace {

// Planes of one particle whose normals' product is above this are one.
constexpr Real kSameDirection = 0.9;
// [m] Besides the thickness: corrections lead particles elsewhere than they were expected.
constexpr Real kSurfaceRoom = 0.01;
// [m/s] Particles inside a solid are moved out this fast.
constexpr Real kLeadOutSpeed = 0.5;
// [s] The step of the paper, to which its share of friction belongs.
constexpr Real kPaperStep = 1.0 / 120;

}  // namespace

std::vector<int> PushOut::find_inside(const Scene& scene, const State& state) {
    std::vector<int> inside;
    if (scene.solids.empty()) return inside;
    surfaces_.move(scene.solids, script_time(state.time), script_time(state.time));
    for (const int particle : search_->mesh().particles) {
        if (inside_test_.is_inside(surfaces_, scene.solids, state.position[at(particle)])) inside.push_back(particle);
    }
    return inside;
}

TableCost PushOut::begin_step(const CorrectionStep& step) {
    planes_.clear();
    surfaces_.move(step.scene.solids, script_time(step.now.time), script_time(step.now.time + step.dt));
    is_inside_.assign(step.now.inside.empty() ? 0 : step.now.position.size(), 0);
    for (const int particle : step.now.inside) is_inside_[at(particle)] = 1;
    if (step.scene.solids.empty()) return {};
    find_planes(step);
    lift_edges(step);
    set_gaps(step);
    lead_out(step);
    return {};
}

void PushOut::find_planes(const CorrectionStep& step) {
    predict_positions({step.model, step.scene, step.now, step.dt}, predicted_);
    if (!touch_search_) touch_search_.emplace(step.model);
    touch_search_->find({step.now.position, predicted_}, surfaces_, step.scene.solids, kSurfaceRoom, touches_);
    const std::span<const ParticleTouch> all(touches_);
    for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
        const std::size_t particle = at(all[begin].particle);
        while (end < all.size() && all[end].particle == all[begin].particle) ++end;
        const bool is_free = is_inside_.empty() || is_inside_[particle] == 0;
        if (is_free && step.inverse_masses[particle] > 0) add_planes(step, all.subspan(begin, end - begin));
    }
    std::stable_sort(planes_.begin(), planes_.end(),
                     [](const Plane& a, const Plane& b) { return a.particle < b.particle; });
}

// Of a particle's touches, the nearest first, up to three in different directions. Who touches a solid in one place is
// beside most of its triangles: their edges count only if it is above none.
void PushOut::add_planes(const CorrectionStep& step, std::span<const ParticleTouch> touches) {
    const std::size_t first = planes_.size();
    for (const auto& [particle, touch] : touches) {
        const int solid = surfaces_.solid_of_triangle(touch.triangle);
        const bool is_face_on = std::abs(surfaces_.normal_at_end(touch.triangle).dot(touch.normal)) > 0.999;
        const bool is_known =
            std::any_of(planes_.begin() + static_cast<std::ptrdiff_t>(first), planes_.end(), [&](const Plane& other) {
                const bool is_same = surfaces_.solid_of_triangle(other.triangle) == solid;
                return (is_same && !is_face_on) || other.normal.dot(touch.normal) > kSameDirection;
            });
        if (is_known || planes_.size() - first == 3) continue;
        const ContactPoint point = surfaces_.point(touch.triangle, touch.weights);
        const Solid& wall = step.scene.solids[at(solid)];
        Plane plane{particle, touch.triangle, touch.normal, point.start, point.end - point.start};
        plane.keep = wall.thickness;
        plane.friction = wall.friction;
        planes_.push_back(plane);
    }
}

// Two particles that keep the thickness of a round solid have the edge between them nearer to it than they are: on a
// ball of radius R by l^2 / (8 R), which is l / 8 times the angle between their planes. They keep as much more. At
// sharp edges that would be too much, and is up to the fail-safe.
void PushOut::lift_edges(const CorrectionStep& step) {
    constexpr Real kSharp = 0.35;  // [rad]
    first_plane_.assign(step.now.position.size(), -1);
    lift_.assign(planes_.size(), 0);
    for (std::size_t k = planes_.size(); k-- > 0;) first_plane_[at(planes_[k].particle)] = static_cast<int>(k);
    for (const auto& [a, b] : search_->mesh().edges) {
        const int one = first_plane_[at(a)], other = first_plane_[at(b)];
        if (one < 0 || other < 0) continue;
        const Real turn = (planes_[at(one)].normal - planes_[at(other)].normal).norm();
        const Vec3 along = step.now.position[at(b)] - step.now.position[at(a)];
        // Into a hollow there is nothing to keep from.
        const bool is_round = along.dot(planes_[at(other)].normal - planes_[at(one)].normal) > 0;
        if (turn > kSharp || !is_round) continue;
        const Real lift = along.norm() * turn / 8;
        for (const int k : {one, other}) lift_[at(k)] = std::max(lift_[at(k)], lift);
    }
    for (std::size_t k = 0; k < planes_.size(); ++k) planes_[k].keep += lift_[k];
}

// Who is nearer than it is to keep moves out in the course of time.
void PushOut::set_gaps(const CorrectionStep& step) {
    for (Plane& plane : planes_) {
        const Real now = plane.normal.dot(step.now.position[at(plane.particle)] - plane.start);
        plane.gap = std::min(now, plane.keep);
        plane.rise = std::min(plane.keep - plane.gap, kPushOutRate * plane.keep * step.dt);
    }
}

void PushOut::lead_out(const CorrectionStep& step) {
    if (step.now.inside.empty()) return;
    for (const int particle : step.now.inside) {
        if (!(step.inverse_masses[at(particle)] > 0)) continue;
        const Vec3& x = step.now.position[at(particle)];
        const auto way = inside_test_.find_way_out(surfaces_, step.scene.solids, x);
        if (!way) continue;
        const ContactPoint point = surfaces_.point(way->triangle, way->weights);
        Plane plane{particle, way->triangle, way->normal, point.start, point.end - point.start};
        plane.gap = plane.normal.dot(x - plane.start);
        const Solid& wall = step.scene.solids[at(surfaces_.solid_of_triangle(way->triangle))];
        plane.rise = std::min(wall.thickness - plane.gap, kLeadOutSpeed * step.dt);
        planes_.push_back(plane);
    }
    std::stable_sort(planes_.begin(), planes_.end(),
                     [](const Plane& a, const Plane& b) { return a.particle < b.particle; });
}

Real PushOut::push(Plane& plane, const CorrectionInput& in, std::span<Vec3> position, Real& given) const {
    Vec3& x = position[at(plane.particle)];
    const Vec3 place = plane.start + in.end * plane.motion;
    const Real missing = plane.gap + in.end * plane.rise - plane.normal.dot(x - place);
    plane.pushed = 0;
    if (!(missing > 0)) return 0;
    plane.pushed = missing;
    const Vec3 carried = (in.end - in.begin) * plane.motion;
    const Vec3 moved = x - in.before[at(plane.particle)] - carried;
    const Vec3 slip = moved - plane.normal.dot(moved) * plane.normal;
    const Real length = slip.norm();
    Real share = 0;
    if (friction_.share) {
        share = 1 - std::pow(1 - *friction_.share, in.dt() / kPaperStep);
    } else if (length > 0) {
        share = std::min(Real(1), plane.friction * missing / length);
    }
    plane.slip = share < 1 ? Vec3((1 - share) * slip) : Vec3(Vec3::Zero());
    const Vec3 change = missing * plane.normal - (slip - plane.slip);
    x += change;
    const Real mass = 1 / in.step.inverse_masses[at(plane.particle)];
    given += mass * change.dot(carried) / (in.dt() * in.dt());
    return change.norm();
}

// Particles are no one's neighbours here: each has its planes to itself, and blocks begin with a particle's first one.
Real PushOut::sweep(const CorrectionInput& in, CorrectionWork& work) {
    const BlockRange range(static_cast<int>(planes_.size()));
    const auto first_from = [&](int plane) {
        while (plane > 0 && plane < range.count && planes_[at(plane)].particle == planes_[at(plane - 1)].particle) {
            ++plane;
        }
        return plane;
    };
    std::array<Real, BlockRange::kMaxBlocks> moved, given;
    parallel_blocks(range.blocks, [&](int block) {
        moved[at(block)] = given[at(block)] = 0;
        const int end = first_from(range.end(block));
        for (int i = first_from(range.begin(block)); i < end; ++i) {
            moved[at(block)] += push(planes_[at(i)], in, work.position, given[at(block)]);
        }
    });
    Real sum = 0;
    for (int block = 0; block < range.blocks; ++block) {
        sum += moved[at(block)];
        work.given += given[at(block)];
    }
    return sum;
}

void PushOut::end_step(const CorrectionStep& step, State& next) {
    next.contacts.clear();
    next.inside.clear();
    for (const int particle : step.now.inside) {
        if (inside_test_.is_inside(surfaces_, step.scene.solids, next.position[at(particle)])) {
            next.inside.push_back(particle);
        }
    }
    for (const Plane& plane : planes_) {
        if (!(plane.pushed > 0)) continue;
        next.contacts.push_back({plane.particle, plane.triangle, plane.normal, plane.slip, 0});
    }
}

}  // namespace pleat
