#include <functional>
#include <system_error>
#include <thread>

#include <unistd.h>

#include <pleat/io/whole_file.hpp>

namespace pleat {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kPiece = std::size_t{1} << 20;  // [bytes] that are collected

// Process and thread keep writers apart; a name that a killed process left behind may be taken over.
fs::path temporary_beside(const fs::path& target) {
    const std::size_t thread = std::hash<std::thread::id>()(std::this_thread::get_id());
    // Names have at most 255 bytes on common file systems, and the target's may need all of them.
    return target.parent_path() / ("." + target.filename().string().substr(0, 200) + "." + std::to_string(::getpid()) +
                                   "." + std::to_string(thread) + ".tmp");
}

}  // namespace

WholeFile::WholeFile(const fs::path& target)
    : target_(target), path_(temporary_beside(target)), file_(path_, OpenFor::replacing, target) {}

WholeFile::~WholeFile() {
    std::error_code ignored;
    if (!is_finished_) fs::remove(path_, ignored);
}

void WholeFile::flush() {
    file_.write(waiting_);
    waiting_.clear();
}

void WholeFile::write(std::string_view contents) {
    size_ += contents.size();
    if (waiting_.size() + contents.size() > kPiece) flush();
    if (contents.size() > kPiece) return file_.write(contents);
    waiting_ += contents;
}

void WholeFile::write_at(std::uint64_t offset, std::string_view contents) {
    flush();
    file_.write_at(offset, contents);
}

void WholeFile::finish() {
    flush();
    file_.sync();
    file_.close();
    rename_and_sync(path_, target_);
    is_finished_ = true;
}

}  // namespace pleat
