// `pleat convert`, and `pleat run --export`.
#include <gtest/gtest.h>

#include <pleat/io/pc2.hpp>

#include "command.hpp"
#include "small_scene.hpp"
#include "tests/io/file_size_limit.hpp"
#include "tests/io/temporary_folder.hpp"
#include "tests/support/words.hpp"

namespace pleat {
namespace {

namespace fs = std::filesystem;
using test::has;
using Words = std::vector<std::string>;

class ConvertCommand : public testing::Test {
protected:
    ConvertCommand() { write_file(folder_ / "flag.toml", kFlag); }

    CommandResult pleat(const Words& words) { return run_command(folder_ / "", words); }
    CommandResult run(Words more = {}) {
        Words words{"run", "flag.toml", "--frames", "2", "--quiet"};
        words.insert(words.end(), more.begin(), more.end());
        return pleat(words);
    }

    TemporaryFolder folder_;
};

TEST_F(ConvertCommand, ARunIsExportedIntoItsFolderWhenItIsDone) {
    const CommandResult result = run({"--export", "abc,glb,pc2,csv"});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(all_in(folder_ / "out/flag"), (Words{"cloth.abc", "cloth.csv", "cloth.glb", "cloth.obj", "cloth.pc2",
                                                   "energy.csv", "state.pleat", "stats.json"}));
}

TEST_F(ConvertCommand, ConvertingLaterGivesTheSameFiles) {
    ASSERT_EQ(run({"--export", "abc,usd"}).status, 0);
    const CommandResult result = pleat({"convert", "out/flag/", "--to", "usd,abc", "--out", "later"});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(result.out, "later/cloth.usda\nlater/cloth.abc\n");
    for (const char* name : {"cloth.usda", "cloth.abc"}) {
        EXPECT_EQ(read_file(folder_ / "out/flag" / name), read_file(folder_ / "later" / name)) << name;
    }
}

TEST_F(ConvertCommand, FiguresHaveALineForEachFrame) {
    ASSERT_EQ(run({"--export", "csv"}).status, 0);
    const std::string text = read_file(folder_ / "out/flag/cloth.csv");
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 4);
    EXPECT_TRUE(text.starts_with("frame,time,steps,")) << text.substr(0, 80);
    const std::string last = stats_in(folder_ / "out/flag")["frames"][2]["energy"]["kinetic"].dump();
    EXPECT_TRUE(has(text, last)) << last;
}

TEST_F(ConvertCommand, AFileIsNamedOrStandsBesideItsSource) {
    ASSERT_EQ(run().status, 0);
    EXPECT_EQ(pleat({"convert", "out/flag", "--to", "glb", "--out", "a/b.glb"}).out, "a/b.glb\n");
    fs::rename(folder_ / "out/flag/cloth.pc2", folder_ / "x.pc2");
    fs::rename(folder_ / "out/flag/cloth.obj", folder_ / "x.obj");
    EXPECT_EQ(pleat({"convert", "x.pc2", "--to", "mdd,obj"}).out, "x.mdd\nx-obj\n");
    EXPECT_EQ(names_in(folder_ / "x-obj"), (Words{"frame_0000.obj", "frame_0001.obj", "frame_0002.obj"}));
    EXPECT_EQ(pleat({"convert", "x-obj", "--to", "pc2", "--frames", "1,2"}).out, "x-obj.pc2\n");
    EXPECT_EQ(read_pc2_header(folder_ / "x-obj.pc2").samples, 2);
}

TEST_F(ConvertCommand, BadInputIsToldBeforeAnythingIsComputed) {
    CommandResult result = run({"--export", "abd"});
    EXPECT_EQ(result.status, 2);
    EXPECT_TRUE(has(result.err, "there is no format \"abd\" (did you mean \"abc\"?)")) << result.err;
    result = run({"--export", "abc", "--set", "output.formats=[\"obj\"]"});
    EXPECT_EQ(result.status, 2);
    EXPECT_TRUE(has(result.err, "add \"pc2\" to output.formats")) << result.err;
    EXPECT_FALSE(fs::exists(folder_ / "out"));
    ASSERT_EQ(run().status, 0);
    EXPECT_EQ(pleat({"convert", "out/flag", "--to", "abc,glb", "--out", "x.abc"}).status, 2);
    EXPECT_EQ(pleat({"convert", "nothing", "--to", "abc"}).status, 3);
    EXPECT_EQ(pleat({"convert", "out/flag", "--to", "pc2"}).status, 2);
}

TEST_F(ConvertCommand, AFullDiskIsAnIoErrorAndLeavesNothing) {
    ASSERT_EQ(run().status, 0);
    const Words before = all_in(folder_ / "out");
    for (const char* format : {"abc", "glb", "usd", "mdd"}) {
        const FileSizeLimit limit(2000);
        const CommandResult result = pleat({"convert", "out/flag", "--to", format});
        EXPECT_EQ(result.status, 3) << format;
        EXPECT_TRUE(has(result.err, "cloth.")) << result.err;
    }
    EXPECT_EQ(all_in(folder_ / "out"), before);
}

}  // namespace
}  // namespace pleat
