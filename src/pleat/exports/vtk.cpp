// VTK: a .vtp of every object and frame in a folder, and a .pvd that says which is shown when.
#include <map>

#include <pleat/exports/shortest.hpp>
#include <pleat/exports/writers.hpp>
#include <pleat/io/animation_measures.hpp>
#include <pleat/io/file.hpp>
#include <pleat/io/little_endian.hpp>

namespace pleat {
namespace {

namespace fs = std::filesystem;

std::string head(const std::string& type) {
    return "<?xml version=\"1.0\"?>\n<VTKFile type=\"" + type +
           "\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n";
}

// An XML file whose arrays follow its text as raw bytes, each after its size.
class PolyDataFile {
public:
    void tag(const std::string& line) { text_ += line + "\n"; }

    void array(const std::string& name, const char* type, int components, const std::string& bytes) {
        tag("<DataArray type=\"" + std::string(type) + "\" Name=\"" + name + "\" NumberOfComponents=\"" +
            std::to_string(components) + "\" format=\"appended\" offset=\"" + std::to_string(bytes_.size()) + "\"/>");
        append_u64(bytes_, bytes.size());
        bytes_ += bytes;
    }

    std::string finish() {
        return head("PolyData") + text_ + "<AppendedData encoding=\"raw\">\n_" + bytes_ +
               "\n</AppendedData>\n</VTKFile>\n";
    }

private:
    std::string text_;
    std::string bytes_;
};

template <class T>
std::string to_bytes(const std::vector<T>& values) {
    std::string bytes;
    for (const T& value : values) append_f32(bytes, value);
    return bytes;
}

// A uv for each particle, where all its corners have the same; empty where a seam forbids it.
std::string particle_uv(const MeshPart& part) {
    std::vector<Vec2> uv(part.positions.size(), Vec2::Zero());
    std::vector<bool> is_known(uv.size());
    for (std::size_t t = 0; t < part.uv.size(); ++t) {
        for (std::size_t k = 0; k < 3; ++k) {
            const auto particle = static_cast<std::size_t>(part.triangles[t][k]);
            if (is_known[particle] && uv[particle] != part.uv[t][k]) return {};
            is_known[particle] = true;
            uv[particle] = part.uv[t][k];
        }
    }
    std::string bytes;
    for (const Vec2& x : uv) {
        append_f32(bytes, x.x());
        append_f32(bytes, x.y());
    }
    return bytes;
}

// Values that every particle of an object has besides its normal.
using PointData = std::map<std::string, std::vector<float>>;

void add_point_data(PolyDataFile& file, const MeshPart& part, const PointData& data) {
    const std::string uv = particle_uv(part);
    const bool has_uv = !part.uv.empty() && !uv.empty();
    file.tag(std::string("<PointData Normals=\"normals\"") + (has_uv ? " TCoords=\"uv\"" : "") + ">");
    file.array("normals", "Float32", 3, to_bytes(part.normals));
    if (has_uv) file.array("uv", "Float32", 2, uv);
    for (const auto& [name, values] : data) file.array(name, "Float32", 1, to_bytes(values));
    file.tag("</PointData>");
}

// The uv of corners, which VTK has no place for, as six numbers a triangle.
void add_cell_data(PolyDataFile& file, const MeshPart& part) {
    if (part.uv.empty()) return;
    std::string uv;
    for (const auto& corners : part.uv) {
        for (const Vec2& corner : corners) {
            append_f32(uv, corner.x());
            append_f32(uv, corner.y());
        }
    }
    file.tag("<CellData>");
    file.array("corner_uv", "Float32", 6, uv);
    file.tag("</CellData>");
}

std::string format_vtp(const MeshPart& part, const PointData& data) {
    PolyDataFile file;
    file.tag("<PolyData>");
    file.tag("<Piece NumberOfPoints=\"" + std::to_string(part.positions.size()) +
             "\" NumberOfVerts=\"0\" NumberOfLines=\"0\" NumberOfStrips=\"0\" NumberOfPolys=\"" +
             std::to_string(part.triangles.size()) + "\">");
    add_point_data(file, part, data);
    add_cell_data(file, part);
    file.tag("<Points>");
    file.array("points", "Float32", 3, to_bytes(part.positions));
    file.tag("</Points>");
    std::string connectivity, offsets;
    for (std::size_t t = 0; t < part.triangles.size(); ++t) {
        for (const int particle : part.triangles[t]) append_i32(connectivity, particle);
        append_i32(offsets, static_cast<std::int32_t>(3 * (t + 1)));
    }
    file.tag("<Polys>");
    file.array("connectivity", "Int32", 1, connectivity);
    file.array("offsets", "Int32", 1, offsets);
    file.tag("</Polys>\n</Piece>\n</PolyData>");
    return file.finish();
}

// Of the particles of a cloth, which follow each other among all.
std::vector<float> slice(const std::vector<float>& all, int first, int count) {
    return {all.begin() + first, all.begin() + first + count};
}

}  // namespace

void write_vtk(const ExportSource& source, const fs::path& file) {
    const Animation& animation = source.animation();
    const StretchMeasure stretch(animation);
    const fs::path folder = file.parent_path() / (file.stem().string() + "-vtk");
    make_folder(folder);
    std::string collection = head("Collection") + "<Collection>\n";
    for (int sample = 0; sample < source.sample_count(); ++sample) {
        const int frame = source.frame(sample);
        const std::vector<float> strain = stretch.values(animation.positions(frame), strain_percent);
        const std::vector<float> speed = particle_speeds(animation, frame);
        int first = 0;
        for (std::size_t i = 0; i < source.objects().size(); ++i) {
            const ExportedObject& object = source.objects()[i];
            const std::string name = source.file_name(object.name, object.is_moving ? sample : 0, ".vtp");
            if (sample < source.sample_count(i)) {
                PointData data;
                if (!object.is_solid) {
                    data["strain"] = slice(strain, first, object.particles);
                    data["speed"] = slice(speed, first, object.particles);
                }
                write_file(folder / name, format_vtp(source.part(i, sample), data));
            }
            first += object.particles;
            collection += "<DataSet timestep=\"" + shortest(source.time(sample)) + "\" group=\"\" part=\"" +
                          std::to_string(i) + "\" name=\"" + object.name + "\" file=\"" + folder.filename().string() +
                          "/" + name + "\"/>\n";
        }
    }
    write_file(file, collection + "</Collection>\n</VTKFile>\n");
}

}  // namespace pleat
