#include <algorithm>
#include <cstddef>

#include <pleat/io/toml_nesting.hpp>

namespace pleat {
namespace {

constexpr int kMaxBrackets = 32;
constexpr int kMaxDots = 16;

bool ends_line(char c) { return c == '\n' || c == '\r' || c == '\v' || c == '\f'; }

// The end of the string that begins at `begin` with a quotation mark; the end of the line if it is not closed.
std::size_t skip_string(std::string_view text, std::size_t begin) {
    const char quote = text[begin];
    const std::string_view rest = text.substr(begin);
    const bool is_long = rest.size() >= 3 && rest[1] == quote && rest[2] == quote;
    std::size_t i = begin + (is_long ? 3 : 1);
    for (; i < text.size(); ++i) {
        if (text[i] == '\\' && quote == '"') {
            ++i;
            continue;
        }
        if (!is_long && ends_line(text[i])) return i;
        if (text[i] != quote) continue;
        if (!is_long) return i + 1;
        if (text.substr(i, 3) != text.substr(begin, 3)) continue;
        // Up to two quotation marks may stand before the three that close a long string.
        for (i += 3; i < text.size() && text[i] == quote;) ++i;
        return i;
    }
    return text.size();
}

}  // namespace

TextPosition position_of(std::string_view text, std::size_t offset) {
    TextPosition position;
    for (const char c : text.substr(0, offset)) {
        const bool begins_character = (static_cast<unsigned char>(c) & 0xC0) != 0x80;
        if (begins_character) ++position.column;
        if (c == '\n') position = {position.line + 1, 1};
    }
    return position;
}

std::optional<TextPosition> find_excessive_nesting(std::string_view text) {
    int brackets = 0;
    int dots = 0;
    for (std::size_t i = 0; i < text.size();) {
        const char c = text[i];
        if (c == '"' || c == '\'') {
            i = skip_string(text, i);
            continue;
        }
        if (c == '#') {
            while (i < text.size() && !ends_line(text[i])) ++i;
            continue;
        }
        if (c == '.') ++dots;
        if (c == '[' || c == '{') ++brackets;
        if (c == ']' || c == '}') brackets = std::max(0, brackets - 1);
        if (dots > kMaxDots || brackets > kMaxBrackets) return position_of(text, i);
        if (c == '=' || c == ',' || c == '[' || c == ']' || c == '{' || c == '}' || ends_line(c)) dots = 0;
        ++i;
    }
    return std::nullopt;
}

}  // namespace pleat
