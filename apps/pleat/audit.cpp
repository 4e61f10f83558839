// pleat audit ANIMATION [--solid ANIMATION]
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/core.h>

#include <pleat/audit/audit.hpp>
#include <pleat/audit/audit_json.hpp>
#include <pleat/core/parallel.hpp>

#include "commands.hpp"
#include "exit_status.hpp"

namespace pleat {
namespace {

struct AuditOptions {
    std::string path;
    std::string mesh;
    std::vector<std::string> solids;
    std::string frames = "all";
    std::string rest;
    int threads = 0;
    bool json = false;
};

// The particles of a triangle, which every program numbers alike, from 0.
std::string name_triangle(const Animation& animation, int triangle) {
    const auto& [a, b, c] = animation.mesh().triangles[static_cast<std::size_t>(triangle)];
    return fmt::format("({}, {}, {})", a, b, c);
}

// Something that the cloth may cross.
struct Other {
    std::string name;
    const Animation& animation;
};

void print_crossings(const Animation& cloth, const Other& other, int frame, const std::vector<Crossing>& crossings) {
    if (crossings.empty()) return;
    const Crossing& first = crossings.front();
    fmt::print("frame {}: {} of the cloth with {}, first of triangle {} with {}\n", frame,
               crossings.size() == 1 ? "1 crossing" : fmt::format("{} crossings", crossings.size()), other.name,
               name_triangle(cloth, first.first), name_triangle(other.animation, first.second));
}

void print_summary(const std::vector<FrameAudit>& results) {
    std::size_t crossings = 0, bad_frames = 0;
    const FrameAudit* worst = &results.front();
    for (const FrameAudit& result : results) {
        crossings += result.crossings();
        bad_frames += result.crossings() > 0 ? 1 : 0;
        if (result.stretch > worst->stretch) worst = &result;
    }
    fmt::print("frames          {}, {} with crossings\n", results.size(), bad_frames);
    fmt::print("crossings       {}\n", crossings);
    fmt::print("worst stretch   {:.2f} % (frame {}, particles {} and {})\n", 100 * worst->stretch, worst->frame,
               worst->stretched_edge[0], worst->stretched_edge[1]);
}

void print_results(const Animation& cloth, const std::vector<Other>& solids, const std::vector<FrameAudit>& results) {
    for (const FrameAudit& result : results) {
        print_crossings(cloth, {"itself", cloth}, result.frame, result.with_itself);
        for (std::size_t s = 0; s < solids.size(); ++s)
            print_crossings(cloth, solids[s], result.frame, result.with_solid[s]);
    }
    print_summary(results);
}

int run_audit(const AuditOptions& options) {
    const Animation cloth(options.path, options.mesh);
    std::vector<Animation> solids;
    for (const std::string& path : options.solids) solids.emplace_back(path);
    AuditSettings settings{parse_frames(options.frames, cloth.frame_count())};
    if (!options.rest.empty()) settings.rest = options.rest == "uv" ? RestShape::uv : RestShape::mesh;
    const std::vector<FrameAudit> results = audit(cloth, solids, settings);
    if (options.json) {
        fmt::print("{}\n", format_audit_json(results, options.solids));
    } else {
        std::vector<Other> others;
        for (std::size_t s = 0; s < solids.size(); ++s) others.push_back({options.solids[s], solids[s]});
        print_results(cloth, others, results);
    }
    const bool has_crossings =
        std::any_of(results.begin(), results.end(), [](const FrameAudit& result) { return result.crossings() > 0; });
    return has_crossings ? kFoundSomething : kDone;
}

}  // namespace

Action define_audit(CLI::App& command) {
    const auto options = std::make_shared<AuditOptions>();
    command
        .add_option("ANIMATION", options->path,
                    "The folder of a run or of meshes, one a frame, a point cache (.pc2) or a mesh (.obj)")
        ->required();
    command.add_option("--mesh", options->mesh, "The mesh of a point cache, if it is not the .obj beside it")
        ->type_name("FILE");
    command.add_option("--solid", options->solids, "What the cloth must not cross, at rest or moving; may be repeated")
        ->type_name("ANIMATION")
        ->allow_extra_args(false);
    command.add_option("--frames", options->frames, "all, last, or a list like 0,5,10-20,30-90:10 (from-to:every)")
        ->type_name("LIST");
    command
        .add_option("--rest", options->rest,
                    "What stretch is relative to: uv (if not given: for runs) or mesh (for anything else)")
        ->check(CLI::IsMember({"uv", "mesh"}).description(""))
        ->type_name("SHAPE");
    command.add_flag("--json", options->json, "Tell everything as JSON");
    command.add_option("--threads", options->threads, "Threads to use; 0, or not given: all cores")
        ->check(CLI::Range(0, 1024))
        ->type_name("N");
    return [options] {
        int status = kDone;
        Threads(options->threads).run([&] { status = run_audit(*options); });
        return status;
    };
}

}  // namespace pleat
