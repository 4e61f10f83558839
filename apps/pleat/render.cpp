// pleat render CACHE|DIR
#include <charconv>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include <fmt/core.h>

#include <pleat/core/error.hpp>
#include <pleat/core/parallel.hpp>
#include <pleat/render/video.hpp>

#include "commands.hpp"
#include "exit_status.hpp"
#include "picture_size.hpp"
#include "pictures.hpp"
#include "stop_signal.hpp"

namespace pleat {
namespace {

namespace fs = std::filesystem;

struct RenderOptions {
    std::string path;
    std::string mesh;
    std::string out;
    std::string frames = "all";
    std::optional<int> count;
    std::string size = "1280x720";
    int samples = 16;
    std::string camera;
    std::string ground;
    std::string color;
    std::string range;
    std::optional<std::string> sheet;
    std::optional<std::string> video;
    int threads = 0;
    bool quiet = false;
};

ValueRange parse_range(const std::string& text) {
    const auto ends = parse_two<float>(text, ',');
    const bool is_range = ends && std::isfinite((*ends)[0]) && std::isfinite((*ends)[1]) && (*ends)[0] < (*ends)[1];
    if (is_range) return {(*ends)[0], (*ends)[1]};
    throw Error(ErrorKind::bad_input, "range \"" + text + "\"; must be LOW,HIGH, for example 0,10");
}

GroundWish parse_ground(const std::string& text) {
    if (text.empty()) return {};
    if (text == "none") return {GroundWish::Kind::none, 0};
    Real height = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), height);
    const bool is_number = error == std::errc() && end == text.data() + text.size() && std::isfinite(height);
    if (is_number) return {GroundWish::Kind::given, height};
    throw Error(ErrorKind::bad_input, "ground \"" + text + "\"; must be none or a height in metres");
}

// Where pictures go if nothing is said: beside the animation.
fs::path beside(const RenderOptions& options, const std::string& name) {
    const fs::path path = options.path;
    std::error_code ignored;
    return (fs::is_directory(path, ignored) ? path : path.parent_path()) / name;
}

int finish(bool is_done, const fs::path& result, const RenderOptions& options) {
    if (!is_done) {
        fmt::print(stderr, "pleat: stopped before {} was finished\n", result.string());
        return kSignal + stop_signal();
    }
    if (!options.quiet) fmt::print("{}\n", result.string());
    return kDone;
}

int draw(const RenderOptions& options) {
    const Animation animation(options.path, options.mesh);
    Drawing drawing{animation, parse_frames(options.frames, animation.frame_count()), {}};
    drawing.verbosity = options.quiet ? Verbosity::quiet : Verbosity::normal;
    drawing.film.render = {parse_size(options.size), options.samples};
    if (!options.camera.empty()) drawing.film.camera = parse_camera(options.camera);
    drawing.film.ground = parse_ground(options.ground);
    if (!options.color.empty()) {
        const std::shared_ptr<const Field> field = make_field(options.color, animation);
        drawing.film.coloring = Coloring{
            field, options.range.empty() ? find_range(*field, animation, drawing.frames) : parse_range(options.range)};
    }
    if (options.sheet) {
        drawing.frames = spread_frames(drawing.frames, options.count.value_or(12));
        const fs::path file = options.sheet->empty() ? beside(options, "sheet.png") : fs::path(*options.sheet);
        check_sheet(file);
        return finish(draw_sheet(drawing, file), file, options);
    }
    if (options.count) drawing.frames = spread_frames(drawing.frames, *options.count);
    if (options.video) {
        const fs::path file = options.video->empty() ? beside(options, "video.mp4") : fs::path(*options.video);
        check_video(file);
        return finish(draw_video(drawing, file), file, options);
    }
    const fs::path out = options.out.empty() ? beside(options, "pictures") : fs::path(options.out);
    if (out.extension() != ".png") return finish(draw_frames(drawing, out), out, options);
    if (drawing.frames.size() > 1) {
        throw Error(ErrorKind::bad_input,
                    fmt::format("--out {} is one picture, but there are {} frames; choose one with "
                                "--frames, or name a folder, or use --sheet",
                                out.string(), drawing.frames.size()));
    }
    return finish(draw_picture(drawing, out), out, options);
}

int render_animation(const RenderOptions& options) {
    watch_for_stop_signals();
    int status = kDone;
    Threads(options.threads).run([&] { status = draw(options); });
    return status;
}

std::string list_fields() {
    std::string list;
    for (const FieldName& field : field_names()) list += (list.empty() ? "" : ", ") + field.name;
    return list;
}

}  // namespace

Action define_render(CLI::App& command) {
    const auto options = std::make_shared<RenderOptions>();
    command
        .add_option("ANIMATION", options->path,
                    "The folder of a run or of meshes, one a frame, a point cache (.pc2) or a mesh (.obj)")
        ->required();
    command.add_option("--mesh", options->mesh, "The mesh of a point cache, if it is not the .obj beside it")
        ->type_name("FILE");
    auto* out =
        command
            .add_option("--out", options->out,
                        "Folder for one picture a frame, or a .png for one frame; ANIMATION/pictures if not given")
            ->type_name("PATH");
    command.add_option("--frames", options->frames, "all, last, or a list like 0,5,10-20,30-90:10 (from-to:every)")
        ->type_name("LIST");
    command.add_option("--count", options->count, "So many of these frames, evenly spread")
        ->check(CLI::Range(1, 10'000))
        ->type_name("N");
    command.add_option("--size", options->size, "Of a picture, in pixels; 1280x720 if not given")->type_name("WxH");
    command.add_option("--samples", options->samples, "Rays a pixel: 4 is quick, 16 if not given, 64 is smooth")
        ->check(CLI::Range(1, 65536))
        ->type_name("N");
    command
        .add_option("--camera", options->camera,
                    "azimuth,elevation[,zoom] in degrees, or x,y,z:x,y,z (eye and target); found if not given")
        ->type_name("WHERE");
    command
        .add_option("--ground", options->ground,
                    "Height of the ground in metres, or none; below the cloth if not given")
        ->type_name("Y");
    auto* color = command
                      .add_option("--color", options->color,
                                  "Colour by a field, with a legend: " + list_fields() +
                                      ", moved:NAME (by a correction, if the run has --moves), or a .csv file with "
                                      "a number a particle")
                      ->type_name("FIELD");
    command.add_option("--range", options->range, "Values at the ends of the colours; found if not given")
        ->type_name("LOW,HIGH")
        ->needs(color);
    auto* sheet = command
                      .add_option("--sheet", options->sheet,
                                  "One picture with --count frames, 12 if not given, instead of one a frame")
                      ->expected(0, 1)
                      ->default_str("")
                      ->type_name("[FILE.png]")
                      ->excludes(out);
    command.add_option("--video", options->video, "A video (.mp4, .webm or .gif; needs ffmpeg) instead of pictures")
        ->expected(0, 1)
        ->default_str("")
        ->type_name("[FILE]")
        ->excludes(sheet)
        ->excludes(out);
    command.add_option("--threads", options->threads, "Threads to use; 0, or not given: all cores")
        ->check(CLI::Range(0, 1024))
        ->type_name("N");
    command.add_flag("--quiet", options->quiet, "Tell nothing but errors");
    return [options] { return render_animation(*options); };
}

}  // namespace pleat
