#include <algorithm>

#include <pleat/core/index.hpp>
#include <pleat/corrections/push_off.hpp>

namespace pleat {
namespace {

// Of the thickness: what cloth keeps from corners and edges.
constexpr Real kFeatureRoomShare = 0.5;

}  // namespace

TableCost PushOff::begin_step(const CorrectionStep& step) {
    planes_.clear();
    const SolidSurfaces& surfaces = push_out_.surfaces();
    Real farthest = 0;
    for (std::size_t s = 0; s < step.scene.solids.size(); ++s) {
        if (surfaces.is_sharp(static_cast<int>(s)))
            farthest = std::max(farthest, kFeatureRoomShare * step.scene.solids[s].thickness);
    }
    if (!(farthest > 0)) return {};
    search_->between({step.now.position, push_out_.predicted()}, surfaces.swept(), farthest, candidates_);
    for (const Candidate& pair : candidates_.face_vertex)
        add_plane(step, {false, pair.first, pair.second}, pair.second);
    for (const Candidate& pair : candidates_.edge_edge) {
        add_plane(step, {true, pair.first, pair.second}, surfaces.mesh().edges[at(pair.second)][0]);
    }
    return {};
}

void PushOff::add_plane(const CorrectionStep& step, const FeaturePair& pair, int vertex) {
    const SolidSurfaces& surfaces = push_out_.surfaces();
    if (!surfaces.is_sharp(surfaces.solid_of(vertex))) return;
    const Solid& solid = step.scene.solids[at(surfaces.solid_of(vertex))];
    const Real keep = kFeatureRoomShare * solid.thickness;
    const auto touch =
        find_feature_touch(pair, search_->mesh(), {step.now.position, push_out_.predicted()}, surfaces, keep);
    if (!touch) return;
    Vec3 place = Vec3::Zero();
    bool is_inside = false;
    for (std::size_t c = 0; c < 3 && touch->particles[c] >= 0; ++c) {
        const std::size_t p = at(touch->particles[c]);
        place += touch->weights[static_cast<Eigen::Index>(c)] * step.now.position[p];
        is_inside |= !push_out_.inside().empty() && push_out_.inside()[p] != 0;
    }
    if (is_inside) return;
    Plane plane{*touch};
    plane.gap = std::min(keep, touch->normal.dot(place - touch->solid_start));
    plane.rise = std::min(keep - plane.gap, kPushOutRate * keep * step.dt);
    plane.friction = solid.friction;
    planes_.push_back(plane);
}

Real PushOff::push(const Plane& plane, const CorrectionInput& in, CorrectionWork& work) const {
    const FeatureTouch& touch = plane.touch;
    const std::span<const Real> inverse_masses = in.step.inverse_masses;
    const Vec3 motion = touch.solid_end - touch.solid_start;
    Vec3 place = Vec3::Zero(), before = Vec3::Zero();
    Real mobility = 0;
    for (std::size_t c = 0; c < 3 && touch.particles[c] >= 0; ++c) {
        const std::size_t p = at(touch.particles[c]);
        const Real weight = touch.weights[static_cast<Eigen::Index>(c)];
        place += weight * work.position[p];
        before += weight * in.before[p];
        mobility += weight * weight * inverse_masses[p];
    }
    const Real missing =
        plane.gap + in.end * plane.rise - touch.normal.dot(place - touch.solid_start - in.end * motion);
    if (!(missing > 0) || !(mobility > 0)) return 0;
    const Vec3 carried = (in.end - in.begin) * motion;
    const Vec3 moved = place - before - carried;
    const Vec3 slip = moved - touch.normal.dot(moved) * touch.normal;
    const Real share = slip.isZero(0) ? 0 : std::min(Real(1), plane.friction * missing / slip.norm());
    const Vec3 change = missing * touch.normal - share * slip;
    for (std::size_t c = 0; c < 3 && touch.particles[c] >= 0; ++c) {
        const std::size_t p = at(touch.particles[c]);
        work.position[p] += touch.weights[static_cast<Eigen::Index>(c)] * inverse_masses[p] / mobility * change;
    }
    work.given += change.dot(carried) / (mobility * in.dt() * in.dt());
    return change.norm();
}

Real PushOff::sweep(const CorrectionInput& in, CorrectionWork& work) {
    Real moved = 0;
    for (const Plane& plane : planes_) moved += push(plane, in, work);
    return moved;
}

}  // namespace pleat
