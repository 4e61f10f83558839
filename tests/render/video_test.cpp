#include <cstdio>
#include <cstdlib>

#include <gtest/gtest.h>
#include <unistd.h>

#include <pleat/io/file.hpp>
#include <pleat/render/video.hpp>

#include "tests/io/expect_error.hpp"
#include "tests/io/file_size_limit.hpp"
#include "tests/io/temporary_folder.hpp"
#include "tests/support/words.hpp"

namespace pleat {
namespace {

using test::has;
using Names = std::vector<std::string>;

bool is_ffmpeg_there() {
    return std::system("ffmpeg -version >/dev/null 2>&1 && ffprobe -version >/dev/null 2>&1") == 0;
}

#define SKIP_WITHOUT_FFMPEG() \
    if (!is_ffmpeg_there()) GTEST_SKIP() << "ffmpeg or ffprobe is not installed"

// Another search path for programs as long as it lives.
class SearchPath {
public:
    explicit SearchPath(const std::string& path) : old_(std::getenv("PATH")) { ::setenv("PATH", path.c_str(), 1); }
    ~SearchPath() { ::setenv("PATH", old_.c_str(), 1); }
    SearchPath(const SearchPath&) = delete;
    SearchPath& operator=(const SearchPath&) = delete;

private:
    std::string old_;
};

// Noise, which does not compress well.
Picture noise(ImageSize size, unsigned seed) {
    Picture picture(size);
    for (Rgb& pixel : picture.pixels) {
        seed = seed * 1664525u + 1013904223u;
        pixel = {static_cast<std::uint8_t>(seed >> 24), static_cast<std::uint8_t>(seed >> 16), 128};
    }
    return picture;
}

// "width,height,rate,frames" as ffprobe sees it.
std::string probe(const std::filesystem::path& file) {
    const std::string command =
        "ffprobe -v error -count_frames -select_streams v:0 -show_entries "
        "stream=width,height,r_frame_rate,nb_read_frames -of csv=p=0 '" +
        file.string() + "'";
    std::FILE* pipe = ::popen(command.c_str(), "r");
    if (pipe == nullptr) return "";
    char line[200] = "";
    const bool is_read = std::fgets(line, sizeof line, pipe) != nullptr;
    ::pclose(pipe);
    std::string text = is_read ? line : "";
    while (!text.empty() && (text.back() == '\n' || text.back() == ',')) text.pop_back();
    return text;
}

class Video : public testing::Test {
protected:
    void write(const std::string& name, ImageSize size, int frames) {
        VideoWriter video(folder_ / name, size, 25);
        for (int i = 0; i < frames; ++i) video.add(noise(size, static_cast<unsigned>(i)));
        EXPECT_FALSE(std::filesystem::exists(folder_ / name)) << "not before it is complete";
        video.finish();
    }

    TemporaryFolder folder_;
};

TEST_F(Video, HasAllFramesInTheirSize) {
    SKIP_WITHOUT_FFMPEG();
    for (const std::string name : {"a.mp4", "a.webm", "a.gif"}) {
        write(name, {64, 36}, 7);
        EXPECT_EQ(probe(folder_ / name), "64,36,25/1,7") << name;
    }
    EXPECT_EQ(folder_.names(), (Names{"a.gif", "a.mp4", "a.webm"})) << "and nothing else remains";
}

TEST_F(Video, OddSizesLoseARowOrAColumn) {
    SKIP_WITHOUT_FFMPEG();
    write("a.mp4", {65, 37}, 2);
    EXPECT_EQ(probe(folder_ / "a.mp4"), "64,36,25/1,2");
}

TEST_F(Video, NamesMayHoldAnything) {
    SKIP_WITHOUT_FFMPEG();
    for (const std::string name : {"-y.gif", "a b'c%d:\n.gif"}) {
        write(name, {16, 16}, 1);
        EXPECT_TRUE(std::filesystem::exists(folder_ / name)) << name;
    }
    EXPECT_EQ(folder_.names().size(), 2u);
}

TEST_F(Video, ShowsThePicturesInTheirColours) {
    SKIP_WITHOUT_FFMPEG();
    VideoWriter video(folder_ / "a.gif", {16, 16}, 25);
    for (const Rgb color : {Rgb{200, 10, 10}, {10, 200, 10}, {10, 10, 200}}) video.add(Picture({16, 16}, color));
    video.finish();
    const std::string command = "ffmpeg -nostdin -v error -i '" + (folder_ / "a.gif").string() +
                                "' -f rawvideo -pix_fmt rgb24 '" + (folder_ / "raw").string() + "'";
    ASSERT_EQ(std::system(command.c_str()), 0);
    // Each picture several times, because GIF counts in hundredths of a second.
    const std::string bytes = read_file(folder_ / "raw");
    ASSERT_GE(bytes.size(), 3u * 16 * 16 * 3);
    const auto channel = [&](std::size_t at) { return static_cast<int>(static_cast<unsigned char>(bytes[at])); };
    EXPECT_NEAR(channel(0), 200, 8);
    EXPECT_NEAR(channel(1), 10, 8);
    const std::size_t middle = bytes.size() / 2 / 3 * 3;
    EXPECT_NEAR(channel(middle), 10, 8);
    EXPECT_NEAR(channel(middle + 1), 200, 8);
}

TEST_F(Video, WithoutAnEndNothingRemains) {
    SKIP_WITHOUT_FFMPEG();
    write_file(folder_ / "a.mp4", "old");
    {
        VideoWriter video(folder_ / "a.mp4", {64, 36}, 25);
        for (unsigned i = 0; i < 5; ++i) video.add(noise({64, 36}, i));
    }
    EXPECT_EQ(folder_.names(), Names{"a.mp4"});
    EXPECT_EQ(read_file(folder_ / "a.mp4"), "old");
}

TEST_F(Video, AFullDiskIsAnErrorThatLeavesNothing) {
    SKIP_WITHOUT_FFMPEG();
    for (const std::string name : {"a.mp4", "a.webm", "a.gif"}) {
        write(name, {64, 36}, 20);
        const std::uint64_t needed = std::filesystem::file_size(folder_ / name);
        std::filesystem::remove(folder_ / name);
        for (const std::uint64_t room : {std::uint64_t{2000}, needed - 1}) {
            const std::string message = error_of(ErrorKind::io, [&] {
                const FileSizeLimit limit(room);
                write(name, {64, 36}, 20);
            });
            EXPECT_TRUE(message.starts_with((folder_ / name).string() + ": cannot be written: ffmpeg says: "))
                << message;
        }
    }
    EXPECT_EQ(folder_.names(), Names{});
}

TEST_F(Video, AFolderThatCannotBeWrittenIsReported) {
    SKIP_WITHOUT_FFMPEG();
    const auto file = folder_ / "none/a.mp4";
    EXPECT_EQ(error_of(ErrorKind::io,
                       [&] {
                           VideoWriter(file, {64, 36}, 25);
                       }),
              file.string() + ": cannot be written: No such file or directory");
    EXPECT_EQ(folder_.names(), Names{});
}

TEST_F(Video, WithoutFfmpegItSaysWhatToInstall) {
    const SearchPath path((folder_ / "").string());
    for (const auto& attempt : {+[](const std::filesystem::path& file) { check_video(file); },
                                +[](const std::filesystem::path& file) {
                                    VideoWriter(file, {64, 36}, 25);
                                }}) {
        const std::string message = error_of(ErrorKind::io, [&] { attempt(folder_ / "a.mp4"); });
        EXPECT_TRUE(has(message, "ffmpeg, which is not installed; install it")) << message;
    }
    EXPECT_EQ(folder_.names(), Names{});
}

TEST_F(Video, AProgramThatCannotBeStartedIsReportedAndLeavesNothing) {
    write_file(folder_ / "ffmpeg", "neither a program nor a script");
    std::filesystem::permissions(folder_ / "ffmpeg", std::filesystem::perms::owner_all);
    const SearchPath path((folder_ / "").string());
    const std::string message = error_of(ErrorKind::io, [&] { VideoWriter(folder_ / "a.mp4", {64, 36}, 25); });
    EXPECT_TRUE(has(message, "ffmpeg: cannot be started")) << message;
    EXPECT_EQ(folder_.names(), Names{"ffmpeg"});
}

TEST_F(Video, AProgramThatFailsIsQuoted) {
    write_file(folder_ / "ffmpeg", "#!/bin/sh\necho first >&2\necho no such codec >&2\nexit 1\n");
    std::filesystem::permissions(folder_ / "ffmpeg", std::filesystem::perms::owner_all);
    const SearchPath path((folder_ / "").string());
    const std::string message = error_of(ErrorKind::io, [&] { write("a.mp4", {640, 360}, 3); });
    EXPECT_EQ(message, (folder_ / "a.mp4").string() + ": cannot be written: ffmpeg says: no such codec");
    EXPECT_EQ(folder_.names(), Names{"ffmpeg"});
}

TEST_F(Video, OtherEndingsAreRefusedWithoutLookingForFfmpeg) {
    const SearchPath path((folder_ / "").string());
    for (const std::string name : {"a.avi", "a", "a.MP4", ".mp4", "mp4"}) {
        for (const auto& attempt : {+[](const std::filesystem::path& file) { check_video(file); },
                                    +[](const std::filesystem::path& file) {
                                        VideoWriter(file, {64, 36}, 25);
                                    }}) {
            EXPECT_EQ(error_of(ErrorKind::bad_input, [&] { attempt(folder_ / name); }),
                      (folder_ / name).string() + ": unknown kind of video; must end in .mp4, .webm or .gif");
        }
    }
    EXPECT_EQ(folder_.names(), Names{});
}

}  // namespace
}  // namespace pleat
