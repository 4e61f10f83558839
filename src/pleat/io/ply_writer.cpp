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

}  // namespace pleat
