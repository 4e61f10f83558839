#include <string>

#include <pleat/io/file.hpp>
#include <pleat/io/open_file.hpp>

#include "expect_error.hpp"
#include "temporary_folder.hpp"

namespace pleat {
namespace {

TEST(OpenFile, WritingAtAPlaceReportsAFullDevice) {
    OpenFile file("/dev/full", OpenFor::updating);
    EXPECT_EQ(error_of(ErrorKind::io, [&] { file.write_at(12, std::string("x")); }),
              "/dev/full: cannot be written: No space left on device");
}

TEST(OpenFile, ReadingPastTheEndIsAnError) {
    const TemporaryFolder folder;
    write_file(folder / "x", "abc");
    const OpenFile file(folder / "x", OpenFor::reading);
    std::string bytes(2, ' ');
    file.read_at(1, bytes);
    EXPECT_EQ(bytes, "bc");
    EXPECT_EQ(error_of(ErrorKind::io, [&] { file.read_at(2, bytes); }),
              (folder / "x").string() + ": cannot be read: it ends too early");
}

}  // namespace
}  // namespace pleat
