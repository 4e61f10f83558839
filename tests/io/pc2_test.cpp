#include <pleat/io/file.hpp>
#include <pleat/io/little_endian.hpp>
#include <pleat/io/pc2.hpp>

#include "expect_error.hpp"
#include "file_size_limit.hpp"
#include "temporary_folder.hpp"

namespace pleat {
namespace {

using Names = std::vector<std::string>;

// Numbers that a float holds exactly.
std::vector<Vec3> sample(int points, int number) {
    std::vector<Vec3> positions;
    for (int i = 0; i < points; ++i) positions.emplace_back(i, number + 0.5, -0.25 * i);
    return positions;
}

// Writes a finished file of 2 points and returns its contents.
std::string write_samples(const std::filesystem::path& path, int samples) {
    Pc2Writer writer(path, 2, 1);
    for (int s = 0; s < samples; ++s) writer.append(sample(2, s));
    writer.finish();
    return read_file(path);
}

std::string header_bytes(std::int32_t points, std::int32_t samples) {
    std::string bytes("POINTCACHE2\0\1\0\0\0", 16);
    append_i32(bytes, points);
    append_f32(bytes, 0.0);
    append_f32(bytes, 1.0);
    append_i32(bytes, samples);
    return bytes;
}

TEST(Pc2, BytesAreWhereTheFormatWantsThem) {
    const TemporaryFolder folder;
    Pc2Writer writer(folder / "a.pc2", 1, 5);
    writer.append(std::vector{Vec3(1, 2, -3)});
    writer.finish();
    std::string expected("POINTCACHE2\0\1\0\0\0\1\0\0\0", 20);
    append_f32(expected, 5.0);
    append_f32(expected, 1.0);
    append_i32(expected, 1);
    append_f32(expected, Vec3(1, 2, -3));
    EXPECT_EQ(read_file(folder / "a.pc2"), expected);
}

TEST(Pc2, SamplesSurviveTheRoundTrip) {
    const TemporaryFolder folder;
    const auto path = folder / "a.pc2";
    Pc2Writer writer(path, 100, -1.5f);
    for (int s = 0; s < 7; ++s) {
        writer.append(sample(100, s));
        writer.flush();
        EXPECT_EQ(folder.names(), Names{"a.pc2.part"});
    }
    EXPECT_EQ(writer.samples(), 7);
    writer.finish();
    EXPECT_EQ(folder.names(), Names{"a.pc2"});
    const Pc2Reader reader(path);
    EXPECT_EQ(reader.header().points, 100);
    EXPECT_EQ(reader.header().samples, 7);
    EXPECT_EQ(reader.header().start_frame, -1.5f);
    EXPECT_EQ(reader.header().sample_rate, 1.0f);
    EXPECT_EQ(read_pc2_header(path).samples, 7);
    for (const int s : {6, 0, 3}) EXPECT_EQ(reader.read_sample(s), sample(100, s));
    EXPECT_EQ(error_of(ErrorKind::bad_input, [&] { reader.read_sample(7); }),
              path.string() + ": has no sample 7; must be 0 to 6");
    error_of(ErrorKind::bad_input, [&] { reader.read_sample(-1); });
}

TEST(Pc2, UnfinishedFileKeepsTheOldOne) {
    const TemporaryFolder folder;
    const std::string old = write_samples(folder / "a.pc2", 3);
    {
        Pc2Writer writer(folder / "a.pc2", 2, 1);
        writer.append(sample(2, 9));
    }
    EXPECT_EQ(read_file(folder / "a.pc2"), old);
    EXPECT_EQ(folder.names(), (Names{"a.pc2", "a.pc2.part"}));
}

TEST(Pc2, ResumeGoesOnAfterAPartialSample) {
    const TemporaryFolder folder;
    const auto path = folder / "a.pc2";
    const std::string expected = write_samples(folder / "whole.pc2", 6);
    {
        Pc2Writer writer(path, 2, 1);
        for (int s = 0; s < 4; ++s) writer.append(sample(2, s));
    }
    std::filesystem::resize_file(folder / "a.pc2.part", 32 + 3 * 24 + 7);
    Pc2Writer writer = Pc2Writer::resume(path, 2, 3);
    EXPECT_EQ(writer.samples(), 3);
    for (int s = 3; s < 6; ++s) writer.append(sample(2, s));
    writer.finish();
    EXPECT_EQ(read_file(path), expected);
}

TEST(Pc2, ResumeDropsLaterSamples) {
    const TemporaryFolder folder;
    const auto path = folder / "a.pc2";
    const std::string expected = write_samples(path, 2);
    {
        Pc2Writer writer(path, 2, 1);
        for (int s = 0; s < 5; ++s) writer.append(sample(2, s));
    }
    Pc2Writer::resume(path, 2, 2).finish();
    EXPECT_EQ(read_file(path), expected);
    EXPECT_EQ(folder.names(), Names{"a.pc2"});
}

TEST(Pc2, ResumeGoesOnFromAFinishedFile) {
    const TemporaryFolder folder;
    const std::string expected = write_samples(folder / "b.pc2", 5);
    write_samples(folder / "a.pc2", 3);
    Pc2Writer writer = Pc2Writer::resume(folder / "a.pc2", 2, 3);
    EXPECT_EQ(folder.names(), (Names{"a.pc2.part", "b.pc2"}));
    for (int s = 3; s < 5; ++s) writer.append(sample(2, s));
    writer.finish();
    EXPECT_EQ(read_file(folder / "a.pc2"), expected);
}

TEST(Pc2, ResumeRefusesWhatItCannotGoOnFromAndChangesNothing) {
    const TemporaryFolder folder;
    const auto path = folder / "a.pc2";
    const std::string name = path.string();
    const auto refusal = [&](int points, int samples) {
        return error_of(ErrorKind::bad_input, [&] { Pc2Writer::resume(path, points, samples); });
    };
    const std::string contents = write_samples(path, 3);
    EXPECT_EQ(refusal(2, 4),
              name + ": has only 3 complete samples, and 4 are needed to go on; start again from the beginning");
    EXPECT_EQ(refusal(3, 1), name + ": has 2 points, the model 3; it was written by another simulation");
    EXPECT_EQ(read_file(path), contents);
    EXPECT_EQ(folder.names(), Names{"a.pc2"});
    write_file(path, "POINTCACHE2");
    EXPECT_EQ(refusal(2, 1), name + ": is not a PC2 point cache: too short for its header");
    write_file(path, std::string(100, 'x'));
    EXPECT_EQ(refusal(2, 1), name + ": is not a PC2 point cache: does not begin with POINTCACHE2");
    EXPECT_EQ(error_of(ErrorKind::io, [&] { Pc2Writer::resume(folder / "none.pc2", 2, 1); }),
              (folder / "none.pc2").string() + ": cannot be written: No such file or directory");
}

TEST(Pc2, FullDiskLeavesAFileThatCanBeResumed) {
    const TemporaryFolder folder;
    const auto path = folder / "a.pc2";
    const std::string expected = write_samples(folder / "whole.pc2", 10);
    {
        Pc2Writer writer(path, 2, 1);
        const FileSizeLimit limit(32 + 5 * 24 + 10);
        for (int s = 0; s < 5; ++s) writer.append(sample(2, s));
        for (int attempt = 0; attempt < 2; ++attempt) {
            EXPECT_EQ(error_of(ErrorKind::io, [&] { writer.append(sample(2, 5)); }),
                      path.string() + ".part: cannot be written: File too large");
        }
        EXPECT_EQ(writer.samples(), 5);
    }
    EXPECT_EQ(std::filesystem::file_size(folder / "a.pc2.part"), 32u + 5 * 24 + 10);
    Pc2Writer writer = Pc2Writer::resume(path, 2, 5);
    for (int s = 5; s < 10; ++s) writer.append(sample(2, s));
    writer.finish();
    EXPECT_EQ(read_file(path), expected);
}

TEST(Pc2, FinishingAfterAFailedSampleLeavesItOut) {
    const TemporaryFolder folder;
    const std::string expected = write_samples(folder / "whole.pc2", 1);
    Pc2Writer writer(folder / "a.pc2", 2, 1);
    writer.append(sample(2, 0));
    {
        const FileSizeLimit limit(32 + 24 + 10);
        error_of(ErrorKind::io, [&] { writer.append(sample(2, 1)); });
    }
    writer.finish();
    EXPECT_EQ(read_file(folder / "a.pc2"), expected);
}

TEST(Pc2, FolderThatDoesNotExistIsReported) {
    EXPECT_EQ(error_of(ErrorKind::io, [] { Pc2Writer("no/such.pc2", 2, 1); }),
              "no/such.pc2.part: cannot be written: No such file or directory");
}

TEST(Pc2, ReaderRefusesFilesThatDoNotAgreeWithTheirHeader) {
    const TemporaryFolder folder;
    const auto path = folder / "a.pc2";
    const auto refusal = [&](const std::string& bytes) {
        write_file(path, bytes);
        return error_of(ErrorKind::bad_input, [&] { read_pc2_header(path); });
    };
    const std::string name = path.string();
    const std::string reason = " points in its header; it was cut off or not finished";
    EXPECT_EQ(refusal(header_bytes(2, 1) + std::string(23, '\0')),
              name + ": is 55 bytes long, which does not agree with the 1 samples of 2" + reason);
    EXPECT_EQ(refusal(header_bytes(2, 1) + std::string(48, '\0')),
              name + ": is 80 bytes long, which does not agree with the 1 samples of 2" + reason);
    // 12 * 2^31 * 2^31 overflows 64 bits.
    EXPECT_EQ(refusal(header_bytes(2147483647, 2147483647)),
              name + ": is 32 bytes long, which does not agree with the 2147483647 samples of 2147483647" + reason);
    EXPECT_EQ(refusal(header_bytes(0, 0) + "x"),
              name + ": is 33 bytes long, which does not agree with the 0 samples of 0" + reason);
    EXPECT_EQ(refusal(header_bytes(-1, 3)), name + ": has -1 points and 3 samples; neither can be negative");
    EXPECT_EQ(refusal(header_bytes(1, -3)), name + ": has 1 points and -3 samples; neither can be negative");
    std::string version = header_bytes(1, 0);
    version[12] = 2;
    EXPECT_EQ(refusal(version), name + ": is PC2 of version 2; only 1 can be read");
    std::string not_finite = header_bytes(1, 0);
    not_finite[22] = not_finite[23] = '\xff';
    EXPECT_EQ(refusal(not_finite), name + ": has a start frame or sample rate that is not a finite number");
    error_of(ErrorKind::io, [&] { Pc2Reader reader(folder / "none.pc2"); });
}

}  // namespace
}  // namespace pleat
