// An open file whose failures are exceptions: nothing is written short, interrupted or lost without being told.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace pleat {

/// What a file is opened for.
enum class OpenFor {
    reading,    ///< it must exist
    replacing,  ///< writing an empty file, new or not
    updating,   ///< reading and writing a file that must exist
};

/// Closes the file at its end. Every function throws ErrorKind::io naming the file and the reason.
class OpenFile {
public:
    /// `called` is the name for messages, where that is not `path` itself.
    OpenFile(const std::filesystem::path& path, OpenFor purpose, const std::filesystem::path& called = {});
    ~OpenFile();
    OpenFile(OpenFile&& other) noexcept;
    OpenFile& operator=(OpenFile&& other) noexcept;

    /// The name for messages.
    const std::string& name() const { return name_; }
    /// [bytes] 0 for pipes and devices.
    std::uint64_t size() const;
    /// Reads on from where the last call ended; less than `bytes.size()` only at the end of the file.
    std::size_t read(std::span<char> bytes);
    /// Fills `bytes` from `offset` on; it is an error if the file ends before.
    void read_at(std::uint64_t offset, std::span<char> bytes) const;
    /// Writes on from where the last call ended; for pipes and devices too.
    void write(std::span<const char> bytes);
    /// Writes from `offset` on; not for pipes.
    void write_at(std::uint64_t offset, std::span<const char> bytes);
    /// Cuts the file to `size` [bytes].
    void cut(std::uint64_t size);
    /// Returns when the contents are on the disk.
    void sync();
    /// Closes and reports what only then turns out to have failed.
    void close();

private:
    int descriptor_ = -1;
    std::string name_;
};

/// Whether something has this name; false where that cannot be found out.
bool is_there(const std::filesystem::path& path);

/// Where a file is written until it is complete: beside it, ending in ".part".
std::filesystem::path part_of(const std::filesystem::path& path);

/// Returns when it is on the disk that the file exists and has its name; what is in it is not concerned.
void sync_folder_of(const std::filesystem::path& path);

/// Renames within a folder, replacing `to`, and returns when that is on the disk. Throws ErrorKind::io naming `to`.
void rename_and_sync(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace pleat
