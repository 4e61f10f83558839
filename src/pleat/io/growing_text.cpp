#include <system_error>

#include <pleat/core/error.hpp>
#include <pleat/io/file.hpp>
#include <pleat/io/growing_text.hpp>

namespace pleat {

namespace fs = std::filesystem;

GrowingText::GrowingText(const fs::path& file, std::string_view head)
    : file_(file), part_(part_of(file), OpenFor::replacing), waiting_(head) {
    flush();
    sync_folder_of(part_of(file));
}

TextSoFar GrowingText::find(const fs::path& file, const std::string& option,
                            const std::function<std::optional<std::size_t>(std::string_view)>& end) {
    std::error_code ignored;
    const bool is_finished = !fs::exists(part_of(file), ignored);
    const fs::path present = is_finished ? file : part_of(file);
    if (!fs::exists(present, ignored)) {
        throw Error(ErrorKind::bad_input, file.string() + ": the run was begun without it; go on without " + option +
                                              ", or start again without --resume");
    }
    const std::optional<std::size_t> size = end(read_file(present));
    if (!size) {
        throw Error(ErrorKind::bad_input,
                    present.string() + ": lacks lines before the checkpoint; start again without --resume");
    }
    return {file, is_finished, *size};
}

GrowingText::GrowingText(const TextSoFar& so_far)
    : file_(so_far.file),
      part_(so_far.is_finished ? so_far.file : part_of(so_far.file), OpenFor::updating),
      size_(so_far.size) {
    if (so_far.is_finished) rename_and_sync(file_, part_of(file_));
    part_.cut(size_);
}

void GrowingText::flush() {
    part_.write_at(size_, waiting_);
    size_ += waiting_.size();
    waiting_.clear();
    part_.sync();
}

void GrowingText::finish() {
    flush();
    part_.close();
    rename_and_sync(part_of(file_), file_);
}

}  // namespace pleat
