// The solids of a run as files: the mesh of each, and a point cache with the same frames as the cloth's if it moves.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <pleat/io/pc2.hpp>
#include <pleat/model/scene.hpp>

namespace pleat {

/// Names of the files of a solid.
struct SolidFileNames {
    std::filesystem::path folder{};  ///< of all solids

    std::filesystem::path mesh(const std::string& solid) const { return folder / (solid + ".obj"); }
    std::filesystem::path cache(const std::string& solid) const { return folder / (solid + ".pc2"); }
    std::filesystem::path unfinished_cache(const std::string& solid) const { return folder / (solid + ".pc2.part"); }

    /// Removes the files of the solids with these names, and the folder if nothing is left in it.
    void remove(const std::vector<std::string>& solids) const;
};

/// Writes them frame by frame, and can be resumed as the cloth's cache can. Throws ErrorKind::io if the disk refuses.
class SolidFiles {
public:
    /// Begins anew, in a folder that is made if there are solids.
    static SolidFiles begin(const SolidFileNames& names, const std::vector<Solid>& solids);
    /// Goes on after the first `frames` frames. Throws ErrorKind::bad_input if they are not there.
    static SolidFiles resume(const SolidFileNames& names, const std::vector<Solid>& solids, int frames);

    /// Writes where the solids are at a time [s]; the first time their meshes too.
    void add_frame(const std::vector<Solid>& solids, Real time);
    /// Returns when all frames so far are on the disk.
    void flush();
    /// Gives the caches their final names. Nothing can be added afterwards.
    void finish();

private:
    SolidFileNames names_;
    int frames_ = 0;
    std::vector<std::optional<Pc2Writer>> caches_;  // one a solid; none for those that do not move
    std::vector<Vec3> positions_;
};

}  // namespace pleat
