// The key `sequence` of a solid: the meshes that it becomes one after the other.
#include <system_error>

#include <pleat/io/obj_reader.hpp>
#include <pleat/io/pc2.hpp>
#include <pleat/io/scene_sections.hpp>

namespace pleat {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxPositions = 50'000'000;  // in all frames together: 1.2 GB

void check_frames(const TomlValue& place, std::size_t frames, const Surface& surface) {
    if (frames <= kMaxPositions / surface.positions.size()) return;
    place.complain(
        "holds more than 50 million positions in all its frames together; use a coarser mesh or fewer frames");
}

void check_frame(const TomlValue& place, const std::vector<Vec3>& frame, const Surface& surface,
                 const std::string& name) {
    if (frame.size() != surface.positions.size()) {
        place.fail(name + " has " + std::to_string(frame.size()) + " positions; must have " +
                   std::to_string(surface.positions.size()) + " like the solid's obj");
    }
    for (const Vec3& x : frame) {
        if (!(x.cwiseAbs().maxCoeff() <= kFarthest))
            place.fail(name + " has a coordinate that is not within +-1e6 [m]");
    }
}

// Calls `read`, and if it throws says where the file was named.
auto read_for(const TomlValue& value, auto&& read) {
    try {
        return read();
    } catch (const Error& error) {
        value.rethrow(error);
    }
}

void read_cache(const TomlValue& value, const fs::path& folder, const Surface& surface, SurfaceSequence& out) {
    const fs::path name = read_file_name(value, "must be the name of a PC2 file");
    const Pc2Reader reader = read_for(value, [&] { return Pc2Reader(folder / name); });
    if (reader.header().samples == 0) value.fail("the file has no samples");
    check_frames(value, static_cast<std::size_t>(reader.header().samples), surface);
    for (int sample = 0; sample < reader.header().samples; ++sample) {
        out.frames.push_back(read_for(value, [&] { return reader.read_sample(sample); }));
        check_frame(value, out.frames.back(), surface, "sample " + std::to_string(sample));
    }
}

// "walk_###.obj" and 7 make "walk_007.obj".
std::string numbered(const std::string& pattern, int number) {
    const std::size_t begin = pattern.find('#');
    const std::size_t end = std::min(pattern.find_first_not_of('#', begin), pattern.size());
    std::string digits = std::to_string(number);
    if (digits.size() < end - begin) digits.insert(0, end - begin - digits.size(), '0');
    return pattern.substr(0, begin) + digits + pattern.substr(end);
}

// Files are read as long as there is one with the next number; the first must be there.
void read_meshes(const TomlValue& value, const fs::path& folder, const Surface& surface, int first,
                 SurfaceSequence& out) {
    const std::string rule = "must be the name of OBJ files with # for each digit of their number, like walk_####.obj";
    const std::string pattern = read_file_name(value, rule).string();
    if (pattern.find('#') == std::string::npos) value.fail(rule);
    for (int number = first;; ++number) {
        const std::string name = numbered(pattern, number);
        std::error_code ignored;
        if (number > first && !fs::exists(folder / name, ignored)) return;
        TriangleMesh mesh = read_for(value, [&] { return read_obj(folder / name); });
        check_frame(value, mesh.positions, surface, name);
        if (mesh.triangles != surface.triangles) value.fail(name + " has other faces than the solid's obj");
        out.frames.push_back(std::move(mesh.positions));
        check_frames(value, out.frames.size(), surface);
    }
}

}  // namespace

SurfaceSequence read_sequence(const TomlValue& value, const Surface& surface, const fs::path& folder) {
    const TomlTable table(value, {"pc2", "obj", "first", "start", "rate"});
    SurfaceSequence sequence;
    Real rate = 30;
    int first = 0;
    table.read("start", sequence.start, {.unit = "s"});
    table.read("rate", rate, {.above = 0, .at_most = kFarthest, .unit = "1/s"});
    table.read("first", first, {.at_most = 1'000'000'000});
    sequence.interval = 1 / rate;
    const TomlValue files = table.need_one_of({"pc2", "obj"});
    if (table.find("obj")) {
        read_meshes(files, folder, surface, first, sequence);
        return sequence;
    }
    if (const auto number = table.find("first")) number->fail("is only for a sequence of obj files");
    read_cache(files, folder, surface, sequence);
    return sequence;
}

}  // namespace pleat
