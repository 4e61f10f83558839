// A finished animation: the folder of a run, a point cache with its mesh, meshes one a frame, one that does not move,
// or frames in memory.
#pragma once
#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <pleat/io/animation_solid.hpp>
#include <pleat/io/pc2.hpp>
#include <pleat/io/run_folder.hpp>
#include <pleat/mesh/triangle_mesh.hpp>
#include <pleat/model/model.hpp>

namespace pleat {

/// Triangles that belong together and look alike: a cloth of a run, or a piece of a mesh from elsewhere.
struct AnimationPart {
    IndexRange triangles;
    ClothColors colors;
    std::string name{};      ///< of a cloth
    IndexRange particles{};  ///< of a cloth
};

/// The colours of the part with this index: its own, or if it has none those that pictures give it.
ClothColors shown_colors(const AnimationPart& part, std::size_t index);

/// What an animation was read from.
struct AnimationFiles {
    std::filesystem::path mesh{};   ///< the one with the triangles
    std::filesystem::path cache{};  ///< empty: the positions are in meshes
    std::filesystem::path stats{};  ///< the account of a run; empty: there is none
};

/// Read frame by frame.
class Animation {
public:
    /// `path` is a run's folder, a .pc2 file whose mesh is `mesh` or the .obj beside it, an .obj file, or a folder of
    /// .obj files, one a frame, in the order of the last numbers in their names. Throws
    /// ErrorKind::bad_input with what to do if it is nothing of that kind, ErrorKind::io if it cannot be read.
    explicit Animation(const std::filesystem::path& path, const std::filesystem::path& mesh = {});

    /// Frames of a model, each with the positions of all particles [m]; at least one.
    Animation(const Model& model, Real frame_rate, std::vector<std::vector<Vec3>> frames,
              std::vector<AnimationSolid> solids = {});

    const TriangleMesh& mesh() const { return mesh_; }
    const std::vector<AnimationPart>& parts() const { return parts_; }
    const std::vector<AnimationSolid>& solids() const { return solids_; }  ///< only runs and frames in memory have any
    int frame_count() const;
    /// Whether it is a run of Pleat, whose uv are its rest shape in metres, and whose parts are its cloths.
    bool is_run() const { return is_run_; }
    /// The files that it was read from; for frames in memory there are none.
    const AnimationFiles& files() const { return files_; }
    Real frame_rate() const { return frame_rate_; }  ///< [1/s]
    /// [m] of all particles, all finite. Several threads may read at once.
    std::vector<Vec3> positions(int frame) const;

private:
    void take_account(const RunFiles& files);
    std::vector<Vec3> read_positions(int frame) const;

    AnimationFiles files_;
    TriangleMesh mesh_;
    std::vector<AnimationPart> parts_;
    std::vector<AnimationSolid> solids_;
    Real frame_rate_ = 24;
    std::optional<Pc2Reader> cache_;
    std::vector<std::filesystem::path> sequence_;  // one file a frame, if there are any
    std::uint64_t fingerprint_ = 0;                // of the mesh as it was read
    bool is_run_ = false;
    std::vector<std::vector<Vec3>> frames_;  // if they are in memory
};

/// Numbers of frames in a user's words: "all", "last", or a list like "0,5,10-20,30-90:10" (from-to:every). In
/// increasing order, each once. Throws ErrorKind::bad_input.
std::vector<int> parse_frames(const std::string& text, int frame_count);

/// `count` frames spread evenly from the first to the last of `frames`; all of them if there are not more.
std::vector<int> spread_frames(const std::vector<int>& frames, int count);

}  // namespace pleat
