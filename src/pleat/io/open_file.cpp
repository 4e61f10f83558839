#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <pleat/core/error.hpp>
#include <pleat/io/open_file.hpp>

namespace pleat {
namespace {

[[noreturn]] void fail(const std::string& name, const char* what, int code) {
    throw Error(ErrorKind::io, name + ": cannot be " + what + ": " + std::generic_category().message(code));
}

// Repeats a system call that a signal interrupted.
template <class Call>
auto retry(Call&& call) {
    auto result = call();
    while (result == -1 && errno == EINTR) result = call();
    return result;
}

int flags_for(OpenFor purpose) {
    switch (purpose) {
        case OpenFor::reading:
            return O_RDONLY | O_CLOEXEC;
        case OpenFor::replacing:
            return O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC;
        case OpenFor::updating:
            return O_RDWR | O_CLOEXEC;
    }
    return O_RDONLY;
}

// Some systems refuse more than about 2^31 bytes in one call.
std::size_t portion(std::size_t size) { return std::min<std::size_t>(size, 1u << 30); }

}  // namespace

OpenFile::OpenFile(const std::filesystem::path& path, OpenFor purpose, const std::filesystem::path& called)
    : name_(called.empty() ? path.string() : called.string()) {
    descriptor_ = retry([&] { return ::open(path.c_str(), flags_for(purpose), 0666); });
    if (descriptor_ < 0) fail(name_, purpose == OpenFor::reading ? "read" : "written", errno);
}

OpenFile::~OpenFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

OpenFile::OpenFile(OpenFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), name_(std::move(other.name_)) {}

OpenFile& OpenFile::operator=(OpenFile&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    std::swap(name_, other.name_);
    return *this;
}

std::uint64_t OpenFile::size() const {
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) fail(name_, "read", errno);
    return S_ISREG(status.st_mode) ? static_cast<std::uint64_t>(status.st_size) : 0;
}

std::size_t OpenFile::read(std::span<char> bytes) {
    std::size_t done = 0;
    while (done < bytes.size()) {
        const auto got = retry([&] { return ::read(descriptor_, &bytes[done], portion(bytes.size() - done)); });
        if (got < 0) fail(name_, "read", errno);
        if (got == 0) break;
        done += static_cast<std::size_t>(got);
    }
    return done;
}

void OpenFile::read_at(std::uint64_t offset, std::span<char> bytes) const {
    for (std::size_t done = 0; done < bytes.size();) {
        const auto at = static_cast<off_t>(offset + done);
        const auto got = retry([&] { return ::pread(descriptor_, &bytes[done], portion(bytes.size() - done), at); });
        if (got < 0) fail(name_, "read", errno);
        if (got == 0) throw Error(ErrorKind::io, name_ + ": cannot be read: it ends too early");
        done += static_cast<std::size_t>(got);
    }
}

void OpenFile::write(std::span<const char> bytes) {
    for (std::size_t done = 0; done < bytes.size();) {
        const auto put = retry([&] { return ::write(descriptor_, &bytes[done], portion(bytes.size() - done)); });
        if (put <= 0) fail(name_, "written", put < 0 ? errno : ENOSPC);
        done += static_cast<std::size_t>(put);
    }
}

void OpenFile::write_at(std::uint64_t offset, std::span<const char> bytes) {
    for (std::size_t done = 0; done < bytes.size();) {
        const auto at = static_cast<off_t>(offset + done);
        const auto put = retry([&] { return ::pwrite(descriptor_, &bytes[done], portion(bytes.size() - done), at); });
        if (put <= 0) fail(name_, "written", put < 0 ? errno : ENOSPC);
        done += static_cast<std::size_t>(put);
    }
}

void OpenFile::cut(std::uint64_t size) {
    const int result = retry([&] { return ::ftruncate(descriptor_, static_cast<off_t>(size)); });
    if (result != 0) fail(name_, "written", errno);
}

void OpenFile::sync() {
    const int result = retry([&] { return ::fsync(descriptor_); });
    // Pipes and devices cannot be synced, and need not be.
    if (result != 0 && errno != EINVAL && errno != EROFS) fail(name_, "written", errno);
}

void OpenFile::close() {
    // The descriptor is gone even when close fails or is interrupted: trying again could close another file's.
    const int result = ::close(std::exchange(descriptor_, -1));
    if (result != 0 && errno != EINTR) fail(name_, "written", errno);
}

bool is_there(const std::filesystem::path& path) {
    std::error_code ignored;
    return std::filesystem::exists(path, ignored);
}

std::filesystem::path part_of(const std::filesystem::path& path) { return std::filesystem::path(path) += ".part"; }

void sync_folder_of(const std::filesystem::path& path) {
    const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
    OpenFile(folder, OpenFor::reading, path).sync();
}

void rename_and_sync(const std::filesystem::path& from, const std::filesystem::path& to) {
    if (std::rename(from.c_str(), to.c_str()) != 0) fail(to.string(), "written", errno);
    sync_folder_of(to);
}

}  // namespace pleat
