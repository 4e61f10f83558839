// PC2 and MDD: one file of positions with the mesh beside it as OBJ; solids in a folder of their own.
#include <bit>

#include <pleat/core/error.hpp>
#include <pleat/exports/writers.hpp>
#include <pleat/io/file.hpp>
#include <pleat/io/little_endian.hpp>
#include <pleat/io/obj_writer.hpp>
#include <pleat/io/whole_file.hpp>

namespace pleat {
namespace {

namespace fs = std::filesystem;

// Objects whose positions follow each other in one cache.
struct Cached {
    const ExportSource& source;
    std::vector<std::size_t> objects;

    int points() const {
        int sum = 0;
        for (const std::size_t object : objects) sum += source.objects()[object].particles;
        return sum;
    }
};

template <class Append>
std::string format_frame(const Cached& cached, int sample, Append&& append) {
    std::string bytes;
    bytes.reserve(12 * static_cast<std::size_t>(cached.points()));
    for (const std::size_t object : cached.objects) {
        for (const Eigen::Vector3f& x : cached.source.positions(object, sample)) append(bytes, x);
    }
    return bytes;
}

void write_pc2_file(const Cached& cached, const fs::path& path) {
    WholeFile file(path);
    const int samples = cached.source.sample_count();
    file.write(format_pc2_header({cached.points(), 0, 1, samples}));
    for (int sample = 0; sample < samples; ++sample) {
        file.write(
            format_frame(cached, sample, [](std::string& bytes, const Eigen::Vector3f& x) { append_f32(bytes, x); }));
    }
    file.finish();
}

void append_big_endian(std::string& bytes, std::uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift & 0xFF);
}

void append_big_endian(std::string& bytes, float value) {
    append_big_endian(bytes, std::bit_cast<std::uint32_t>(value));
}

// Numbers of frames and points, the time of each frame, then all positions, most significant byte first.
void write_mdd_file(const Cached& cached, const fs::path& path) {
    const ExportSource& source = cached.source;
    std::string head;
    append_big_endian(head, static_cast<std::uint32_t>(source.sample_count()));
    append_big_endian(head, static_cast<std::uint32_t>(cached.points()));
    for (int sample = 0; sample < source.sample_count(); ++sample) {
        append_big_endian(head, static_cast<float>(source.time(sample)));
    }
    WholeFile file(path);
    file.write(head);
    for (int sample = 0; sample < source.sample_count(); ++sample) {
        file.write(format_frame(cached, sample, [](std::string& bytes, const Eigen::Vector3f& x) {
            for (int d = 0; d < 3; ++d) append_big_endian(bytes, x[d]);
        }));
    }
    file.finish();
}

void write_mesh(const Cached& cached, const fs::path& path) {
    std::vector<MeshPart> parts;
    for (const std::size_t object : cached.objects) parts.push_back(cached.source.part(object, 0));
    write_file(path, format_obj(parts));
}

bool is_same_file(const fs::path& a, const fs::path& b) {
    std::error_code ignored;
    return fs::equivalent(a, b, ignored);
}

void write_caches(const ExportSource& source, const fs::path& target,
                  void (*write_cache)(const Cached& cached, const fs::path& path)) {
    const AnimationFiles& own = source.animation().files();
    if (is_same_file(target, own.cache)) {
        throw Error(ErrorKind::bad_input,
                    target.string() + ": is the animation itself; choose another name with --out");
    }
    Cached cloths{source, {}};
    const fs::path solids = target.parent_path() / (target.stem().string() + "-solids");
    for (std::size_t i = 0; i < source.objects().size(); ++i) {
        const ExportedObject& object = source.objects()[i];
        if (!object.is_solid) {
            cloths.objects.push_back(i);
            continue;
        }
        make_folder(solids);
        const Cached solid{source, {i}};
        write_mesh(solid, solids / (object.name + ".obj"));
        if (object.is_moving) write_cache(solid, solids / (object.name + target.extension().string()));
    }
    // The mesh that the animation came with has the particles in the same order.
    const fs::path mesh = fs::path(target).replace_extension(".obj");
    if (!is_same_file(mesh, own.mesh)) write_mesh(cloths, mesh);
    write_cache(cloths, target);
}

}  // namespace

void write_pc2(const ExportSource& source, const fs::path& file) { write_caches(source, file, write_pc2_file); }

void write_mdd(const ExportSource& source, const fs::path& file) { write_caches(source, file, write_mdd_file); }

}  // namespace pleat
