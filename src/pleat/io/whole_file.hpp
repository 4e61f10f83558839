// A file that appears whole or not at all, written piece by piece.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include <pleat/io/open_file.hpp>

namespace pleat {

/// Writes a temporary beside the file, which takes its name at the end and is removed if that does not come. Every
/// function throws ErrorKind::io naming the file and the reason.
class WholeFile {
public:
    explicit WholeFile(const std::filesystem::path& target);
    ~WholeFile();
    WholeFile(const WholeFile&) = delete;
    WholeFile& operator=(const WholeFile&) = delete;

    /// Goes on from where the last call ended. Small pieces are collected before they go to the disk.
    void write(std::string_view contents);
    /// [bytes] that were written.
    std::uint64_t size() const { return size_; }
    /// Replaces what was written at `offset`.
    void write_at(std::uint64_t offset, std::string_view contents);
    /// Brings everything to the disk and gives the file its name. Nothing can be written afterwards.
    void finish();

private:
    void flush();

    std::filesystem::path target_;
    std::filesystem::path path_;
    OpenFile file_;
    std::string waiting_;
    std::uint64_t size_ = 0;
    bool is_finished_ = false;
};

}  // namespace pleat
