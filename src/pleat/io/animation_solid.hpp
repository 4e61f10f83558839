// A solid of a run, as its folder has it, or as a scene in memory does.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <pleat/io/run_account.hpp>
#include <pleat/io/solid_files.hpp>
#include <pleat/mesh/triangle_mesh.hpp>
#include <pleat/shapes/solid.hpp>

namespace pleat {

/// Read frame by frame.
class AnimationSolid {
public:
    /// Throws ErrorKind::io if a file is missing, ErrorKind::bad_input if they do not fit each other.
    AnimationSolid(const SolidFileNames& files, const SolidAccount& account);

    /// Of a scene, at the times [s] of the frames; at least one.
    AnimationSolid(const Solid& solid, std::span<const Real> times);

    const std::vector<std::array<int, 3>>& triangles() const { return mesh_.triangles; }
    const std::string& name() const { return name_; }
    const std::string& color() const { return color_; }  ///< as in Solid
    /// Whether it is not in the same place in all frames.
    bool is_moving() const { return cache_.has_value() || !frames_.empty(); }
    /// [m] Of a frame; the last one that there is if there are fewer.
    std::vector<Vec3> positions(int frame) const;
    /// The height [m] of a plane that is level, faces up and rests.
    std::optional<Real> ground_height() const;

private:
    TriangleMesh mesh_;
    std::string name_;
    std::string color_;
    bool is_plane_;
    std::optional<Pc2Reader> cache_;
    std::vector<std::vector<Vec3>> frames_;  // of one that moves, if they are in memory
};

}  // namespace pleat
