// Reads a scene from a TOML file (docs/scene.md).
#pragma once
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <pleat/model/model.hpp>
#include <pleat/model/scene.hpp>
#include <pleat/sim/simulation.hpp>

namespace pleat {

/// Formats in which frames can be written.
struct OutputSettings {
    bool pc2 = true;   ///< one point cache with its OBJ
    bool obj = false;  ///< one OBJ a frame
    bool ply = false;  ///< one PLY a frame
};

/// All that a scene file says.
struct SceneFile {
    std::string title;
    std::string description;
    Model model;
    Scene scene;
    SimulationSettings settings;
    int frames = 0;  ///< to compute, besides frame 0
    OutputSettings output;
    /// Fingerprint of all that decides the result, but not of the number of frames, the threads and the outputs.
    std::uint64_t fingerprint = 0;
};

/// `overrides` are "key=value" as for --set, with the key as in the file ("time.frames=10", "cloth.0.fabric=silk").
/// Throws ErrorKind::bad_input with "file:line:column: what was found; what is allowed", ErrorKind::io if a file
/// cannot be read.
SceneFile load_scene(const std::filesystem::path& path, std::span<const std::string> overrides = {});

/// The same from text; `path` is for messages and for finding the files that the scene names.
SceneFile parse_scene(const std::string& text, const std::filesystem::path& path,
                      std::span<const std::string> overrides = {});

}  // namespace pleat
