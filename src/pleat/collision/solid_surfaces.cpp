#include <algorithm>
#include <cmath>
#include <map>

#include <Eigen/Geometry>

#include <pleat/collision/solid_surfaces.hpp>
#include <pleat/core/index.hpp>
#include <pleat/core/parallel.hpp>

namespace pleat {
namespace {

std::array<Vec3, 3> corners_of(std::span<const Vec3> x, const std::array<int, 3>& t) {
    return {x[at(t[0])], x[at(t[1])], x[at(t[2])]};
}

Vec3 normal_of(const std::array<Vec3, 3>& corners) {
    const Vec3 n = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
    const Real length = n.norm();
    return length > 0 ? Vec3(n / length) : Vec3::Zero();
}

bool encloses_space(const Surface& surface) {
    std::vector<std::array<int, 2>> sides;
    for (const auto& t : surface.triangles) {
        for (std::size_t c = 0; c < 3; ++c) sides.push_back({t[c], t[(c + 1) % 3]});
    }
    std::sort(sides.begin(), sides.end());
    return std::all_of(sides.begin(), sides.end(), [&](const std::array<int, 2>& side) {
        return std::binary_search(sides.begin(), sides.end(), std::array<int, 2>{side[1], side[0]});
    });
}

bool has_sharp_edges(const Surface& surface) {
    constexpr Real kSharp = 0.35;                // [rad]
    std::map<std::array<int, 2>, Vec3> normals;  // by side, as its triangle goes round
    for (const auto& t : surface.triangles) {
        const Vec3 normal = normal_of(corners_of(surface.positions, t));
        for (std::size_t c = 0; c < 3; ++c) normals[{t[c], t[(c + 1) % 3]}] = normal;
    }
    return std::any_of(normals.begin(), normals.end(), [&](const auto& side) {
        const auto other = normals.find({side.first[1], side.first[0]});
        return other != normals.end() && side.second.dot(other->second) < std::cos(kSharp);
    });
}

bool stands_still(const Solid& solid) { return solid.motion.parts.empty() && solid.sequence == nullptr; }

}  // namespace

void SolidSurfaces::adopt(std::span<const Solid> solids) {
    surfaces_.clear();
    first_vertex_.assign(1, 0);
    solid_of_.clear();
    is_closed_.clear();
    is_sharp_.clear();
    std::vector<std::array<int, 3>> triangles;
    for (std::size_t s = 0; s < solids.size(); ++s) {
        const Surface& surface = *solids[s].surface;
        surfaces_.push_back(solids[s].surface);
        is_closed_.push_back(encloses_space(surface) ? 1 : 0);
        is_sharp_.push_back(has_sharp_edges(surface) ? 1 : 0);
        const int first = first_vertex_.back();
        for (const auto& t : surface.triangles) triangles.push_back({first + t[0], first + t[1], first + t[2]});
        solid_of_.insert(solid_of_.end(), surface.positions.size(), static_cast<int>(s));
        first_vertex_.push_back(first + static_cast<int>(surface.positions.size()));
    }
    start_.assign(solid_of_.size(), Vec3::Zero());
    end_.assign(solid_of_.size(), Vec3::Zero());
    swept_ = SweptMesh(make_collision_mesh(triangles));
    is_at_rest_ = false;
}

void SolidSurfaces::move(std::span<const Solid> solids, Real from, Real to) {
    const bool is_known = std::equal(solids.begin(), solids.end(), surfaces_.begin(), surfaces_.end(),
                                     [](const Solid& s, const auto& surface) { return s.surface == surface; });
    if (!is_known) adopt(solids);
    from_ = from;
    to_ = to;
    if (is_at_rest_) return;
    ++motions_;
    for (std::size_t s = 0; s < solids.size(); ++s) {
        const auto first = first_vertex_[s];
        solids[s].place(from, placed_);
        std::copy(placed_.begin(), placed_.end(), start_.begin() + first);
        solids[s].place(to, placed_);
        std::copy(placed_.begin(), placed_.end(), end_.begin() + first);
    }
    swept_.move({start_, end_});
    normal_at_start_.resize(mesh().triangles.size());
    normal_at_end_.resize(mesh().triangles.size());
    parallel_for_each(static_cast<int>(normal_at_end_.size()), [&](std::size_t t) {
        normal_at_start_[t] = normal_of(corners_of(start_, mesh().triangles[t]));
        normal_at_end_[t] = normal_of(corners_of(end_, mesh().triangles[t]));
    });
    is_at_rest_ = std::all_of(solids.begin(), solids.end(), stands_still);
}

ContactPoint SolidSurfaces::point(int triangle, const Vec3& weights) const {
    const std::array<int, 3>& t = mesh().triangles[at(triangle)];
    ContactPoint p{Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
    for (std::size_t c = 0; c < 3; ++c) {
        p.start += weights[static_cast<Eigen::Index>(c)] * start_[at(t[c])];
        p.end += weights[static_cast<Eigen::Index>(c)] * end_[at(t[c])];
    }
    if (to_ > from_) p.velocity = (p.end - p.start) / (to_ - from_);
    return p;
}

std::array<Vec3, 3> SolidSurfaces::corners_at_start(int triangle) const {
    return corners_of(start_, mesh().triangles[at(triangle)]);
}

std::array<Vec3, 3> SolidSurfaces::corners_at_end(int triangle) const {
    return corners_of(end_, mesh().triangles[at(triangle)]);
}

}  // namespace pleat
