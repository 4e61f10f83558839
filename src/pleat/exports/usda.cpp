// USD as text, with a time sample a frame. Times count in frames; positions are metres, y is up.
#include <pleat/exports/shortest.hpp>
#include <pleat/exports/writers.hpp>
#include <pleat/io/whole_file.hpp>
#include <pleat/mesh/normals.hpp>

namespace pleat {
namespace {

namespace fs = std::filesystem;

std::string tuple(const auto& x) {
    std::string text = "(";
    for (int d = 0; d < x.size(); ++d) {
        if (d > 0) text += ", ";
        append_shortest(text, x[d]);
    }
    return text + ")";
}

template <class Values, class Format>
std::string list(const Values& values, Format&& format) {
    std::string text = "[";
    for (const auto& value : values) {
        if (text.size() > 1) text += ", ";
        text += format(value);
    }
    return text + "]";
}

std::string tuples(const std::vector<Eigen::Vector3f>& values) {
    return list(values, [](const Eigen::Vector3f& x) { return tuple(x); });
}

// An attribute that may change: `value` of each sample of the object.
template <class Value>
void write_attribute(WholeFile& file, const ExportSource& source, std::size_t object, const std::string& declaration,
                     Value&& value) {
    if (!source.objects()[object].is_moving) {
        file.write("        " + declaration + " = " + value(source.positions(object, 0)) + "\n");
        return;
    }
    file.write("        " + declaration + ".timeSamples = {\n");
    for (int sample = 0; sample < source.sample_count(); ++sample) {
        file.write("            " + std::to_string(source.frame(sample)) + ": " +
                   value(source.positions(object, sample)) + ",\n");
    }
    file.write("        }\n");
}

void write_topology(WholeFile& file, const ExportedObject& object) {
    file.write("        int[] faceVertexCounts = " +
               list(object.triangles, [](const std::array<int, 3>&) { return "3"; }) + "\n");
    file.write("        int[] faceVertexIndices = " +
               list(object.triangles,
                    [](const std::array<int, 3>& t) {
                        return std::to_string(t[0]) + ", " + std::to_string(t[1]) + ", " + std::to_string(t[2]);
                    }) +
               "\n");
    file.write("        uniform token subdivisionScheme = \"none\"\n        uniform bool doubleSided = " +
               std::string(object.is_solid ? "0" : "1") + "\n");
    file.write("        color3f[] primvars:displayColor = [" + tuple(object.color) +
               "] (\n            interpolation = \"constant\"\n        )\n");
    if (object.uv.empty()) return;
    const auto corner = [](const Vec2& uv) { return tuple(uv.cast<float>()); };
    file.write("        texCoord2f[] primvars:st = " +
               list(object.uv,
                    [&](const std::array<Vec2, 3>& uv) {
                        return corner(uv[0]) + ", " + corner(uv[1]) + ", " + corner(uv[2]);
                    }) +
               " (\n            interpolation = \"faceVarying\"\n        )\n");
}

void write_object(WholeFile& file, const ExportSource& source, std::size_t index) {
    const ExportedObject& object = source.objects()[index];
    file.write("    def Mesh \"" + object.name + "\"\n    {\n");
    write_topology(file, object);
    write_attribute(file, source, index, "float3[] extent", [](const std::vector<Eigen::Vector3f>& x) {
        const FloatBox box(x);
        return tuples({box.low, box.high});
    });
    write_attribute(file, source, index, "point3f[] points",
                    [](const std::vector<Eigen::Vector3f>& x) { return tuples(x); });
    file.write("        normal3f[] normals (\n            interpolation = \"vertex\"\n        )\n");
    write_attribute(file, source, index, "normal3f[] normals",
                    [&](const std::vector<Eigen::Vector3f>& x) { return tuples(smooth_normals(x, object.triangles)); });
    file.write("    }\n");
}

}  // namespace

void write_usda(const ExportSource& source, const fs::path& path) {
    WholeFile file(path);
    const std::string rate = shortest(source.animation().frame_rate());
    file.write("#usda 1.0\n(\n    defaultPrim = \"animation\"\n    doc = \"Cloth simulated with Pleat\"\n");
    file.write("    startTimeCode = " + std::to_string(source.frame(0)) +
               "\n    endTimeCode = " + std::to_string(source.frame(source.sample_count() - 1)) +
               "\n    timeCodesPerSecond = " + rate + "\n    framesPerSecond = " + rate +
               "\n    metersPerUnit = 1\n    upAxis = \"Y\"\n)\n\ndef Xform \"animation\"\n{\n");
    for (std::size_t i = 0; i < source.objects().size(); ++i) write_object(file, source, i);
    file.write("}\n");
    file.finish();
}

}  // namespace pleat
