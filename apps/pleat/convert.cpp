// pleat convert SOURCE --to FORMAT[,FORMAT]
#include <memory>
#include <string>

#include <fmt/core.h>

#include <pleat/core/error.hpp>

#include "commands.hpp"
#include "exit_status.hpp"
#include "export_files.hpp"
#include "stop_signal.hpp"

namespace pleat {
namespace {

namespace fs = std::filesystem;

struct ConvertOptions {
    std::string source;
    std::string mesh;
    std::string formats;
    std::string out;
    std::string frames = "all";
    bool quiet = false;
};

// What results are called if nothing is said, and where they go: into the folder of a run, beside anything else.
fs::path beside(const ConvertOptions& options, const Animation& animation) {
    fs::path path = fs::absolute(options.source).lexically_normal();
    if (!path.has_filename()) path = path.parent_path();
    if (!animation.files().stats.empty()) return animation.files().stats.parent_path() / "cloth";
    std::error_code ignored;
    return fs::is_directory(path, ignored) ? path : path.replace_extension();
}

std::vector<ExportTarget> find_targets(const ConvertOptions& options, const Animation& animation) {
    const std::vector<const ExportFormat*> formats = parse_formats(options.formats);
    const fs::path standard = beside(options, animation);
    if (options.out.empty()) {
        const bool is_relative = fs::path(options.source).is_relative();
        const fs::path folder = standard.parent_path();
        return export_targets(formats, is_relative ? folder.lexically_proximate(fs::current_path()) : folder,
                              standard.filename());
    }
    const fs::path out = options.out;
    const std::string suffix = formats.front()->suffix;
    if (out.extension() == suffix) {
        if (formats.size() == 1) return {{formats.front(), out}};
        throw Error(ErrorKind::bad_input, fmt::format("--out {} is one file, but --to names {} formats; name a folder",
                                                      out.string(), formats.size()));
    }
    return export_targets(formats, out, standard.filename());
}

int convert(const ConvertOptions& options) {
    const Animation animation(options.source, options.mesh);
    const std::vector<int> frames = parse_frames(options.frames, animation.frame_count());
    const std::vector<ExportTarget> targets = find_targets(options, animation);
    watch_for_stop_signals();
    const bool is_done = write_exports(animation, frames, targets, [&](const fs::path& path) {
        if (!options.quiet) fmt::print("{}\n", path.string());
    });
    if (is_done) return kDone;
    fmt::print(stderr, "pleat: stopped before everything was written\n");
    return kSignal + stop_signal();
}

}  // namespace

Action define_convert(CLI::App& command) {
    const auto options = std::make_shared<ConvertOptions>();
    command
        .add_option("SOURCE", options->source,
                    "The folder of a run or of meshes, one a frame, a point cache (.pc2) or a mesh (.obj)")
        ->required();
    command.add_option("--to", options->formats, "Formats, with commas between them: " + list_formats())
        ->required()
        ->type_name("FORMAT,...");
    command
        .add_option("--out", options->out,
                    "A folder, or for one format the file; the folder of the run, or beside SOURCE, if not given")
        ->type_name("PATH");
    command.add_option("--frames", options->frames, "all, last, or a list like 0,5,10-20,30-90:10 (from-to:every)")
        ->type_name("LIST");
    command.add_option("--mesh", options->mesh, "The mesh of a point cache, if it is not the .obj beside it")
        ->type_name("FILE");
    command.add_flag("--quiet", options->quiet, "Tell nothing but errors");
    return [options] { return convert(*options); };
}

}  // namespace pleat
