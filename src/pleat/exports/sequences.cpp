// OBJ and PLY, one file a frame.
#include <pleat/exports/writers.hpp>
#include <pleat/io/file.hpp>
#include <pleat/io/obj_writer.hpp>
#include <pleat/io/ply_writer.hpp>

namespace pleat {
namespace {

namespace fs = std::filesystem;

void write_sequence(const ExportSource& source, const fs::path& folder, const char* extension,
                    std::string (*format)(std::span<const MeshPart>)) {
    make_folder(folder);
    for (int sample = 0; sample < source.sample_count(); ++sample) {
        std::vector<MeshPart> parts;
        for (std::size_t object = 0; object < source.objects().size(); ++object) {
            parts.push_back(source.part(object, sample));
        }
        write_file(folder / source.file_name("frame", sample, extension), format(parts));
    }
}

}  // namespace

void write_obj_sequence(const ExportSource& source, const fs::path& folder) {
    write_sequence(source, folder, ".obj", format_obj);
}

void write_ply_sequence(const ExportSource& source, const fs::path& folder) {
    write_sequence(source, folder, ".ply", format_ply);
}

}  // namespace pleat
