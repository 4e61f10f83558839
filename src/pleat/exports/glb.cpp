// Binary glTF: a node and a mesh for each object, whose frames after the first are morph targets, and one animation
// that goes from target to target. Positions and normals of targets are differences from the first frame.
#include <limits>
#include <map>

#include <nlohmann/json.hpp>

#include <pleat/core/error.hpp>
#include <pleat/exports/writers.hpp>
#include <pleat/io/little_endian.hpp>
#include <pleat/io/whole_file.hpp>
#include <pleat/version.hpp>

namespace pleat {
namespace {

using Json = nlohmann::ordered_json;
using Points = std::vector<Eigen::Vector3f>;

constexpr int kFloat = 5126, kUnsigned = 5125;              // types of numbers
constexpr int kVertexBuffer = 34962, kIndexBuffer = 34963;  // uses of bytes

// glTF gives each vertex one uv: a particle with several becomes several vertices.
struct Vertices {
    explicit Vertices(const ExportedObject& object) {
        std::map<std::array<double, 3>, std::uint32_t> known;
        for (std::size_t t = 0; t < object.triangles.size(); ++t) {
            for (std::size_t k = 0; k < 3; ++k) {
                const int particle = object.triangles[t][k];
                const Vec2 corner = object.uv.empty() ? Vec2(0, 0) : object.uv[t][k];
                const auto next = static_cast<std::uint32_t>(particles.size());
                const auto [place, is_new] =
                    known.emplace(std::array<double, 3>{static_cast<double>(particle), corner.x(), corner.y()}, next);
                if (is_new) {
                    particles.push_back(static_cast<std::size_t>(particle));
                    uv.push_back(corner);
                }
                indices.push_back(place->second);
            }
        }
    }

    /// One of `values`, which has one a particle, for each vertex.
    Points spread(const Points& values) const {
        Points spread;
        for (const std::size_t particle : particles) spread.push_back(values[particle]);
        return spread;
    }

    std::vector<std::size_t> particles;  ///< of each vertex
    std::vector<Vec2> uv;                ///< of each vertex
    std::vector<std::uint32_t> indices;  ///< three a triangle
};

// What a frame adds to the first one.
struct Shape {
    Points positions, normals;

    Shape minus(const Shape& other) const {
        Shape difference = *this;
        for (std::size_t i = 0; i < positions.size(); ++i) {
            difference.positions[i] -= other.positions[i];
            difference.normals[i] -= other.normals[i];
        }
        return difference;
    }
};

Shape shape(const ExportSource& source, std::size_t object, int sample, const Vertices& vertices) {
    MeshPart part = source.part(object, sample);
    // A direction is wanted also where there is none.
    for (Eigen::Vector3f& normal : part.normals) {
        if (normal.isZero()) normal = Eigen::Vector3f::UnitY();
    }
    return {vertices.spread(part.positions), vertices.spread(part.normals)};
}

Json to_json(const Eigen::Vector3f& x) { return {x.x(), x.y(), x.z()}; }

// The JSON of the file, and where its numbers will be in the binary part.
class Layout {
public:
    explicit Layout(const ExportSource& source) : source_(source) {
        root_ = {{"asset", {{"version", "2.0"}, {"generator", std::string("Pleat ") + kVersion}}},
                 {"scene", 0},
                 {"scenes", {{{"nodes", Json::array()}}}}};
        for (std::size_t i = 0; i < source.objects().size(); ++i) vertices_.emplace_back(source.objects()[i]);
        for (std::size_t i = 0; i < source.objects().size(); ++i) add_object(i);
        if (!moving_.empty()) add_animation();
        root_["buffers"] = {{{"byteLength", size_}}};
    }

    const Vertices& vertices(std::size_t object) const { return vertices_[object]; }
    std::uint64_t size() const { return size_; }  // [bytes] of the binary part
    std::string text() const { return root_.dump(); }

private:
    // Numbers that follow those before; returns the accessor's index.
    std::size_t add_accessor(std::size_t count, const char* type, int component, int components, int use) {
        const std::uint64_t bytes = 4 * static_cast<std::uint64_t>(components) * count;
        Json view{{"buffer", 0}, {"byteOffset", size_}, {"byteLength", bytes}};
        if (use != 0) view["target"] = use;
        root_["bufferViews"].push_back(view);
        root_["accessors"].push_back({{"bufferView", root_["bufferViews"].size() - 1},
                                      {"componentType", component},
                                      {"count", count},
                                      {"type", type}});
        size_ += bytes;
        return root_["accessors"].size() - 1;
    }

    std::size_t add_vectors(std::size_t count) { return add_accessor(count, "VEC3", kFloat, 3, kVertexBuffer); }

    Json add_shape(const Shape& shape) {
        const FloatBox box(shape.positions);
        const std::size_t positions = add_vectors(shape.positions.size());
        root_["accessors"][positions]["min"] = to_json(box.low);
        root_["accessors"][positions]["max"] = to_json(box.high);
        return {{"POSITION", positions}, {"NORMAL", add_vectors(shape.normals.size())}};
    }

    void add_object(std::size_t index) {
        const ExportedObject& object = source_.objects()[index];
        if (object.triangles.empty()) return;
        const Vertices& vertices = vertices_[index];
        const Shape first = shape(source_, index, 0, vertices);
        Json primitive{{"attributes", add_shape(first)}};
        if (!object.uv.empty()) {
            primitive["attributes"]["TEXCOORD_0"] = add_accessor(vertices.uv.size(), "VEC2", kFloat, 2, kVertexBuffer);
        }
        primitive["indices"] = add_accessor(vertices.indices.size(), "SCALAR", kUnsigned, 1, kIndexBuffer);
        primitive["material"] = index_of_next("materials");
        for (int sample = 1; sample < source_.sample_count(index); ++sample) {
            primitive["targets"].push_back(add_shape(shape(source_, index, sample, vertices).minus(first)));
        }
        root_["materials"].push_back({{"name", object.name},
                                      {"pbrMetallicRoughness",
                                       {{"baseColorFactor", {object.color.x(), object.color.y(), object.color.z(), 1}},
                                        {"metallicFactor", 0},
                                        {"roughnessFactor", 0.9}}},
                                      {"doubleSided", !object.is_solid}});
        root_["scenes"][0]["nodes"].push_back(index_of_next("nodes"));
        if (object.is_moving) moving_.push_back(index_of_next("nodes"));
        root_["nodes"].push_back({{"name", object.name}, {"mesh", index_of_next("meshes")}});
        root_["meshes"].push_back({{"name", object.name}, {"primitives", {primitive}}});
        if (object.is_moving) {
            root_["meshes"].back()["weights"] = std::vector<int>(static_cast<std::size_t>(source_.sample_count() - 1));
        }
    }

    // All objects share the times and the weights: at each frame that of its target is 1, and all others are 0.
    void add_animation() {
        const auto samples = static_cast<std::size_t>(source_.sample_count());
        const std::size_t times = add_accessor(samples, "SCALAR", kFloat, 1, 0);
        root_["accessors"][times]["min"] = {static_cast<float>(source_.time(0))};
        root_["accessors"][times]["max"] = {static_cast<float>(source_.time(source_.sample_count() - 1))};
        const std::size_t weights = add_accessor(samples * (samples - 1), "SCALAR", kFloat, 1, 0);
        Json channels;
        for (const std::size_t node : moving_) {
            channels.push_back({{"sampler", 0}, {"target", {{"node", node}, {"path", "weights"}}}});
        }
        root_["animations"] = {{{"name", "simulation"},
                                {"samplers", {{{"input", times}, {"output", weights}, {"interpolation", "LINEAR"}}}},
                                {"channels", channels}}};
    }

    std::size_t index_of_next(const char* list) const { return root_.contains(list) ? root_[list].size() : 0; }

    const ExportSource& source_;
    Json root_;
    std::vector<Vertices> vertices_;
    std::vector<std::size_t> moving_;  // nodes
    std::uint64_t size_ = 0;
};

void write_points(WholeFile& file, const Points& points) {
    std::string bytes;
    for (const Eigen::Vector3f& x : points) append_f32(bytes, x);
    file.write(bytes);
}

void write_shape(WholeFile& file, const Shape& shape) {
    write_points(file, shape.positions);
    write_points(file, shape.normals);
}

// In the order in which the layout has them.
void write_object(WholeFile& file, const ExportSource& source, std::size_t index, const Vertices& vertices) {
    const ExportedObject& object = source.objects()[index];
    if (object.triangles.empty()) return;
    const Shape first = shape(source, index, 0, vertices);
    write_shape(file, first);
    std::string bytes;
    if (!object.uv.empty()) {
        for (const Vec2& uv : vertices.uv) {
            append_f32(bytes, uv.x());
            append_f32(bytes, 1 - uv.y());  // v points down
        }
    }
    for (const std::uint32_t i : vertices.indices) append_u32(bytes, i);
    file.write(bytes);
    for (int sample = 1; sample < source.sample_count(index); ++sample) {
        write_shape(file, shape(source, index, sample, vertices).minus(first));
    }
}

void write_animation(WholeFile& file, const ExportSource& source) {
    std::string bytes;
    for (int sample = 0; sample < source.sample_count(); ++sample) append_f32(bytes, source.time(sample));
    for (int sample = 0; sample < source.sample_count(); ++sample) {
        for (int target = 1; target < source.sample_count(); ++target) append_f32(bytes, target == sample ? 1.0 : 0.0);
    }
    file.write(bytes);
}

std::string chunk_head(std::uint64_t size, std::string_view type) {
    std::string head;
    append_u32(head, static_cast<std::uint32_t>(size));
    return head.append(type);
}

}  // namespace

void write_glb(const ExportSource& source, const std::filesystem::path& path) {
    const Layout layout(source);
    std::string text = layout.text();
    text.resize((text.size() + 3) / 4 * 4, ' ');
    const std::uint64_t size = 12 + 8 + text.size() + 8 + layout.size();
    if (size > std::numeric_limits<std::uint32_t>::max()) {
        throw Error(ErrorKind::bad_input, path.string() + ": would have " + std::to_string(size >> 20) +
                                              " MiB; a .glb can have 4096: choose fewer frames with --frames, or abc");
    }
    WholeFile file(path);
    std::string head = "glTF";
    append_u32(head, 2);
    append_u32(head, static_cast<std::uint32_t>(size));
    file.write(head + chunk_head(text.size(), "JSON") + text + chunk_head(layout.size(), std::string_view("BIN\0", 4)));
    bool is_moving = false;
    for (std::size_t i = 0; i < source.objects().size(); ++i) {
        write_object(file, source, i, layout.vertices(i));
        is_moving = is_moving || (source.objects()[i].is_moving && !source.objects()[i].triangles.empty());
    }
    if (is_moving) write_animation(file, source);
    file.finish();
}

}  // namespace pleat
