// Alembic: for each object a transform that does nothing and under it a mesh, in the layout that Alembic's Ogawa files
// have. Faces run clockwise, as Alembic has them; normals belong to points and uv to corners of faces.
#include <limits>

#include <pleat/core/murmur.hpp>
#include <pleat/exports/ogawa.hpp>
#include <pleat/exports/writers.hpp>
#include <pleat/io/little_endian.hpp>

namespace pleat {
namespace {

// Types of numbers, by Alembic's order.
enum class Pod : std::uint32_t { boolean = 0, int32 = 6, float32 = 10, float64 = 11 };
enum class PropertyKind : std::uint32_t { compound = 0, scalar = 1, array = 2 };

constexpr std::uint32_t kAnimated = 1;  // index of the frames' times; 0 is for what does not change
constexpr std::uint32_t kMetadataHere = 0xFF;

// What an object or a property leaves behind when it is written.
struct Written {
    OgawaChild group = kEmptyGroup;
    std::string header;  // for the one that it is in
    std::string digest;  // of all that is in it
};

void append_words(std::string& bytes, const std::string& words, int hint) {
    const auto size = static_cast<std::uint32_t>(words.size());
    std::string count;
    append_u32(count, size);
    bytes += count.substr(0, std::size_t{1} << hint);
    bytes += words;
}

// A value that has a sample for each frame, or one for all.
class Property {
public:
    struct Type {
        std::string name;
        std::string metadata;
        PropertyKind kind;
        Pod pod;
        std::uint32_t extent;  // numbers in one value
    };

    explicit Property(Type type) : type_(std::move(type)) {}

    void add(OgawaFile& file, const std::string& bytes) {
        const std::string key = murmur3_128(bytes);
        keys_ += key;
        samples_.push_back(file.add_chunk(key + bytes));
        // The number of values follows from that of the bytes.
        if (type_.kind == PropertyKind::array) samples_.push_back(kEmptyChunk);
        ++count_;
    }

    Written finish(OgawaFile& file) const {
        const std::string head = header();
        return {file.add_group(samples_), head, murmur3_128(head + keys_)};
    }

private:
    // A word of flags and numbers of bits, then counts and names; how many bytes they take is in the flags.
    std::string header() const {
        const bool is_constant = count_ == 1;
        const std::size_t largest =
            std::max({type_.metadata.size(), type_.name.size(), static_cast<std::size_t>(count_)});
        const int hint = largest < 256 ? 0 : largest < 65536 ? 1 : 2;
        std::uint32_t flags = static_cast<std::uint32_t>(type_.kind) | static_cast<std::uint32_t>(hint) << 2 |
                              static_cast<std::uint32_t>(type_.pod) << 4 | type_.extent << 12;
        constexpr std::uint32_t kHasTimes = 0x100, kSameSize = 0x400, kConstant = 0x800;
        flags |= kSameSize | (is_constant ? kConstant : kHasTimes);
        if (!type_.metadata.empty()) flags |= kMetadataHere << 20;
        std::string bytes;
        append_u32(bytes, flags);
        const auto append = [&](std::uint32_t number) {
            std::string all;
            append_u32(all, number);
            bytes += all.substr(0, std::size_t{1} << hint);
        };
        append(count_);
        if (!is_constant) append(kAnimated);
        append_words(bytes, type_.name, hint);
        if (!type_.metadata.empty()) append_words(bytes, type_.metadata, hint);
        return bytes;
    }

    Type type_;
    std::vector<OgawaChild> samples_;
    std::uint32_t count_ = 0;
    std::string keys_;
};

// Properties under one name.
Written write_compound(OgawaFile& file, const std::string& name, const std::string& metadata,
                       const std::vector<Written>& properties) {
    std::vector<OgawaChild> children;
    std::string headers, digests;
    for (const Written& property : properties) {
        children.push_back(property.group);
        headers += property.header;
        digests += property.digest;
    }
    if (!properties.empty()) children.push_back(file.add_chunk(headers));
    Written compound{file.add_group(children), {}, murmur3_128(name + metadata + digests)};
    append_u32(compound.header, metadata.empty() ? 0 : kMetadataHere << 20);
    append_words(compound.header, name, 0);
    if (!metadata.empty()) append_words(compound.header, metadata, 0);
    return compound;
}

// An object: its properties, then the objects in it, then what they are called.
Written write_object(OgawaFile& file, const std::string& name, const std::string& metadata,
                     const std::vector<Written>& properties, const std::vector<Written>& inner) {
    const Written top = write_compound(file, "", "", properties);
    std::vector<OgawaChild> children{top.group};
    std::string headers, digests;
    for (const Written& object : inner) {
        children.push_back(object.group);
        headers += object.header;
        digests += object.digest;
    }
    const std::string children_digest = murmur3_128(digests);
    children.push_back(file.add_chunk(headers + top.digest + children_digest));
    Written object{file.add_group(children), {}, murmur3_128(top.digest + children_digest + name)};
    append_words(object.header, name, 2);
    object.header += static_cast<char>(kMetadataHere);
    append_words(object.header, metadata, 2);
    return object;
}

// Metadata of an object and of the compound property that makes it what it is.
std::string schema(const std::string& name, const std::string& base) {
    return "schema=" + name + (base.empty() ? "" : ";schemaBaseType=" + base);
}

std::string schema_object(const std::string& name, const std::string& base, const std::string& property) {
    return schema(name, base) + ";schemaObjTitle=" + name + ":" + property;
}

// Of a value that goes with points or corners.
std::string parameter(const char* scope, const char* interpretation, int extent) {
    return std::string("geoScope=") + scope + ";interpretation=" + interpretation +
           ";isGeomParam=true;podExtent=" + std::to_string(extent) + ";podName=float32_t";
}

std::string to_bytes(const std::vector<Eigen::Vector3f>& values) {
    std::string bytes;
    for (const Eigen::Vector3f& value : values) append_f32(bytes, value);
    return bytes;
}

std::vector<Written> write_topology(OgawaFile& file, const ExportedObject& object) {
    std::string indices, counts, uv;
    for (std::size_t t = 0; t < object.triangles.size(); ++t) {
        append_i32(counts, 3);
        for (std::size_t k = 3; k-- > 0;) {
            append_i32(indices, object.triangles[t][k]);
            if (object.uv.empty()) continue;
            append_f32(uv, object.uv[t][k].x());
            append_f32(uv, object.uv[t][k].y());
        }
    }
    Property index({".faceIndices", "", PropertyKind::array, Pod::int32, 1});
    Property count({".faceCounts", "", PropertyKind::array, Pod::int32, 1});
    index.add(file, indices);
    count.add(file, counts);
    std::vector<Written> written{index.finish(file), count.finish(file)};
    if (object.uv.empty()) return written;
    Property texture({"uv", parameter("fvr", "vector", 2), PropertyKind::array, Pod::float32, 2});
    texture.add(file, uv);
    written.push_back(texture.finish(file));
    return written;
}

Written write_mesh(OgawaFile& file, const ExportSource& source, std::size_t index) {
    const ExportedObject& object = source.objects()[index];
    Property bounds({".selfBnds", "interpretation=box", PropertyKind::scalar, Pod::float64, 6});
    Property points({"P", "geoScope=vtx;interpretation=point", PropertyKind::array, Pod::float32, 3});
    Property normals({"N", parameter("vtx", "normal", 3), PropertyKind::array, Pod::float32, 3});
    for (int sample = 0; sample < source.sample_count(index); ++sample) {
        const MeshPart part = source.part(index, sample);
        const FloatBox box(part.positions);
        std::string corners;
        for (const Eigen::Vector3f& corner : {box.low, box.high}) {
            for (int d = 0; d < 3; ++d) append_f64(corners, corner[d]);
        }
        bounds.add(file, corners);
        points.add(file, to_bytes(part.positions));
        normals.add(file, to_bytes(part.normals));
    }
    std::vector<Written> properties{bounds.finish(file), points.finish(file), normals.finish(file)};
    for (const Written& property : write_topology(file, object)) properties.push_back(property);
    const std::string type = "AbcGeom_PolyMesh_v1", base = "AbcGeom_GeomBase_v1";
    const Written geometry = write_compound(file, ".geom", schema(type, base), properties);
    const Written mesh = write_object(file, object.name + "Shape", schema_object(type, base, ".geom"), {geometry}, {});
    Property inherits({".inherits", "", PropertyKind::scalar, Pod::boolean, 1});
    inherits.add(file, std::string(1, '\1'));
    const Written still = write_compound(file, ".xform", schema("AbcGeom_Xform_v3", ""), {inherits.finish(file)});
    return write_object(file, object.name, schema_object("AbcGeom_Xform_v3", "", ".xform"), {still}, {mesh});
}

// Each sampling: the number of samples, the time that a cycle takes [s], and the times in it.
std::string time_samplings(const ExportSource& source) {
    std::string bytes;
    const auto append = [&](int samples, Real cycle, const std::vector<Real>& times) {
        append_u32(bytes, static_cast<std::uint32_t>(samples));
        append_f64(bytes, cycle);
        append_u32(bytes, static_cast<std::uint32_t>(times.size()));
        for (const Real time : times) append_f64(bytes, time);
    };
    append(1, 1, {0});
    const int samples = source.sample_count();
    if (samples == 1) return bytes;
    const int stride = source.frame(1) - source.frame(0);
    bool is_even = true;
    std::vector<Real> times;
    for (int sample = 0; sample < samples; ++sample) {
        times.push_back(source.time(sample));
        is_even = is_even && source.frame(sample) == source.frame(0) + sample * stride;
    }
    // Times without a rule have a cycle of this length.
    constexpr Real kNoCycle = std::numeric_limits<double>::max() / 32;
    if (is_even) append(samples, stride / source.animation().frame_rate(), {times.front()});
    if (!is_even) append(samples, kNoCycle, times);
    return bytes;
}

}  // namespace

void write_abc(const ExportSource& source, const std::filesystem::path& path) {
    OgawaFile file(path);
    std::string version, library;
    append_i32(version, 0);
    append_i32(library, 10800);  // 1.8.0, the Alembic whose layout this is
    const std::vector<OgawaChild> head{file.add_chunk(version), file.add_chunk(library)};
    std::vector<Written> objects;
    for (std::size_t i = 0; i < source.objects().size(); ++i) objects.push_back(write_mesh(file, source, i));
    const Written top = write_object(file, "ABC", "", {}, objects);
    const std::vector<OgawaChild> root{head[0],
                                       head[1],
                                       top.group,
                                       file.add_chunk("_ai_AlembicVersion=Alembic 1.8.0;_ai_Application=Pleat"),
                                       file.add_chunk(time_samplings(source)),
                                       kEmptyChunk};
    file.finish(file.add_group(root));
}

}  // namespace pleat
