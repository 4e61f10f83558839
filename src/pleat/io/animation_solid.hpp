// A solid of a run, as its folder has it.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include <pleat/io/run_account.hpp>
#include <pleat/io/solid_files.hpp>
#include <pleat/mesh/triangle_mesh.hpp>

namespace pleat {

/// Read frame by frame.
class AnimationSolid {
public:
    /// Throws ErrorKind::io if a file is missing, ErrorKind::bad_input if they do not fit each other.
    AnimationSolid(const SolidFileNames& files, const SolidAccount& account);

    const std::vector<std::array<int, 3>>& triangles() const { return mesh_.triangles; }
    const std::string& color() const { return color_; }  ///< as in Solid
    /// [m] Of a frame; the last one that there is if there are fewer.
    std::vector<Vec3> positions(int frame) const;
    /// The height [m] of a plane that is level, faces up and rests.
    std::optional<Real> ground_height() const;

private:
    TriangleMesh mesh_;
    std::string color_;
    bool is_plane_;
    std::optional<Pc2Reader> cache_;
};

}  // namespace pleat
