#include <algorithm>

#include <pleat/core/error.hpp>
#include <pleat/exports/formats.hpp>
#include <pleat/exports/writers.hpp>

namespace pleat {
namespace {

constexpr ExportFormat kFormats[] = {
    {"abc", ".abc", "Alembic (Ogawa)", write_abc},
    {"glb", ".glb", "binary glTF with morph targets", write_glb},
    {"usd", ".usda", "USD with time samples", write_usda},
    {"pc2", ".pc2", "PC2 point cache and its OBJ", write_pc2},
    {"mdd", ".mdd", "MDD point cache and its OBJ", write_mdd},
    {"vtk", ".pvd", "VTK with strain and speed", write_vtk},
    {"obj", "-obj", "OBJ, one a frame", write_obj_sequence},
    {"ply", "-ply", "PLY, one a frame", write_ply_sequence},
    {"csv", ".csv", "figures of every frame of a run", write_stats_csv},
};

}  // namespace

std::span<const ExportFormat> export_formats() { return kFormats; }

std::vector<const ExportFormat*> parse_formats(const std::string& names) {
    std::vector<std::string> known;
    for (const ExportFormat& format : kFormats) known.push_back(format.name);
    std::vector<const ExportFormat*> formats;
    for (std::size_t begin = 0; begin <= names.size();) {
        const std::size_t end = std::min(names.find(',', begin), names.size());
        const std::string name = names.substr(begin, end - begin);
        const auto place = std::find(known.begin(), known.end(), name);
        if (place == known.end()) {
            throw Error(ErrorKind::bad_input, "there is no format \"" + name + "\"" + suggestion(name, known));
        }
        const ExportFormat* format = &kFormats[place - known.begin()];
        if (std::find(formats.begin(), formats.end(), format) == formats.end()) formats.push_back(format);
        begin = end + 1;
    }
    return formats;
}

}  // namespace pleat
