// Reads a scene from a TOML file (docs/scene.md).
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <set>
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
    int frames = 100;  ///< to compute, besides frame 0
    OutputSettings output;
    /// Fingerprint of all that decides the result, but not of the number of frames, the threads and the outputs.
    std::uint64_t fingerprint = 0;
};

/// A scene before it is read.
struct SceneText {
    std::string text;                    ///< at most 4 MiB
    std::filesystem::path path;          ///< for messages, and for finding the files that the scene names
    std::vector<std::string> overrides;  ///< "key=value", in the order in which they apply
    int max_particles = 4'000'000;       ///< more are refused before they are made
};

/// `overrides` are "key=value" as for --set, with the key as in the file ("time.frames=10", "cloth.0.fabric=silk").
/// Throws ErrorKind::bad_input with "file:line:column: what was found; what is allowed", ErrorKind::io if a file
/// cannot be read.
SceneFile load_scene(const std::filesystem::path& path, std::span<const std::string> overrides = {});

/// The same from text; `path` is for messages and for finding the files that the scene names.
SceneFile parse_scene(const std::string& text, const std::filesystem::path& path,
                      std::span<const std::string> overrides = {});

/// The same with all that can be chosen.
SceneFile parse_scene(const SceneText& source);

/// The keys that are known in the tables of this scene ("cloth.0.grid.size"), whether it uses them or not: for
/// checking that the reference names them all.
std::set<std::string> known_keys(const SceneText& source);

}  // namespace pleat
