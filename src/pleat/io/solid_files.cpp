#include <system_error>

#include <pleat/io/file.hpp>
#include <pleat/io/obj_writer.hpp>
#include <pleat/io/solid_files.hpp>

namespace pleat {
namespace {

namespace fs = std::filesystem;

int position_count(const Solid& solid) { return static_cast<int>(solid.surface->positions.size()); }

}  // namespace

void SolidFileNames::remove(const std::vector<std::string>& solids) const {
    for (const std::string& solid : solids) {
        for (const fs::path& file : {mesh(solid), cache(solid), unfinished_cache(solid)}) remove_file(file);
    }
    std::error_code not_empty;
    fs::remove(folder, not_empty);
}

SolidFiles SolidFiles::begin(const SolidFileNames& names, const std::vector<Solid>& solids) {
    SolidFiles files;
    files.names_ = names;
    if (!solids.empty()) make_folder(names.folder);
    for (const Solid& solid : solids) {
        auto& cache = files.caches_.emplace_back();
        if (solid.is_moving()) cache.emplace(names.cache(solid.name), position_count(solid), 0.0f);
    }
    return files;
}

SolidFiles SolidFiles::resume(const SolidFileNames& names, const std::vector<Solid>& solids, int frames) {
    SolidFiles files;
    files.names_ = names;
    files.frames_ = frames;
    for (const Solid& solid : solids) {
        auto& cache = files.caches_.emplace_back();
        if (solid.is_moving()) cache = Pc2Writer::resume(names.cache(solid.name), position_count(solid), frames);
    }
    return files;
}

void SolidFiles::add_frame(const std::vector<Solid>& solids, Real time) {
    for (std::size_t i = 0; i < solids.size(); ++i) {
        const Solid& solid = solids[i];
        if (frames_ > 0 && !caches_[i]) continue;
        solid.place(script_time(time), positions_);
        if (caches_[i]) caches_[i]->append(positions_);
        if (frames_ > 0) continue;
        const TriangleMesh mesh{positions_, solid.surface->triangles, {}, {}};
        write_file(names_.mesh(solid.name), format_obj(mesh, solid.name));
    }
    ++frames_;
}

void SolidFiles::flush() {
    for (auto& cache : caches_) {
        if (cache) cache->flush();
    }
}

void SolidFiles::finish() {
    for (auto& cache : caches_) {
        if (cache) cache->finish();
    }
}

}  // namespace pleat
