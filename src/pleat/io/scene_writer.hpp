// Writes a scene with its overrides as one scene file.
#pragma once
#include <string>

#include <pleat/io/scene_file.hpp>

namespace pleat {

/// A scene file that says what `source` says with its overrides, from whatever folder it is read: the names of meshes
/// become absolute. Comments are lost. Throws ErrorKind::bad_input if it is no TOML.
std::string format_scene(const SceneText& source);

}  // namespace pleat
