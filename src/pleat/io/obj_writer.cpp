#include <array>
#include <cassert>
#include <charconv>
#include <cstddef>
#include <unordered_map>
#include <utility>

#include <pleat/core/hash.hpp>
#include <pleat/io/obj_writer.hpp>

namespace pleat {
namespace {

struct UvHash {
    std::size_t operator()(const Vec2& uv) const {
        // 0 and -0 are equal and must have equal hashes.
        return static_cast<std::size_t>(Hash().value(uv.x() + 0.0).value(uv.y() + 0.0).digest());
    }
};

class ObjText {
public:
    void begin_object(const std::string& name) {
        text += "o ";
        for (const char c : name) text += is_safe(c) ? c : '_';
        text += '\n';
        uv_numbers_.clear();
    }

    void add_position(const Vec3& x) { add_vector("v", x); }

    void add_vector(const char* keyword, const auto& x) {
        text += keyword;
        for (int d = 0; d < 3; ++d) add(' ', x[d]);
        text += '\n';
    }

    /// Writes those of the corners' uv that this object has not had yet.
    void add_uv(std::span<const Vec2> uv) {
        for (const Vec2& corner : uv) {
            if (!uv_numbers_.emplace(corner, uv_count_ + 1).second) continue;
            ++uv_count_;
            text += "vt";
            add(' ', corner.x());
            add(' ', corner.y());
            text += '\n';
        }
    }

    /// `uv` may be null. With normals, each particle has the one with its own number.
    void add_triangle(const std::array<int, 3>& particles, const std::array<Vec2, 3>* uv, bool has_normals = false) {
        text += 'f';
        for (std::size_t k = 0; k < 3; ++k) {
            add(' ', particles[k] + 1);
            if (uv != nullptr) add('/', uv_numbers_.at((*uv)[k]));
            if (has_normals && uv == nullptr) text += '/';
            if (has_normals) add('/', particles[k] + 1);
        }
        text += '\n';
    }

    std::string text;

private:
    // Blanks, comments, joined lines and control characters mean something to readers.
    static bool is_safe(char c) { return static_cast<unsigned char>(c) > 0x20 && c != 0x7F && c != '#' && c != '\\'; }

    void add(char separator, auto value) {
        std::array<char, 32> digits;
        const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), value);
        text += separator;
        text.append(digits.data(), result.ptr);
    }

    std::unordered_map<Vec2, int, UvHash> uv_numbers_;  // of this object, counted from 1 over all objects
    int uv_count_ = 0;
};

}  // namespace

std::string format_obj(const Model& model, std::span<const Vec3> positions) {
    assert(positions.size() == model.positions.size());
    ObjText obj;
    [[maybe_unused]] int written = 0;
    for (const Cloth& cloth : model.cloths) {
        assert(cloth.particles.begin == written);
        written = cloth.particles.end;
        obj.begin_object(cloth.name);
        const auto begin = static_cast<std::size_t>(cloth.particles.begin);
        for (const Vec3& x : positions.subspan(begin, static_cast<std::size_t>(cloth.particles.size()))) {
            obj.add_position(x);
        }
        const auto triangles = std::span(model.triangles)
                                   .subspan(static_cast<std::size_t>(cloth.triangles.begin),
                                            static_cast<std::size_t>(cloth.triangles.size()));
        for (const Triangle& triangle : triangles) obj.add_uv(triangle.uv);
        for (const Triangle& triangle : triangles) obj.add_triangle(triangle.particles, &triangle.uv);
    }
    assert(written == model.particle_count());
    return std::move(obj.text);
}

std::string format_obj(const TriangleMesh& mesh, const std::string& name) {
    assert(mesh.uv.empty() || mesh.uv.size() == mesh.triangles.size());
    ObjText obj;
    obj.begin_object(name);
    for (const Vec3& x : mesh.positions) obj.add_position(x);
    for (const auto& uv : mesh.uv) obj.add_uv(uv);
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        obj.add_triangle(mesh.triangles[t], mesh.uv.empty() ? nullptr : &mesh.uv[t]);
    }
    return std::move(obj.text);
}

std::string format_obj(std::span<const MeshPart> parts) {
    ObjText obj;
    int first = 0;
    for (const MeshPart& part : parts) {
        assert(part.normals.size() == part.positions.size());
        obj.begin_object(part.name);
        for (const Eigen::Vector3f& x : part.positions) obj.add_vector("v", x);
        for (const Eigen::Vector3f& normal : part.normals) obj.add_vector("vn", normal);
        for (const auto& uv : part.uv) obj.add_uv(uv);
        for (std::size_t t = 0; t < part.triangles.size(); ++t) {
            const auto& [a, b, c] = part.triangles[t];
            obj.add_triangle({a + first, b + first, c + first}, part.uv.empty() ? nullptr : &part.uv[t], true);
        }
        first += static_cast<int>(part.positions.size());
    }
    return std::move(obj.text);
}

}  // namespace pleat
