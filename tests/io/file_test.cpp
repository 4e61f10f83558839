#include <thread>

#include <pleat/io/file.hpp>

#include "expect_error.hpp"
#include "file_size_limit.hpp"
#include "temporary_folder.hpp"

namespace pleat {
namespace {

using Names = std::vector<std::string>;

TEST(File, WhatIsWrittenIsRead) {
    const TemporaryFolder folder;
    const std::string contents("a\0b\r\n\xff", 6);
    write_file(folder / "x.bin", contents);
    EXPECT_EQ(read_file(folder / "x.bin"), contents);
    EXPECT_EQ(folder.names(), Names{"x.bin"});
}

TEST(File, EmptyAndLargeFilesSurvive) {
    const TemporaryFolder folder;
    for (const std::size_t size : {0, 1, 65535, 65536, 65537, 3000000}) {
        const std::string contents(size, 'x');
        write_file(folder / "x", contents);
        EXPECT_EQ(read_file(folder / "x"), contents);
    }
}

TEST(File, FilesThatDoNotTellTheirSizeAreReadToTheEnd) { EXPECT_GT(read_file("/proc/self/maps").size(), 100u); }

TEST(File, ReadingReportsNameAndReason) {
    EXPECT_EQ(error_of(ErrorKind::io, [] { read_file("no/such.obj"); }),
              "no/such.obj: cannot be read: No such file or directory");
    EXPECT_EQ(error_of(ErrorKind::io, [] { read_file("/"); }), "/: cannot be read: Is a directory");
}

TEST(File, WritingReportsNameAndReason) {
    EXPECT_EQ(error_of(ErrorKind::io, [] { write_file("no/such.obj", "x"); }),
              "no/such.obj: cannot be written: No such file or directory");
}

TEST(File, FullDeviceIsReportedAndStaysADevice) {
    EXPECT_EQ(error_of(ErrorKind::io, [] { write_file("/dev/full", "x"); }),
              "/dev/full: cannot be written: No space left on device");
    EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
}

TEST(File, FailedWriteKeepsTheOldFileAndLeavesNoTemporary) {
    const TemporaryFolder folder;
    const auto path = folder / "x.obj";
    write_file(path, "old");
    {
        const FileSizeLimit limit(5000);
        EXPECT_EQ(error_of(ErrorKind::io, [&] { write_file(path, std::string(100000, 'x')); }),
                  path.string() + ": cannot be written: File too large");
    }
    EXPECT_EQ(read_file(path), "old");
    EXPECT_EQ(folder.names(), Names{"x.obj"});
}

TEST(File, FolderInTheWayIsReportedAndLeavesNoTemporary) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "x.obj");
    error_of(ErrorKind::io, [&] { write_file(folder / "x.obj", "x"); });
    EXPECT_EQ(folder.names(), Names{"x.obj"});
}

TEST(File, LinksAreFollowed) {
    const TemporaryFolder folder;
    write_file(folder / "file", "old");
    std::filesystem::create_symlink("file", folder / "link");
    write_file(folder / "link", "new");
    EXPECT_EQ(read_file(folder / "file"), "new");
    EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
}

TEST(File, LongestPossibleNameCanBeWritten) {
    const TemporaryFolder folder;
    const auto path = folder / std::string(255, 'n');
    write_file(path, "x");
    EXPECT_EQ(read_file(path), "x");
}

TEST(File, NameWithoutFolderIsWrittenHere) {
    const TemporaryFolder folder;
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(folder / "");
    write_file("x", "here");
    std::filesystem::current_path(before);
    EXPECT_EQ(read_file(folder / "x"), "here");
}

TEST(File, ThreadsThatWriteTheSameFileDoNotMixIt) {
    const TemporaryFolder folder;
    const auto write_many = [&](char letter) {
        for (int i = 0; i < 20; ++i) write_file(folder / "x", std::string(100000, letter));
    };
    std::thread other(write_many, 'a');
    write_many('b');
    other.join();
    const std::string contents = read_file(folder / "x");
    EXPECT_EQ(contents, std::string(100000, contents[0]));
    EXPECT_EQ(folder.names(), Names{"x"});
}

}  // namespace
}  // namespace pleat
