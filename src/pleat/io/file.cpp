#include <algorithm>
#include <new>
#include <stdexcept>
#include <system_error>

#include <pleat/core/error.hpp>
#include <pleat/io/file.hpp>
#include <pleat/io/open_file.hpp>
#include <pleat/io/whole_file.hpp>

namespace pleat {
namespace {

namespace fs = std::filesystem;

std::string read_all(OpenFile& file) {
    std::string contents;
    // One more than the size, so that the end is seen without growing; pipes and devices say 0 and grow as they come.
    std::size_t wanted = static_cast<std::size_t>(file.size()) + 1;
    for (std::size_t done = 0;;) {
        contents.resize(wanted);
        done += file.read(std::span(contents).subspan(done));
        if (done < wanted) {
            contents.resize(done);
            return contents;
        }
        wanted = std::max<std::size_t>(2 * wanted, 1u << 16);
    }
}

}  // namespace

std::string read_file(const fs::path& path) {
    OpenFile file(path, OpenFor::reading);
    try {
        return read_all(file);
    } catch (const std::bad_alloc&) {
    } catch (const std::length_error&) {
    }
    throw Error(ErrorKind::io, path.string() + ": cannot be read: too large for the memory");
}

void write_file(const fs::path& path, std::string_view contents) {
    std::error_code ignored;
    const fs::file_status status = fs::status(path, ignored);
    // Pipes and devices (/dev/stdout) are written to, not replaced.
    if (fs::is_other(status)) {
        OpenFile file(path, OpenFor::replacing);
        file.write(contents);
        file.close();
        return;
    }
    // What a link points to is replaced, not the link.
    const bool is_link = fs::is_symlink(fs::symlink_status(path, ignored)) && fs::exists(status);
    const fs::path target = is_link ? fs::canonical(path, ignored) : path;
    WholeFile file(target);
    file.write(contents);
    file.finish();
}

void make_folder(const fs::path& folder) {
    if (folder.empty()) return;
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) throw Error(ErrorKind::io, folder.string() + ": cannot be made: " + error.message());
}

void remove_file(const fs::path& file) {
    std::error_code error;
    fs::remove(file, error);
    if (error) throw Error(ErrorKind::io, file.string() + ": cannot be removed: " + error.message());
}

}  // namespace pleat
