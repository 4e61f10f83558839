#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <numeric>
#include <set>
#include <system_error>

#include <pleat/core/error.hpp>
#include <pleat/core/hash.hpp>
#include <pleat/io/animation.hpp>
#include <pleat/io/file.hpp>
#include <pleat/io/obj_reader.hpp>
#include <pleat/io/open_file.hpp>
#include <pleat/io/stats_json.hpp>

namespace pleat {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& path, const std::string& what) {
    throw Error(ErrorKind::bad_input, path.string() + ": " + what);
}

// Pieces of cloth that hang together; nothing else is known of a mesh from elsewhere. Triangles are put in the order of
// their pieces.
std::vector<AnimationPart> find_pieces(TriangleMesh& mesh) {
    std::vector<int> leader(mesh.positions.size());
    std::iota(leader.begin(), leader.end(), 0);
    const auto find = [&](int i) {
        while (leader[static_cast<std::size_t>(i)] != i) {
            int& up = leader[static_cast<std::size_t>(i)];
            up = leader[static_cast<std::size_t>(up)];
            i = up;
        }
        return i;
    };
    for (const auto& [a, b, c] : mesh.triangles) {
        for (const int other : {b, c}) {
            const int first = find(a), second = find(other);
            leader[static_cast<std::size_t>(std::max(first, second))] = std::min(first, second);
        }
    }
    std::vector<std::size_t> order(mesh.triangles.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto piece = [&](std::size_t triangle) { return find(mesh.triangles[triangle][0]); };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return piece(a) < piece(b); });
    std::vector<AnimationPart> parts;
    TriangleMesh sorted = mesh;
    for (std::size_t i = 0; i < order.size(); ++i) {
        sorted.triangles[i] = mesh.triangles[order[i]];
        if (!mesh.uv.empty()) sorted.uv[i] = mesh.uv[order[i]];
        if (i == 0 || piece(order[i]) != piece(order[i - 1])) {
            parts.push_back({{static_cast<int>(i), static_cast<int>(i)}, {}});
        }
        ++parts.back().triangles.end;
    }
    mesh = std::move(sorted);
    return parts;
}

// The last number in a file's name, by which programs count frames; -1 if there is none.
long frame_number(const fs::path& file) {
    const std::string name = file.stem().string();
    const std::size_t last = name.find_last_of("0123456789");
    if (last == name.npos) return -1;
    const std::size_t before = name.find_last_not_of("0123456789", last);
    const std::size_t first = before == name.npos ? 0 : before + 1;
    long number = -1;
    std::from_chars(name.data() + first, name.data() + last + 1, number);
    return number;
}

// Meshes of a folder in the order of their numbers.
std::vector<fs::path> find_sequence(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        if (entry.path().extension() == ".obj") files.push_back(entry.path());
    }
    if (error) throw Error(ErrorKind::io, folder.string() + ": cannot be read: " + error.message());
    std::sort(files.begin(), files.end(), [](const fs::path& a, const fs::path& b) {
        return std::pair(frame_number(a), a) < std::pair(frame_number(b), b);
    });
    return files;
}

std::uint64_t fingerprint(const TriangleMesh& mesh) {
    return Hash().value(mesh.positions.size()).span(std::span<const std::array<int, 3>>(mesh.triangles)).digest();
}

// Warp and weft of cloths whose scene names no colour, in turn.
constexpr std::array<std::array<const char*, 2>, 6> kPalette = {{
    {"#b03a2e", "#c4543e"},
    {"#26547c", "#3e7096"},
    {"#deaa46", "#ecc26c"},
    {"#3a6e56", "#568a6e"},
    {"#7a4c78", "#966892"},
    {"#d6d0c4", "#e8e4da"},
}};

// A part of the list `all`, which names frames.
int parse_number(std::string_view text, const std::string& all) {
    int number = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc() && end == text.data() + text.size() && number >= 0) return number;
    throw Error(ErrorKind::bad_input,
                "frames \"" + all + "\"; must be all, last, or a list like 0,5,10-20,30-90:10 (from-to:every)");
}

}  // namespace

ClothColors shown_colors(const AnimationPart& part, std::size_t index) {
    if (!part.colors.warp.empty()) return part.colors;
    const auto& [warp, weft] = kPalette[index % kPalette.size()];
    return {warp, weft};
}

Animation::Animation(const fs::path& path, const fs::path& mesh) {
    std::error_code ignored;
    fs::path cache = path, topology = mesh;
    if (fs::is_directory(path, ignored)) {
        const RunFiles files{path};
        cache = files.cache();
        if (topology.empty()) topology = files.mesh();
        if (!is_there(cache) || !is_there(topology)) {
            if (look_into(files) == RunFolderContents::unfinished)
                refuse(path, "this run is not finished; go on with it with pleat run --resume");
            const fs::path of_run = files.obj(0).parent_path();
            sequence_ = find_sequence(is_there(of_run) ? of_run : path);
            if (sequence_.empty())
                refuse(path,
                       "holds neither cloth.pc2 with its cloth.obj nor .obj files, one a frame; run the scene with "
                       "output.formats = [\"pc2\"]");
            cache.clear();
            topology = sequence_.front();
        }
    } else if (!is_there(path)) {
        throw Error(ErrorKind::io, path.string() + ": does not exist");
    } else if (path.extension() == ".obj") {
        topology = path;
        cache.clear();
    } else if (path.extension() != ".pc2") {
        refuse(path, "unknown kind of animation; must be the folder of a run, a .pc2 point cache or an .obj mesh");
    } else if (topology.empty()) {
        topology = fs::path(path).replace_extension(".obj");
        if (!is_there(topology)) refuse(path, "a point cache needs its mesh: name it with --mesh FILE.obj");
    }
    mesh_ = read_obj(topology);
    if (mesh_.triangles.empty()) refuse(topology, "holds no triangles");
    fingerprint_ = fingerprint(mesh_);
    files_ = {topology, cache, {}};
    if (!cache.empty()) {
        cache_.emplace(cache);
        const auto points = static_cast<std::size_t>(cache_->header().points);
        if (points != mesh_.positions.size()) {
            refuse(cache, "holds " + std::to_string(points) + " points, but " + topology.string() + " has " +
                              std::to_string(mesh_.positions.size()));
        }
        if (cache_->header().samples == 0) refuse(cache, "holds no frames");
    }
    const RunFiles run{cache.parent_path()};
    if (!cache.empty() && is_there(run.stats()) && cache.filename() == run.cache().filename()) take_account(run);
    if (parts_.empty()) parts_ = find_pieces(mesh_);
}

Animation::Animation(const Model& model, Real frame_rate, std::vector<std::vector<Vec3>> frames,
                     std::vector<AnimationSolid> solids)
    : solids_(std::move(solids)), frame_rate_(frame_rate), frames_(std::move(frames)) {
    assert(!frames_.empty());
    mesh_.positions = frames_.front();
    for (const Triangle& triangle : model.triangles) {
        mesh_.triangles.push_back(triangle.particles);
        mesh_.uv.push_back(triangle.uv);
    }
    for (const Cloth& cloth : model.cloths) {
        parts_.push_back({cloth.triangles, cloth.colors, cloth.name, cloth.particles});
    }
    is_run_ = true;
}

// Frame rate, cloths and solids are told by a run's account; the cloths if it is of this mesh.
void Animation::take_account(const RunFiles& files) {
    const RunAccount account = parse_stats_head(read_file(files.stats()), files.stats().string()).account;
    for (const SolidAccount& solid : account.solids) solids_.emplace_back(files.solids(), solid);
    if (account.frame_rate > 0) frame_rate_ = account.frame_rate;
    int triangle = 0, particle = 0;
    for (const ClothAccount& cloth : account.cloths) {
        parts_.push_back(
            {{triangle, triangle + cloth.triangles}, cloth.colors, cloth.name, {particle, particle + cloth.particles}});
        triangle += cloth.triangles;
        particle += cloth.particles;
    }
    is_run_ =
        triangle == static_cast<int>(mesh_.triangles.size()) && particle == static_cast<int>(mesh_.positions.size());
    if (is_run_) files_.stats = files.stats();
    if (!is_run_) parts_.clear();
}

int Animation::frame_count() const {
    if (cache_) return cache_->header().samples;
    return static_cast<int>(std::max({std::size_t{1}, sequence_.size(), frames_.size()}));
}

std::vector<Vec3> Animation::read_positions(int frame) const {
    if (cache_) return cache_->read_sample(frame);
    if (!frames_.empty()) return frames_.at(static_cast<std::size_t>(frame));
    if (frame == 0 || sequence_.empty()) return mesh_.positions;
    const fs::path& file = sequence_.at(static_cast<std::size_t>(frame));
    TriangleMesh mesh = read_obj(file);
    if (fingerprint(mesh) != fingerprint_)
        refuse(file, "has other particles or triangles than " + sequence_.front().string() + "; must be the same mesh");
    return std::move(mesh.positions);
}

std::vector<Vec3> Animation::positions(int frame) const {
    std::vector<Vec3> positions = read_positions(frame);
    if (std::any_of(positions.begin(), positions.end(), [](const Vec3& x) { return !x.allFinite(); })) {
        throw Error(ErrorKind::bad_input, "frame " + std::to_string(frame) + " holds numbers that are not finite");
    }
    return positions;
}

std::vector<int> parse_frames(const std::string& text, int frame_count) {
    std::set<int> frames;
    if (text == "last") return {frame_count - 1};
    if (text == "all") {
        std::vector<int> all(static_cast<std::size_t>(frame_count));
        std::iota(all.begin(), all.end(), 0);
        return all;
    }
    const auto number = [&](std::string_view part) { return parse_number(part, text); };
    const auto frame_number = [&](std::string_view part) {
        const int frame = number(part);
        if (frame < frame_count) return frame;
        throw Error(ErrorKind::bad_input, "frames \"" + text + "\": there is no frame " + std::to_string(frame) +
                                              "; the last is " + std::to_string(frame_count - 1));
    };
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string_view part = std::string_view(text).substr(begin, end - begin);
        const std::size_t dash = part.find('-'), colon = part.find(':');
        const bool has_every = dash != part.npos && colon != part.npos && colon > dash;
        const int first = frame_number(part.substr(0, dash));
        const int last =
            dash == part.npos ? first : frame_number(part.substr(dash + 1, has_every ? colon - dash - 1 : part.npos));
        const int every = std::min(has_every ? number(part.substr(colon + 1)) : 1, frame_count);
        if (last < first || every < 1) number("?");
        for (int frame = first; frame <= last; frame += every) frames.insert(frame);
        begin = end + 1;
    }
    return {frames.begin(), frames.end()};
}

std::vector<int> spread_frames(const std::vector<int>& frames, int count) {
    const auto total = static_cast<int>(frames.size());
    if (count >= total) return frames;
    std::vector<int> spread;
    for (int i = 0; i < count; ++i) {
        const Real place = count == 1 ? total - 1 : static_cast<Real>(i) * (total - 1) / (count - 1);
        spread.push_back(frames[static_cast<std::size_t>(std::lround(place))]);
    }
    return spread;
}

}  // namespace pleat
