// Feeds arbitrary text to the scene reader: it may refuse it with pleat::Error, on one line, and must do nothing else
// wrong. Comments at the top of the form "#--set key=value" are applied as overrides.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include <pleat/core/error.hpp>
#include <pleat/io/scene_file.hpp>

namespace {

void require(bool is_true) {
    if (!is_true) std::abort();
}

void require_consistent(const pleat::SceneFile& file) {
    const int count = file.model.particle_count();
    require(count > 0 && file.frames >= 0);
    require(file.scene.gravity.allFinite() && file.scene.wind.velocity.allFinite());
    for (const pleat::Pin& pin : file.scene.pins) {
        require(!pin.particles.empty() && pin.particles.front() >= 0 && pin.particles.back() < count);
        require(std::is_sorted(pin.particles.begin(), pin.particles.end()));
        require(pin.from < pin.until);
    }
}

std::vector<std::string> read_overrides(const std::string& text) {
    const std::string mark = "#--set ";
    std::vector<std::string> overrides;
    for (std::size_t begin = 0; text.compare(begin, mark.size(), mark) == 0;) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        overrides.push_back(text.substr(begin + mark.size(), end - begin - mark.size()));
        begin = std::min(end + 1, text.size());
    }
    return overrides;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    pleat::SceneText source;
    source.text.assign(data, data + size);
    // No OBJ file is found from there, except by an absolute name.
    source.path = "no-such-folder/scene.toml";
    if (source.text.find("\"/") != std::string::npos || source.text.find("'/") != std::string::npos) return 0;
    source.overrides = read_overrides(source.text);
    source.max_particles = 2000;
    try {
        require_consistent(pleat::parse_scene(source));
    } catch (const pleat::Error& error) {
        require(std::string(error.what()).find('\n') == std::string::npos);
    }
    return 0;
}
