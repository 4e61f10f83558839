// Point Cache 2 files: the positions of all particles in every frame, for programs that play animations.
#pragma once
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <pleat/core/real.hpp>
#include <pleat/io/open_file.hpp>

namespace pleat {

/// What stands at the beginning of the file. A sample is the positions of all points at one time.
struct Pc2Header {
    std::int32_t points = 0;
    float start_frame = 0;  ///< frame of the first sample
    float sample_rate = 1;  ///< frames from one sample to the next
    std::int32_t samples = 0;
};

/// Writes samples one by one to "NAME.part", which gets its final name only when it is finished. All functions throw
/// ErrorKind::io if the disk refuses; after that, or a crash, `resume` goes on after the last complete sample.
class Pc2Writer {
public:
    /// Begins anew, replacing a "NAME.part" that is there.
    Pc2Writer(const std::filesystem::path& path, int points, float start_frame);

    /// Goes on after the first `samples` samples of "NAME.part", or if there is none, of the finished file, which
    /// thereby becomes "NAME.part" again; later samples are dropped. Throws ErrorKind::bad_input, changing nothing, if
    /// the file is not a point cache of so many points or holds fewer samples; ErrorKind::io if there is no file.
    static Pc2Writer resume(const std::filesystem::path& path, int points, int samples);

    /// Adds a sample; as many positions [m] as there are points. If it fails it can be tried again.
    void append(std::span<const Vec3> positions);
    /// Returns when all samples so far are on the disk.
    void flush();
    /// Completes the header and gives the file its final name. Nothing can be appended afterwards.
    void finish();

    /// Samples written so far.
    int samples() const { return header_.samples; }

private:
    Pc2Writer(const std::filesystem::path& path, const Pc2Header& header, OpenFile file);

    std::filesystem::path path_;
    Pc2Header header_;
    OpenFile file_;
    std::string bytes_;  // of the sample being written
};

/// The bytes that a file begins with; the samples follow, each the positions as three floats.
std::string format_pc2_header(const Pc2Header& header);

/// Throws ErrorKind::bad_input if the file is not a point cache or its size does not agree with its header.
Pc2Header read_pc2_header(const std::filesystem::path& path);

/// Reads samples of a finished file in any order.
class Pc2Reader {
public:
    /// Throws as read_pc2_header does.
    explicit Pc2Reader(const std::filesystem::path& path);

    const Pc2Header& header() const { return header_; }
    /// The positions [m] in sample number `sample`, counted from 0; ErrorKind::bad_input if there is no such sample.
    std::vector<Vec3> read_sample(int sample) const;

private:
    OpenFile file_;
    Pc2Header header_;
};

}  // namespace pleat
