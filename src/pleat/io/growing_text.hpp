// A text file that grows with a run, and can be gone on with.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <pleat/io/open_file.hpp>

namespace pleat {

/// What is there of a text, finished or not.
struct TextSoFar {
    std::filesystem::path file;
    bool is_finished;
    std::uint64_t size;  ///< [bytes] of what is to be gone on after
};

/// Writes FILE.part, which becomes FILE at its end. Every function throws ErrorKind::io if the disk refuses.
class GrowingText {
public:
    /// Begins anew.
    GrowingText(const std::filesystem::path& file, std::string_view head);

    /// Finds the text that `option` of the command began; `end` tells after how many bytes of it to go on, none if
    /// it lacks something. Throws ErrorKind::bad_input if there is no such text, or not enough of it.
    static TextSoFar find(const std::filesystem::path& file, const std::string& option,
                          const std::function<std::optional<std::size_t>(std::string_view)>& end);
    /// Goes on; what follows is cut off.
    explicit GrowingText(const TextSoFar& so_far);

    /// Kept in memory until the next flush.
    void append(std::string_view text) { waiting_ += text; }
    /// Brings to the disk what was appended.
    void flush();
    void finish();

private:
    std::filesystem::path file_;
    OpenFile part_;
    std::uint64_t size_ = 0;  // [bytes] that are in the file
    std::string waiting_;
};

}  // namespace pleat
