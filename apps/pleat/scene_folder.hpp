// The scenes that come with Pleat.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace pleat {

/// The folder that the environment variable PLEAT_SCENES names; else the one installed with this program; else the
/// one in the sources that it was built from.
std::filesystem::path scene_folder();

/// Every *.toml in that folder, in the order of their names. Throws ErrorKind::io if there is no such folder.
std::vector<std::filesystem::path> scene_files();

/// `name` is a file or the name of a scene that comes with Pleat. Throws ErrorKind::bad_input with the nearest name if
/// it is neither.
std::filesystem::path find_scene(const std::string& name);

}  // namespace pleat
