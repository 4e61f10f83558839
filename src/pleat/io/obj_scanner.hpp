// Cuts the text of an OBJ file into lines and words, and numbers out of words, knowing where everything stands.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include <pleat/core/real.hpp>

namespace pleat {

/// Walks through a text. Lines end with LF, CR LF or CR; a backslash before the end joins a line with the next; a word
/// that begins with # starts a comment. Any bytes are taken. `text` and `name` must outlive it.
class ObjScanner {
public:
    ObjScanner(std::string_view text, const std::string& name);

    /// Goes to the next line, skipping what is left of this one; false at the end of the text. To be called first.
    bool next_line();
    /// The next word of this line, or an empty one where the line ends.
    std::string_view next_word();

    /// The word as a finite number, or an error.
    Real number(std::string_view word) const;
    /// The word as an integer, or an error that calls it `what`.
    long long integer(std::string_view word, std::string_view what) const;

    /// Throws ErrorKind::bad_input with "name:line:column: message"; the place is that of `word`, a part of the text.
    [[noreturn]] void fail(std::string_view word, const std::string& message) const;

private:
    std::size_t line_end_length(std::size_t i) const;
    bool skip_blanks();

    std::string_view text_;
    const std::string& name_;
    std::size_t next_ = 0;  // index of the next character
    bool has_begun_ = false;
};

/// A word for use in a message: in quotes, shortened, with odd bytes written as \xNN.
std::string quoted(std::string_view word);

}  // namespace pleat
