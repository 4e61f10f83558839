// pleat check SCENE
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/core.h>

#include <pleat/io/scene_file.hpp>

#include "commands.hpp"
#include "exit_status.hpp"
#include "scene_checks.hpp"
#include "scene_folder.hpp"

namespace pleat {
namespace {

struct CheckOptions {
    std::string scene;
    std::vector<std::string> overrides;
};

Real mass_of(const Model& model, const Cloth& cloth) {
    const auto first = model.masses.begin();
    return std::accumulate(first + cloth.particles.begin, first + cloth.particles.end, 0.0);
}

void print_summary(const SceneFile& scene, const Simulation& simulation) {
    const Model& model = simulation.model();
    fmt::print("\"{}\": {} with {} particles and {} triangles\n", scene.title,
               model.cloths.size() == 1 ? "1 cloth" : fmt::format("{} cloths", model.cloths.size()),
               model.particle_count(), model.triangles.size());
    for (const Cloth& cloth : model.cloths) {
        fmt::print("cloth \"{}\": {} particles, {} triangles, {:.4g} kg\n", cloth.name, cloth.particles.size(),
                   cloth.triangles.size(), mass_of(model, cloth));
    }
    for (const Fabric& fabric : model.fabrics)
        fmt::print("fabric \"{}\": {:.4g} kg/m^2\n", fabric.name, fabric.density);
    const Scene& said = simulation.scene();
    for (const Solid& solid : said.solids) {
        fmt::print("solid \"{}\": {}, {} triangles{}{}\n", solid.name, solid.shape, solid.surface->triangles.size(),
                   solid.motion.parts.empty() ? "" : ", moving", solid.sequence == nullptr ? "" : ", deforming");
    }
    for (const Pin& pin : said.pins) {
        const auto follows = [&] { return said.solids[static_cast<std::size_t>(pin.solid)].name; };
        fmt::print("pin \"{}\": {} particles{}\n", pin.name, pin.particles.size(),
                   pin.solid < 0 ? "" : fmt::format(", following solid \"{}\"", follows()));
    }
    fmt::print("method {}, {} frames at {:g} a second: {:.4g} s\n", simulation.settings().method.preset, scene.frames,
               simulation.settings().frame_rate, scene.frames / simulation.settings().frame_rate);
}

int check_scene(const CheckOptions& options) {
    const std::filesystem::path file = find_scene(options.scene);
    SceneFile scene = load_scene(file, options.overrides);
    if (scene.title.empty()) scene.title = file.stem().string();
    const Simulation simulation(std::move(scene.model), std::move(scene.scene), scene.settings);
    print_summary(scene, simulation);
    const Real duration = scene.frames / scene.settings.frame_rate;
    const std::vector<std::string> findings = find_mistakes(simulation.model(), simulation.scene(), duration);
    for (const std::string& finding : findings) fmt::print("look at this: {}\n", finding);
    if (findings.empty()) fmt::print("no mistakes found\n");
    return findings.empty() ? kDone : kFoundSomething;
}

}  // namespace

Action define_check(CLI::App& command) {
    const auto options = std::make_shared<CheckOptions>();
    command.add_option("SCENE", options->scene, "A scene file, or the name of a scene that comes with Pleat")
        ->required();
    command
        .add_option("--set", options->overrides, "Change a value of the scene, as in time.frames=10; may be repeated")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    return [options] { return check_scene(*options); };
}

}  // namespace pleat
