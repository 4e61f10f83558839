// pleat view [SCENE | ANIMATION]
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <embedded_page.hpp>
#include <fmt/core.h>
#include <spawn.h>
#include <unistd.h>

#include <pleat/core/error.hpp>
#include <pleat/io/file.hpp>
#include <pleat/io/scene_file.hpp>
#include <pleat/view/live_show.hpp>
#include <pleat/view/playback_show.hpp>
#include <pleat/view/server.hpp>

#include "commands.hpp"
#include "exit_status.hpp"
#include "scene_folder.hpp"
#include "stop_signal.hpp"

namespace pleat {
namespace {

namespace fs = std::filesystem;

struct ViewOptions {
    std::string what;  // empty: pages choose
    std::string mesh;  // of a point cache; empty: the .obj beside it
    std::vector<std::string> overrides;
    unsigned short port = 0;
    int threads = 0;
    bool opens_no_browser = false;
};

std::vector<ListedScene> scenes_to_choose() {
    std::vector<ListedScene> scenes;
    for (const fs::path& file : scene_files()) {
        try {
            const SceneFile scene = load_scene(file);
            scenes.push_back({file.stem(), file, scene.title, scene.description});
        } catch (const Error&) {
            // `pleat scenes` says what is wrong with it.
        }
    }
    return scenes;
}

// A scene is a .toml file or one of ours by its name; everything else that exists is an animation.
bool is_animation(const ViewOptions& options) {
    std::error_code ignored;
    return fs::exists(options.what, ignored) && fs::path(options.what).extension() != ".toml";
}

std::unique_ptr<Show> make_show(const ViewOptions& options) {
    if (options.what.empty()) return nullptr;
    if (is_animation(options)) {
        const fs::path path = options.what;
        const std::string title = (path.has_filename() ? path : path.parent_path()).stem();
        return std::make_unique<PlaybackShow>(Animation(path, options.mesh), title, 1);
    }
    const fs::path path = find_scene(options.what);
    const ShownScene scene{{read_file(path), path, options.overrides}, path.stem()};
    return std::make_unique<LiveShow>(scene, 1, options.threads);
}

void check(const ViewOptions& options) {
    const bool has_scene = !options.what.empty() && !is_animation(options);
    if (!options.overrides.empty() && !has_scene) throw Error(ErrorKind::bad_input, "--set is only for a scene");
    if (!options.mesh.empty() && (options.what.empty() || has_scene)) {
        throw Error(ErrorKind::bad_input, "--mesh is only for a point cache");
    }
}

// Who has no browser, or no screen, has the address.
void open_browser(const std::string& address) {
    if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr) return;
    std::string program = "xdg-open", word = address;
    char* words[] = {program.data(), word.data(), nullptr};
    pid_t process = 0;
    posix_spawnp(&process, program.c_str(), nullptr, nullptr, words, environ);
}

int view(const ViewOptions& options) {
    check(options);
    std::unique_ptr<Show> show = make_show(options);
    watch_for_stop_signals();
    Server server(embedded_page(), options.port);
    Session session({scenes_to_choose(), options.threads, [&] { server.wake(); }}, std::move(show));
    fmt::print("{}\nCtrl-C ends it.\n", server.address());
    std::fflush(stdout);
    if (!options.opens_no_browser) open_browser(server.address());
    server.run(session, [] { return stop_signal() != 0; });
    return kDone;
}

}  // namespace

Action define_view(CLI::App& command) {
    const auto options = std::make_shared<ViewOptions>();
    command.add_option(
        "SCENE", options->what,
        "A scene file, the name of a scene that comes with Pleat, or a finished animation: the folder of "
        "a run, a .pc2 or .obj file; without, the page lets you choose a scene");
    command.add_option("--port", options->port, "Port to listen at; 0, or not given: any that is free")
        ->check(CLI::Range(0, 65535))
        ->type_name("N");
    command.add_flag("--no-open", options->opens_no_browser, "Only print the address");
    command
        .add_option("--set", options->overrides, "Change a value of the scene, as in time.settle=1; may be repeated")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    command.add_option("--mesh", options->mesh, "The mesh of a point cache, if it is not the .obj beside it")
        ->type_name("FILE.obj");
    command.add_option("--threads", options->threads, "Threads to use; 0, or not given: all cores")
        ->check(CLI::Range(0, 1024))
        ->type_name("N");
    return [options] { return view(*options); };
}

}  // namespace pleat
