// pleat scenes
#include <algorithm>

#include <fmt/core.h>

#include <pleat/core/error.hpp>
#include <pleat/io/scene_file.hpp>

#include "commands.hpp"
#include "exit_status.hpp"
#include "scene_folder.hpp"

namespace pleat {
namespace {

int list_scenes() {
    const auto files = scene_files();
    std::size_t width = 0;
    for (const auto& file : files) width = std::max(width, file.stem().string().size());
    int status = kDone;
    for (const auto& file : files) {
        try {
            fmt::print("{:<{}}  {}\n", file.stem().string(), width, load_scene(file).title);
        } catch (const Error& error) {
            // One bad scene must not hide the others.
            fmt::print("{:<{}}  (cannot be used: {})\n", file.stem().string(), width, error.what());
            status = exit_status(error.kind());
        }
    }
    if (files.empty()) fmt::print("There are no scenes in {}.\n", scene_folder().string());
    return status;
}

}  // namespace

Action define_scenes(CLI::App& command) {
    command.footer(
        "The scenes are taken from the folder that the environment variable PLEAT_SCENES names, if it is set.");
    return list_scenes;
}

}  // namespace pleat
