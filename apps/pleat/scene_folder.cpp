#include "scene_folder.hpp"

#include <algorithm>
#include <cstdlib>
#include <system_error>

#include <pleat/core/error.hpp>

namespace pleat {
namespace {

namespace fs = std::filesystem;

bool is_folder(const fs::path& path) {
    std::error_code ignored;
    return fs::is_directory(path, ignored);
}

}  // namespace

fs::path scene_folder() {
    if (const char* chosen = std::getenv("PLEAT_SCENES"); chosen != nullptr && *chosen != '\0') return chosen;
    std::error_code unknown;
    const fs::path program = fs::read_symlink("/proc/self/exe", unknown);
    fs::path installed = program.parent_path().parent_path() / "share" / "pleat" / "scenes";
    if (!unknown && is_folder(installed)) return installed;
    return PLEAT_SOURCE_SCENES;
}

std::vector<fs::path> scene_files() {
    const fs::path folder = scene_folder();
    std::error_code error;
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        if (entry.path().extension() == ".toml") files.push_back(entry.path());
    }
    if (error) {
        throw Error(ErrorKind::io, folder.string() + ": the scenes cannot be listed: " + error.message() +
                                       "; set PLEAT_SCENES to the folder that holds them");
    }
    std::sort(files.begin(), files.end());
    return files;
}

fs::path find_scene(const std::string& name) {
    std::error_code ignored;
    if (fs::exists(name, ignored) && !is_folder(name)) return name;
    // What looks like a file is meant to be one; reading it tells what is wrong.
    if (name.find('/') != std::string::npos || name.ends_with(".toml")) return name;
    std::vector<std::string> known;
    if (is_folder(scene_folder())) {
        for (const fs::path& file : scene_files()) {
            if (file.stem() == name) return file;
            known.push_back(file.stem());
        }
    }
    throw Error(ErrorKind::bad_input,
                "\"" + name + "\" is neither a file nor a scene that comes with Pleat" + suggestion(name, known));
}

}  // namespace pleat
