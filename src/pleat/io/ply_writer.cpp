#include <cassert>

#include <pleat/io/little_endian.hpp>
#include <pleat/io/ply_writer.hpp>

namespace pleat {

std::string format_ply(const Model& model, std::span<const Vec3> positions) {
    assert(positions.size() == model.positions.size());
    std::string ply =
        "ply\nformat binary_little_endian 1.0\n"
        "element vertex " +
        std::to_string(positions.size()) +
        "\nproperty float x\nproperty float y\nproperty float z\n"
        "element face " +
        std::to_string(model.triangles.size()) +
        "\nproperty list uchar int vertex_indices\n"
        "end_header\n";
    ply.reserve(ply.size() + 12 * positions.size() + 13 * model.triangles.size());
    for (const Vec3& x : positions) append_f32(ply, x);
    for (const Triangle& triangle : model.triangles) {
        ply += '\3';
        for (const int particle : triangle.particles) append_i32(ply, particle);
    }
    return ply;
}

std::string format_ply(std::span<const MeshPart> parts) {
    std::size_t points = 0, faces = 0;
    std::string ply = "ply\nformat binary_little_endian 1.0\n";
    for (std::size_t i = 0; i < parts.size(); ++i) {
        ply += "comment object " + std::to_string(i) + " " + parts[i].name + "\n";
        points += parts[i].positions.size();
        faces += parts[i].triangles.size();
    }
    ply += "element vertex " + std::to_string(points) +
           "\nproperty float x\nproperty float y\nproperty float z\n"
           "property float nx\nproperty float ny\nproperty float nz\n"
           "element face " +
           std::to_string(faces) +
           "\nproperty list uchar int vertex_indices\nproperty list uchar float texcoord\nproperty int object\n"
           "end_header\n";
    ply.reserve(ply.size() + 24 * points + 42 * faces);
    for (const MeshPart& part : parts) {
        assert(part.normals.size() == part.positions.size());
        for (std::size_t i = 0; i < part.positions.size(); ++i) {
            append_f32(ply, part.positions[i]);
            append_f32(ply, part.normals[i]);
        }
    }
    int first = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        for (std::size_t t = 0; t < parts[i].triangles.size(); ++t) {
            ply += '\3';
            for (const int particle : parts[i].triangles[t]) append_i32(ply, first + particle);
            ply += '\6';
            for (std::size_t k = 0; k < 3; ++k) {
                const Vec2 uv = parts[i].uv.empty() ? Vec2(0, 0) : parts[i].uv[t][k];
                append_f32(ply, uv.x());
                append_f32(ply, uv.y());
            }
            append_i32(ply, static_cast<std::int32_t>(i));
        }
        first += static_cast<int>(parts[i].positions.size());
    }
    return ply;
}

}  // namespace pleat
