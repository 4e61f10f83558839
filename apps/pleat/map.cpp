// pleat map SCENE
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/core.h>

#include <pleat/constraints/pins.hpp>
#include <pleat/core/error.hpp>
#include <pleat/io/file.hpp>
#include <pleat/io/scene_file.hpp>
#include <pleat/render/png.hpp>

#include "commands.hpp"
#include "exit_status.hpp"
#include "order_files.hpp"
#include "picture_size.hpp"
#include "scene_folder.hpp"

namespace pleat {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDefaultOrder = "sideways,down,askew";

struct MapOptions {
    std::string scene;
    std::string out;
    std::optional<std::string> order;  // that of the scene if not given
    std::optional<int> limit;
    std::string size = "1600x1200";
    std::vector<std::string> overrides;
    bool quiet = false;
};

EdgeClass parse_class(const std::string& word) {
    std::vector<std::string> known;
    for (const EdgeClass kind : OrderSettings{}.classes) {
        if (word == name_of(kind)) return kind;
        known.emplace_back(name_of(kind));
    }
    throw Error(ErrorKind::bad_input, "order: there is no class \"" + word + "\"" + suggestion(word, known));
}

std::array<EdgeClass, 3> parse_order(const std::string& text) {
    std::vector<EdgeClass> classes;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        classes.push_back(parse_class(text.substr(begin, end - begin)));
        begin = end + 1;
    }
    const auto all = OrderSettings{}.classes;
    if (classes.size() != all.size() || !std::is_permutation(classes.begin(), classes.end(), all.begin())) {
        throw Error(ErrorKind::bad_input,
                    "order \"" + text + "\"; must have each class once, for example " + kDefaultOrder);
    }
    return {classes[0], classes[1], classes[2]};
}

// Held in all directions by the pins of the first step.
std::vector<int> fixed_at_start(const SceneFile& scene) {
    State now;
    now.position = scene.model.positions;
    now.velocity.assign(now.position.size(), Vec3::Zero());
    now.pin_grips = make_pin_grips(scene.scene);
    State next = now;
    HeldParticles held;
    held.reset(scene.model.particle_count());
    Pins().apply({scene.model, scene.scene, now, scene.settings.steps.min_step}, next, held);
    std::vector<int> fixed;
    for (int i = 0; i < scene.model.particle_count(); ++i) {
        if (held.fixed()[static_cast<std::size_t>(i)] != 0) fixed.push_back(i);
    }
    return fixed;
}

// All are made before the first is written.
void write_files(const OrderDrawing& drawing, ImageSize size, const fs::path& folder) {
    const std::string picture = format_png(draw_order(drawing, size));
    const std::string mesh = format_order_ply(drawing), list = format_order_csv(drawing.edges);
    make_folder(folder);
    write_file(folder / "map.csv", list);
    write_file(folder / "map.ply", mesh);
    write_file(folder / "map.png", picture);
}

void print_summary(const OrderDrawing& drawing) {
    std::vector<bool> is_reached(drawing.model.positions.size());
    for (const int particle : drawing.fixed) is_reached[static_cast<std::size_t>(particle)] = true;
    for (const OrderedEdge& edge : drawing.edges) is_reached[static_cast<std::size_t>(edge.second)] = true;
    fmt::print("particles       {}, {} fixed, {} not reached\n", drawing.model.particle_count(), drawing.fixed.size(),
               std::count(is_reached.begin(), is_reached.end(), false));
    const auto count = [&](EdgeClass kind) {
        return std::count_if(drawing.edges.begin(), drawing.edges.end(),
                             [&](const OrderedEdge& edge) { return edge.kind == kind; });
    };
    std::set<std::pair<int, int>> edges;
    for (const OrderedEdge& edge : drawing.edges) edges.insert(std::minmax(edge.first, edge.second));
    fmt::print("corrections     {} of {} edges: {} sideways, {} down, {} askew\n", drawing.edges.size(), edges.size(),
               count(EdgeClass::sideways), count(EdgeClass::down), count(EdgeClass::askew));
}

int draw_map(const MapOptions& options) {
    const fs::path file = find_scene(options.scene);
    const ImageSize size = parse_size(options.size);
    const SceneFile scene = load_scene(file, options.overrides);
    OrderSettings settings = order_settings(scene.settings.method.corrections, scene.scene.gravity);
    if (options.order) settings.classes = parse_order(*options.order);
    if (options.limit) settings.visit_limit = *options.limit;
    const std::vector<int> fixed = fixed_at_start(scene);
    if (fixed.empty()) {
        throw Error(ErrorKind::bad_input, file.string() +
                                              ": nothing holds a particle in all directions at the start, so there is "
                                              "nothing to begin with; add a [[pin]]");
    }
    const std::vector<OrderedEdge> edges = CorrectionOrder(scene.model, settings).list(fixed);
    const OrderDrawing drawing{scene.model, fixed, edges};
    const fs::path folder =
        options.out.empty() ? fs::path("out") / (file.stem().string() + "-map") : fs::path(options.out);
    write_files(drawing, size, folder);
    if (options.quiet) return kDone;
    print_summary(drawing);
    fmt::print("{}\n", (folder / "map.png").string());
    return kDone;
}

}  // namespace

Action define_map(CLI::App& command) {
    const auto options = std::make_shared<MapOptions>();
    command.add_option("SCENE", options->scene, "A scene file, or the name of a scene that comes with Pleat")
        ->required();
    command.add_option("--out", options->out, "Folder for the files; out/NAME-map if not given")->type_name("DIR");
    command
        .add_option("--order", options->order,
                    std::string("Classes of edges, the first one first, as ") + kDefaultOrder +
                        "; that of the scene if not given")
        ->type_name("A,B,C");
    command
        .add_option("--limit", options->limit,
                    "How often a particle is corrected at most; as often as in the scene if not given")
        ->check(CLI::Range(1, 100))
        ->type_name("N");
    command.add_option("--size", options->size, "Of the picture, in pixels; 1600x1200 if not given")->type_name("WxH");
    command
        .add_option("--set", options->overrides,
                    "Change a value of the scene, as in world.gravity=[0,0,0]; may be "
                    "repeated")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    command.add_flag("--quiet", options->quiet, "Tell nothing but errors");
    return [options] { return draw_map(*options); };
}

}  // namespace pleat
