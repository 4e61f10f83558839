#include <cassert>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

#include <pleat/core/error.hpp>
#include <pleat/io/little_endian.hpp>
#include <pleat/io/open_file.hpp>
#include <pleat/io/pc2.hpp>

namespace pleat {
namespace {

namespace fs = std::filesystem;

// 12 bytes of signature, version, points, start frame, sample rate, samples.
constexpr std::string_view kSignature("POINTCACHE2\0", 12);
constexpr std::int32_t kPc2Version = 1;
constexpr std::uint64_t kHeaderSize = 32;

// [bytes] Times a number of samples that a header claims this may overflow; times one that the file holds it does not.
std::uint64_t sample_size(std::int32_t points) { return 12 * static_cast<std::uint64_t>(points); }

[[noreturn]] void refuse(const OpenFile& file, const std::string& message) {
    throw Error(ErrorKind::bad_input, file.name() + ": " + message);
}

// Checks all but whether the samples are there.
Pc2Header read_header(const OpenFile& file) {
    std::string bytes(kHeaderSize, '\0');
    if (file.size() < kHeaderSize) refuse(file, "is not a PC2 point cache: too short for its header");
    file.read_at(0, bytes);
    if (!bytes.starts_with(kSignature)) refuse(file, "is not a PC2 point cache: does not begin with POINTCACHE2");
    const std::int32_t version = i32_at(bytes, 12);
    if (version != kPc2Version) refuse(file, "is PC2 of version " + std::to_string(version) + "; only 1 can be read");
    const Pc2Header header{i32_at(bytes, 16), f32_at(bytes, 20), f32_at(bytes, 24), i32_at(bytes, 28)};
    if (header.points < 0 || header.samples < 0) {
        refuse(file, "has " + std::to_string(header.points) + " points and " + std::to_string(header.samples) +
                         " samples; neither can be negative");
    }
    if (!std::isfinite(header.start_frame) || !std::isfinite(header.sample_rate)) {
        refuse(file, "has a start frame or sample rate that is not a finite number");
    }
    return header;
}

Pc2Header read_complete_header(const OpenFile& file) {
    const Pc2Header header = read_header(file);
    // Divided rather than multiplied, which could overflow.
    const std::uint64_t size = file.size() - kHeaderSize;
    const std::uint64_t each = sample_size(header.points);
    const auto samples = static_cast<std::uint64_t>(header.samples);
    const bool agrees = each == 0 ? size == 0 : size % each == 0 && size / each == samples;
    if (!agrees) {
        refuse(file, "is " + std::to_string(file.size()) + " bytes long, which does not agree with the " +
                         std::to_string(header.samples) + " samples of " + std::to_string(header.points) +
                         " points in its header; it was cut off or not finished");
    }
    return header;
}

}  // namespace

std::string format_pc2_header(const Pc2Header& header) {
    std::string bytes(kSignature);
    append_i32(bytes, kPc2Version);
    append_i32(bytes, header.points);
    append_f32(bytes, header.start_frame);
    append_f32(bytes, header.sample_rate);
    append_i32(bytes, header.samples);
    return bytes;
}

Pc2Writer::Pc2Writer(const fs::path& path, const Pc2Header& header, OpenFile file)
    : path_(path), header_(header), file_(std::move(file)) {}

Pc2Writer::Pc2Writer(const fs::path& path, int points, float start_frame)
    : Pc2Writer(path, {points, start_frame, 1, 0}, OpenFile(part_of(path), OpenFor::replacing)) {
    assert(points >= 0);
    file_.write_at(0, format_pc2_header(header_));
    sync_folder_of(part_of(path));
}

Pc2Writer Pc2Writer::resume(const fs::path& path, int points, int samples) {
    assert(points >= 0 && samples >= 0);
    std::error_code ignored;
    const bool is_finished = !fs::exists(part_of(path), ignored);
    OpenFile file(is_finished ? path : part_of(path), OpenFor::updating);
    Pc2Header header = read_header(file);
    if (header.points != points) {
        refuse(file, "has " + std::to_string(header.points) + " points, the model " + std::to_string(points) +
                         "; it was written by another simulation");
    }
    const std::uint64_t each = sample_size(points);
    const std::uint64_t complete = each == 0 ? static_cast<std::uint64_t>(samples) : (file.size() - kHeaderSize) / each;
    if (complete < static_cast<std::uint64_t>(samples)) {
        refuse(file, "has only " + std::to_string(complete) + " complete samples, and " + std::to_string(samples) +
                         " are needed to go on; start again from the beginning");
    }
    if (is_finished) rename_and_sync(path, part_of(path));
    header.samples = samples;
    file.cut(kHeaderSize + each * static_cast<std::uint64_t>(samples));
    return Pc2Writer(path, header, std::move(file));
}

void Pc2Writer::append(std::span<const Vec3> positions) {
    assert(positions.size() == static_cast<std::size_t>(header_.points));
    assert(header_.samples < std::numeric_limits<std::int32_t>::max());
    bytes_.clear();
    for (const Vec3& x : positions) append_f32(bytes_, x);
    file_.write_at(kHeaderSize + bytes_.size() * static_cast<std::uint64_t>(header_.samples), bytes_);
    ++header_.samples;
}

void Pc2Writer::flush() { file_.sync(); }

void Pc2Writer::finish() {
    // A sample that could not be written to its end may stand after the last.
    file_.cut(kHeaderSize + sample_size(header_.points) * static_cast<std::uint64_t>(header_.samples));
    file_.write_at(0, format_pc2_header(header_));
    file_.sync();
    file_.close();
    rename_and_sync(part_of(path_), path_);
}

Pc2Header read_pc2_header(const fs::path& path) { return read_complete_header(OpenFile(path, OpenFor::reading)); }

Pc2Reader::Pc2Reader(const fs::path& path) : file_(path, OpenFor::reading), header_(read_complete_header(file_)) {}

std::vector<Vec3> Pc2Reader::read_sample(int sample) const {
    if (sample < 0 || sample >= header_.samples) {
        refuse(file_,
               "has no sample " + std::to_string(sample) + "; must be 0 to " + std::to_string(header_.samples - 1));
    }
    std::string bytes(sample_size(header_.points), '\0');
    file_.read_at(kHeaderSize + bytes.size() * static_cast<std::uint64_t>(sample), bytes);
    std::vector<Vec3> positions(static_cast<std::size_t>(header_.points));
    for (std::size_t i = 0; i < positions.size(); ++i) {
        for (int d = 0; d < 3; ++d) positions[i][d] = f32_at(bytes, 12 * i + 4 * static_cast<std::size_t>(d));
    }
    return positions;
}

}  // namespace pleat
