// pleat info FILE
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <system_error>

#include <Eigen/Geometry>
#include <fmt/core.h>

#include <pleat/core/error.hpp>
#include <pleat/io/file.hpp>
#include <pleat/io/obj_reader.hpp>
#include <pleat/io/pc2.hpp>
#include <pleat/io/run_folder.hpp>
#include <pleat/io/stats_json.hpp>
#include <pleat/mesh/topology.hpp>
#include <pleat/mesh/triangle_angles.hpp>

#include "commands.hpp"
#include "exit_status.hpp"
#include "progress.hpp"

namespace pleat {
namespace {

namespace fs = std::filesystem;

std::string format_vector(const Vec3& v) { return fmt::format("({:.6g}, {:.6g}, {:.6g})", v.x(), v.y(), v.z()); }

void print_shape(const TriangleMesh& mesh) {
    const auto x = [&](int i) -> const Vec3& { return mesh.positions[static_cast<std::size_t>(i)]; };
    Real area = 0;
    Real angle = std::numeric_limits<Real>::infinity();
    for (const auto& [a, b, c] : mesh.triangles) {
        area += 0.5 * (x(b) - x(a)).cross(x(c) - x(a)).norm();
        angle = std::min(angle, smallest_angle(x(a), x(b), x(c)));
    }
    Eigen::AlignedBox<Real, 3> box;
    for (const Vec3& position : mesh.positions) box.extend(position);
    if (!box.isEmpty()) fmt::print("box             {} to {}\n", format_vector(box.min()), format_vector(box.max()));
    fmt::print("area            {:.6g}\n", area);
    if (!mesh.triangles.empty()) fmt::print("smallest angle  {:.3g} degrees\n", angle * 180 / kPi);
}

void print_mesh(const fs::path& file) {
    const TriangleMesh mesh = read_obj(file);
    const auto edges = find_edges(mesh.triangles);
    const auto has = [&](auto&& is_meant) { return std::count_if(edges.begin(), edges.end(), is_meant); };
    const auto border = has([](const MeshEdge& edge) { return edge.triangles.size() == 1; });
    const auto crowded = has([](const MeshEdge& edge) { return edge.triangles.size() > 2; });
    fmt::print("particles       {}\n", mesh.positions.size());
    fmt::print("triangles       {}\n", mesh.triangles.size());
    fmt::print("edges           {}, {} at the border, {} with more than two triangles\n", edges.size(), border,
               crowded);
    fmt::print("uv              {}\n", mesh.uv.empty() ? "no" : "yes");
    for (const auto& [name, particles] : mesh.groups) {
        fmt::print("group           \"{}\": {} particles\n", name, particles.size());
    }
    print_shape(mesh);
}

void print_cache(const fs::path& file) {
    const Pc2Header header = read_pc2_header(file);
    fmt::print("points          {}\n", header.points);
    fmt::print("samples         {}\n", header.samples);
    fmt::print("first frame     {:g}\n", header.start_frame);
    fmt::print("frames a sample {:g}\n", header.sample_rate);
}

const char* name_of(RunStatus status) {
    switch (status) {
        case RunStatus::finished:
            return "finished";
        case RunStatus::interrupted:
            return "interrupted; can be resumed";
        case RunStatus::cannot_go_on:
            return "could not go on";
    }
    return "";
}

void print_run(const fs::path& folder) {
    const RunFiles files{folder};
    std::error_code ignored;
    if (!fs::exists(files.stats(), ignored)) {
        const bool is_unfinished = look_into(files) == RunFolderContents::unfinished;
        throw Error(
            ErrorKind::bad_input,
            folder.string() + (is_unfinished ? ": this run is not finished; go on with it with pleat run --resume"
                                             : ": is not the folder of a run"));
    }
    const StatsHead head = parse_stats_head(read_file(files.stats()), files.stats().string());
    const RunAccount& account = head.account;
    const WorstStretch& worst = head.totals.worst_stretch;
    fmt::print("scene           \"{}\" ({})\n", account.title, account.scene_file);
    fmt::print("method          {}, {}\n", account.method, account.integrator);
    fmt::print("status          {}\n", name_of(account.status));
    if (!account.reason.empty()) fmt::print("reason          {}\n", account.reason);
    fmt::print("particles       {}, {} triangles\n", account.particles, account.triangles);
    for (const SolidAccount& solid : account.solids) {
        fmt::print("solid           \"{}\": {}, {} triangles{}\n", solid.name, solid.shape, solid.triangles,
                   solid.is_moving ? ", moving" : "");
    }
    fmt::print("frames          {} at {:g} a second\n", head.totals.frames, account.frame_rate);
    fmt::print("hash            {}\n", head.hash);
    fmt::print("worst stretch   {:.2f} % ({}, frame {})\n", 100 * worst.stretch, worst.direction, worst.frame);
    fmt::print("time            {} on {} threads\n", format_duration(head.totals.seconds.total), account.threads);
}

void print_info(const fs::path& path) {
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) return print_run(path);
    std::string extension = path.extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (extension == ".obj") return print_mesh(path);
    if (extension == ".pc2") return print_cache(path);
    throw Error(
        ErrorKind::bad_input,
        path.string() + ": unknown kind of file; must be an OBJ mesh, a PC2 point cache or the folder of a run");
}

}  // namespace

Action define_info(CLI::App& command) {
    const auto path = std::make_shared<std::string>();
    command.add_option("FILE", *path, "A mesh (.obj), a point cache (.pc2) or the folder of a run")->required();
    return [path] {
        print_info(*path);
        return kDone;
    };
}

}  // namespace pleat
