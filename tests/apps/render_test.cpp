// What `pleat render` and the pictures of `pleat run` leave behind.
#include <csignal>
#include <cstdlib>

#include <gtest/gtest.h>

#include <pleat/render/contact_sheet.hpp>
#include <pleat/render/png.hpp>

#include "command.hpp"
#include "small_scene.hpp"
#include "tests/io/file_size_limit.hpp"
#include "tests/io/temporary_folder.hpp"
#include "tests/support/words.hpp"

namespace pleat {
namespace {

using test::has;
using Words = std::vector<std::string>;

bool is_ffmpeg_there() { return std::system("ffmpeg -version >/dev/null 2>&1") == 0; }

class RenderCommand : public testing::Test {
protected:
    RenderCommand() {
        write_file(folder_ / "flag.toml", kFlag);
        const CommandResult made = run({"run", "flag.toml", "--frames", "4", "--out", "run", "--quiet"});
        EXPECT_EQ(made.status, 0) << made.err;
    }

    CommandResult run(const Words& words) { return run_command(folder_ / "", words); }

    // pleat render WORDS, in small pictures.
    static Words render_words(const Words& words) {
        Words all{"render"};
        all.insert(all.end(), words.begin(), words.end());
        if (std::find(words.begin(), words.end(), "--size") == words.end()) {
            all.insert(all.end(), {"--size", "64x36"});
        }
        if (std::find(words.begin(), words.end(), "--samples") == words.end()) {
            all.insert(all.end(), {"--samples", "1"});
        }
        return all;
    }
    CommandResult render(const Words& words) { return run(render_words(words)); }

    void expect_failure(int status, const Words& words, const std::string& part) {
        const CommandResult result = render(words);
        EXPECT_EQ(result.status, status) << result.err;
        EXPECT_TRUE(result.err.starts_with("pleat: ")) << result.err;
        EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
        EXPECT_TRUE(has(result.err, part)) << result.err;
        EXPECT_EQ(result.out, "");
    }

    Picture picture(const std::string& name) const {
        return parse_png(read_file(folder_ / name), (folder_ / name).string());
    }

    TemporaryFolder folder_;
};

const Words kRunFiles{"cloth.obj", "cloth.pc2", "energy.csv", "state.pleat", "stats.json"};

TEST_F(RenderCommand, DrawsEachFrameBesideTheRun) {
    const CommandResult result = render({"run"});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(result.out, "run/pictures\n");
    EXPECT_TRUE(has(result.err, "picture 5/5")) << result.err;
    EXPECT_EQ(all_in(folder_ / "run/pictures"),
              (Words{"frame_0000.png", "frame_0001.png", "frame_0002.png", "frame_0003.png", "frame_0004.png"}));
    EXPECT_EQ(picture("run/pictures/frame_0003.png").size, (ImageSize{64, 36}));
    EXPECT_NE(read_file(folder_ / "run/pictures/frame_0000.png"), read_file(folder_ / "run/pictures/frame_0004.png"));
}

TEST_F(RenderCommand, DrawsTheSamePicturesAgainOnAnyNumberOfThreads) {
    for (const std::string threads : {"1", "2", "4"}) {
        ASSERT_EQ(render({"run", "--threads", threads, "--frames", "2,4", "--out", "t" + threads}).status, 0);
    }
    EXPECT_EQ(all_in(folder_ / "t1"), (Words{"frame_0002.png", "frame_0004.png"}));
    for (const std::string file : {"/frame_0002.png", "/frame_0004.png"}) {
        EXPECT_EQ(read_file(folder_ / ("t1" + file)), read_file(folder_ / ("t2" + file)));
        EXPECT_EQ(read_file(folder_ / ("t1" + file)), read_file(folder_ / ("t4" + file)));
    }
}

TEST_F(RenderCommand, DrawsOneFrameIntoOneFile) {
    const CommandResult result = render({"run", "--frames", "last", "--out", "new/one.png", "--quiet"});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(result.out + result.err, "");
    EXPECT_EQ(all_in(folder_ / "new"), Words{"one.png"});
    EXPECT_EQ(picture("new/one.png").size, (ImageSize{64, 36}));
    EXPECT_EQ(render({"run", "--count", "1", "--out", "count.png"}).status, 0);
    EXPECT_EQ(read_file(folder_ / "count.png"), read_file(folder_ / "new/one.png"));
    expect_failure(2, {"run", "--out", "many.png"}, "--out many.png is one picture, but there are 5 frames");
    EXPECT_FALSE(std::filesystem::exists(folder_ / "many.png"));
}

TEST_F(RenderCommand, DrawsAContactSheet) {
    const CommandResult result = render({"run", "--sheet", "--size", "160x90"});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(result.out, "run/sheet.png\n");
    const ImageSize tile = contact_size({160, 90}, 5);
    EXPECT_EQ(picture("run/sheet.png").size, (ImageSize{3 * (tile.width + 4) + 4, 2 * (tile.height + 4) + 4}));
    Words files = kRunFiles;
    files.insert(files.begin() + 3, "sheet.png");
    EXPECT_EQ(all_in(folder_ / "run"), files);
    EXPECT_EQ(render({"run", "--sheet", "two.png", "--count", "2"}).status, 0);
    EXPECT_EQ(picture("two.png").size.height, contact_size({64, 36}, 2).height + 8);
}

TEST_F(RenderCommand, DrawsMeshesAndCachesFromElsewhere) {
    EXPECT_EQ(render({"run/cloth.obj", "--out", "mesh.png"}).status, 0);
    std::filesystem::copy(folder_ / "run/cloth.pc2", folder_ / "a.pc2");
    expect_failure(2, {"a.pc2"}, "name it with --mesh FILE.obj");
    EXPECT_EQ(render({"a.pc2", "--mesh", "run/cloth.obj", "--frames", "0", "--out", "cache.png"}).status, 0);
    EXPECT_EQ(picture("cache.png").pixels, picture("mesh.png").pixels);
}

TEST_F(RenderCommand, UsesTheColoursOfTheScene) {
    ASSERT_EQ(run({"run", "flag.toml", "--frames", "0", "--out", "green", "--set", "cloth.0.color=\"#00c000\""}).status,
              0);
    EXPECT_EQ(render({"green", "--out", "green.png", "--camera", "0,0"}).status, 0);
    const Rgb middle = picture("green.png").at(32, 18);
    EXPECT_GT(middle.green, 60);
    EXPECT_LT(middle.red, middle.green / 2);
    EXPECT_LT(middle.blue, middle.green / 2);
}

TEST_F(RenderCommand, EveryFieldCanBeShown) {
    Words same;
    write_file(folder_ / "mine.csv", [] {
        std::string row = "0";
        for (int i = 1; i < 187; ++i) row += "," + std::to_string(i);
        return row + "\n";
    }());
    for (const std::string field : {"strain", "warp", "weft", "shear", "speed", "height", "mine.csv"}) {
        const CommandResult result = render({"run", "--frames", "4", "--color", field, "--out", field + ".png"});
        EXPECT_EQ(result.status, 0) << result.err;
        EXPECT_EQ(std::count(same.begin(), same.end(), read_file(folder_ / (field + ".png"))), 0) << field;
        same.push_back(read_file(folder_ / (field + ".png")));
    }
    const Words high{"run", "--frames", "4", "--color", "height", "--range", "5,6", "--out", "high.png"};
    EXPECT_EQ(render(high).status, 0);
    EXPECT_NE(read_file(folder_ / "high.png"), read_file(folder_ / "height.png"));
}

TEST_F(RenderCommand, WhatACorrectionMovedCanBeShown) {
    ASSERT_EQ(run({"run", "flag.toml", "--frames", "4", "--out", "moved", "--quiet", "--moves", "--set",
                   "method.preset=interactive"})
                  .status,
              0);
    ASSERT_EQ(render({"moved", "--frames", "4", "--out", "plain.png"}).status, 0);
    const CommandResult result = render({"moved", "--frames", "4", "--color", "moved:limits", "--out", "limits.png"});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_NE(read_file(folder_ / "limits.png"), read_file(folder_ / "plain.png"));
    expect_failure(2, {"moved", "--color", "moved:limit"}, "did you mean \"limits\"?");
    expect_failure(2, {"moved", "--color", "moved:directional"}, "moved/directional.csv: is not there");
    expect_failure(2, {"run", "--color", "moved:limits"}, "run the scene with --moves");
    expect_failure(2, {"run/cloth.obj", "--color", "moved:limits"}, "only the folder of a run");
}

TEST_F(RenderCommand, NonsenseIsRefusedWithTheRule) {
    expect_failure(2, {"run", "--frames", "5"}, "the last is 4");
    expect_failure(2, {"run", "--frames", "x"}, "must be all, last, or a list");
    expect_failure(2, {"run", "--size", "64"}, "must be WIDTHxHEIGHT");
    expect_failure(2, {"run", "--size", "64x15"}, "each 16 to 16384 pixels");
    expect_failure(2, {"run", "--size", "64x17000"}, "each 16 to 16384 pixels");
    expect_failure(2, {"run", "--samples", "0"}, "--samples");
    expect_failure(2, {"run", "--camera", "30"}, "must be azimuth,elevation");
    for (const std::string ground : {"low", "nan", "inf", "1m"}) {
        expect_failure(2, {"run", "--ground", ground}, "must be none or a height in metres");
    }
    for (const std::string range : {"1", "2,1", "1,1", "a,b", "-inf,1", "0,inf", "nan,1", "0,1,2"}) {
        expect_failure(2, {"run", "--color", "height", "--range", range}, "must be LOW,HIGH");
    }
    expect_failure(2, {"run", "--color", "heigth"}, "did you mean \"height\"?");
    expect_failure(2, {"run", "--count", "0"}, "--count");
    expect_failure(2, {"run", "--sheet", "a.png", "--video", "a.mp4"}, "--video");
    expect_failure(2, {"run", "--video", "a.avi"}, "must end in .mp4, .webm or .gif");
    expect_failure(2, {"flag.toml"}, "must be the folder of a run");
    expect_failure(2, {}, "ANIMATION");
    expect_failure(3, {"none"}, "none: does not exist");
    expect_failure(3, {"run", "--color", "none.csv"}, "none.csv");
    EXPECT_EQ(all_in(folder_ / "run"), kRunFiles);
}

TEST_F(RenderCommand, AFolderThatCannotBeWrittenIsAnIoError) {
    write_file(folder_ / "file", "");
    expect_failure(3, {"run", "--quiet", "--out", "file/pictures"}, "file/pictures");
    expect_failure(3, {"run", "--quiet", "--frames", "0", "--out", "file/one.png"}, "file");
    expect_failure(3, {"run", "--quiet", "--sheet", "file/sheet.png"}, "file");
}

TEST_F(RenderCommand, AFullDiskLeavesNoHalfPicture) {
    const auto expect_full = [&](const Words& words, const std::string& part) {
        CommandResult result;
        {
            const FileSizeLimit limit(400);
            result = render(words);
        }
        EXPECT_EQ(result.status, 3) << result.err;
        EXPECT_TRUE(has(result.err, part)) << result.err;
        EXPECT_EQ(all_in(folder_ / "new"), Words{});
    };
    expect_full({"run", "--quiet", "--out", "new"}, "frame_0000.png: cannot be written");
    expect_full({"run", "--quiet", "--sheet", "new/a.png"}, "a.png: cannot be written");
    if (!is_ffmpeg_there()) GTEST_SKIP() << "ffmpeg is not installed";
    expect_full({"run", "--quiet", "--video", "new/a.mp4"}, "a.mp4: cannot be written: ffmpeg says: ");
}

TEST_F(RenderCommand, CtrlCLeavesNoHalfVideo) {
    if (!is_ffmpeg_there()) GTEST_SKIP() << "ffmpeg is not installed";
    for (const int signal : {SIGINT, SIGTERM}) {
        Command command(folder_ / "", render_words({"run", "--quiet", "--video", "videos/a.mp4", "--samples", "400"}));
        command.wait_until_there_is("videos/.a.mp4.log.tmp");
        command.send(signal);
        const CommandResult result = command.wait();
        EXPECT_EQ(result.status, 128 + signal) << result.err;
        EXPECT_EQ(result.err, "pleat: stopped before videos/a.mp4 was finished\n");
        EXPECT_EQ(all_in(folder_ / "videos"), Words{});
    }
}

TEST_F(RenderCommand, AVideoReplacesTheOneBefore) {
    if (!is_ffmpeg_there()) GTEST_SKIP() << "ffmpeg is not installed";
    write_file(folder_ / "run/video.mp4", "old");
    const CommandResult result = render({"run", "--video"});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(result.out, "run/video.mp4\n");
    EXPECT_EQ(read_file(folder_ / "run/video.mp4").substr(4, 4), "ftyp");
    Words files = kRunFiles;
    files.push_back("video.mp4");
    EXPECT_EQ(all_in(folder_ / "run"), files);
}

TEST_F(RenderCommand, ARunDrawsItsSheetAndItsVideo) {
    if (!is_ffmpeg_there()) GTEST_SKIP() << "ffmpeg is not installed";
    const CommandResult result = run({"run", "flag.toml", "--frames", "1", "--out", "short", "--sheet", "--video"});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_TRUE(has(result.out, "contact sheet  short/sheet.png\nvideo          short/video.mp4\n")) << result.out;
    const ImageSize tile = contact_size({1280, 720}, 2);
    EXPECT_EQ(picture("short/sheet.png").size, (ImageSize{2 * (tile.width + 4) + 4, tile.height + 8}));
    EXPECT_EQ(all_in(folder_ / "short"),
              (Words{"cloth.obj", "cloth.pc2", "energy.csv", "sheet.png", "state.pleat", "stats.json", "video.mp4"}));
}

TEST_F(RenderCommand, ARunThatCouldNotBeShownIsRefusedBeforeItBegins) {
    const auto expect_refused = [&](const Words& words, const std::string& part) {
        Words all{"run", "flag.toml", "--out", "never"};
        all.insert(all.end(), words.begin(), words.end());
        const CommandResult result = run(all);
        EXPECT_EQ(result.status, 2) << result.err;
        EXPECT_TRUE(has(result.err, part)) << result.err;
        EXPECT_FALSE(std::filesystem::exists(folder_ / "never"));
    };
    expect_refused({"--video", "a.avi"}, "must end in .mp4, .webm or .gif");
    expect_refused({"--sheet", "--set", "output.formats=[\"obj\"]"}, "add \"pc2\" to output.formats");
}

}  // namespace
}  // namespace pleat
