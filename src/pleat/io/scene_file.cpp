#include <system_error>

#include <pleat/core/error.hpp>
#include <pleat/io/file.hpp>
#include <pleat/io/scene_file.hpp>
#include <pleat/io/scene_sections.hpp>

namespace pleat {
namespace {

constexpr std::size_t kMaxBytes = std::size_t{4} << 20;

void check_size(std::uintmax_t bytes, const std::string& name) {
    if (bytes <= kMaxBytes) return;
    throw Error(ErrorKind::bad_input, name + ": has " + std::to_string(bytes) + " bytes; a scene has at most " +
                                          std::to_string(kMaxBytes) + " (put meshes into OBJ files)");
}

SceneFile read_document(const TomlReading& reading, const SceneText& source) {
    const TomlTable root(TomlValue(reading, reading.document.root, ""),
                         {"title", "description", "method", "strain", "steps", "time", "world", "fabric", "cloth",
                          "solid", "pin", "order", "output"});
    SceneFile file;
    root.read("title", file.title);
    root.read("description", file.description);
    if (const auto method = root.find("method")) file.settings.method = read_method(*method);
    if (const auto strain = root.find("strain")) read_strain(*strain, file.settings.method);
    file.settings.steps.max_step = usual_step(file.settings.method);
    if (const auto steps = root.find("steps")) read_steps(*steps, file.settings.steps);
    if (const auto time = root.find("time")) read_time(*time, file);
    if (const auto world = root.find("world")) read_world(*world, file.scene);
    if (const auto output = root.find("output")) file.output = read_output(*output);
    const FabricShelf fabrics = read_fabrics(root.find("fabric"));
    const TomlValue cloths = root.need("cloth", "must be one or more tables: [[cloth]]");
    file.model = read_cloths(cloths, {source.path.parent_path(), fabrics, source.max_particles});
    if (const auto solids = root.find("solid")) {
        file.scene.solids = read_solids(*solids, {source.path.parent_path(), source.max_particles});
    }
    const PinSurroundings surroundings{file.model, file.scene.solids};
    if (const auto pins = root.find("pin")) file.scene.pins = read_pins(*pins, surroundings);
    if (const auto rules = root.find("order")) {
        if (length_correction(file.settings.method) != LengthCorrection::directional) {
            rules->complain("belongs to directional correction (method.preset = \"directional\")");
        }
        file.scene.order_rules = read_order_rules(*rules, surroundings);
    }
    file.fingerprint = fingerprint(file);
    return file;
}

SceneFile read_scene(const SceneText& source, std::set<std::string>* known_keys) {
    const std::string name = printable(source.path.string(), 1000);
    check_size(source.text.size(), name);
    TomlDocument document = parse_toml(source.text, name);
    for (const std::string& assignment : source.overrides) apply_override(document, assignment);
    return read_document({document, known_keys}, source);
}

}  // namespace

SceneFile parse_scene(const SceneText& source) { return read_scene(source, nullptr); }

SceneFile parse_scene(const std::string& text, const std::filesystem::path& path,
                      std::span<const std::string> overrides) {
    return parse_scene(SceneText{text, path, {overrides.begin(), overrides.end()}});
}

SceneFile load_scene(const std::filesystem::path& path, std::span<const std::string> overrides) {
    std::error_code no_size;  // read_file says what is wrong
    const std::uintmax_t bytes = std::filesystem::file_size(path, no_size);
    if (!no_size) check_size(bytes, path.string());
    return parse_scene(read_file(path), path, overrides);
}

std::set<std::string> known_keys(const SceneText& source) {
    std::set<std::string> keys;
    read_scene(source, &keys);
    return keys;
}

}  // namespace pleat
