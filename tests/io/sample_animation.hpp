// Writes animations for tests to read.
#pragma once
#include <filesystem>
#include <span>

#include <pleat/io/file.hpp>
#include <pleat/io/obj_writer.hpp>
#include <pleat/io/pc2.hpp>

namespace pleat::test {

/// A point cache of these frames.
inline void write_cache(const std::filesystem::path& file, const std::vector<std::vector<Vec3>>& frames) {
    Pc2Writer writer(file, static_cast<int>(frames.front().size()), 0);
    for (const auto& frame : frames) writer.append(frame);
    writer.finish();
}

/// NAME.obj and NAME.pc2 in a folder; returns the latter.
inline std::filesystem::path write_animation(const std::filesystem::path& name, const TriangleMesh& mesh,
                                             const std::vector<std::vector<Vec3>>& frames) {
    const std::filesystem::path cache = name.string() + ".pc2";
    write_file(name.string() + ".obj", format_obj(mesh, "cloth"));
    write_cache(cache, frames);
    return cache;
}

/// Each position of a mesh mapped.
template <class Map>
std::vector<Vec3> moved_by(const TriangleMesh& mesh, Map&& map) {
    std::vector<Vec3> positions;
    for (const Vec3& x : mesh.positions) positions.push_back(map(x));
    return positions;
}

}  // namespace pleat::test
