#include <algorithm>
#include <cassert>
#include <cmath>

#include <Eigen/Geometry>

#include <pleat/core/error.hpp>
#include <pleat/io/animation_solid.hpp>
#include <pleat/io/obj_reader.hpp>

namespace pleat {

AnimationSolid::AnimationSolid(const SolidFileNames& files, const SolidAccount& account)
    : mesh_(read_obj(files.mesh(account.name))),
      name_(account.name),
      color_(account.color),
      is_plane_(account.shape == "plane") {
    if (!account.is_moving) return;
    const auto cache = files.cache(account.name);
    cache_.emplace(cache);
    const auto points = static_cast<std::size_t>(cache_->header().points);
    if (points == mesh_.positions.size() && cache_->header().samples > 0) return;
    throw Error(ErrorKind::bad_input, cache.string() + ": does not fit its mesh; run the scene again");
}

AnimationSolid::AnimationSolid(const Solid& solid, std::span<const Real> times)
    : name_(solid.name), color_(solid.color), is_plane_(solid.shape == "plane") {
    assert(!times.empty());
    mesh_.triangles = solid.surface->triangles;
    solid.place(times.front(), mesh_.positions);
    if (!solid.is_moving()) return;
    for (const Real time : times) solid.place(time, frames_.emplace_back());
}

std::vector<Vec3> AnimationSolid::positions(int frame) const {
    if (!frames_.empty()) return frames_[std::min(static_cast<std::size_t>(frame), frames_.size() - 1)];
    return cache_ ? cache_->read_sample(std::min(frame, cache_->header().samples - 1)) : mesh_.positions;
}

std::optional<Real> AnimationSolid::ground_height() const {
    if (!is_plane_ || is_moving() || mesh_.triangles.empty()) return std::nullopt;
    const auto& [a, b, c] = mesh_.triangles.front();
    const auto x = [&](int i) -> const Vec3& { return mesh_.positions[static_cast<std::size_t>(i)]; };
    const Vec3 normal = (x(b) - x(a)).cross(x(c) - x(a)).normalized();
    if (!(normal.y() > 1 - 1e-9)) return std::nullopt;
    return x(a).y();
}

}  // namespace pleat
