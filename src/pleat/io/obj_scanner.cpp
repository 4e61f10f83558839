#include <charconv>
#include <cmath>
#include <system_error>

#include <pleat/core/error.hpp>
#include <pleat/io/obj_scanner.hpp>

namespace pleat {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }

// std::from_chars takes no plus sign.
std::string_view without_plus(std::string_view word) {
    return word.size() > 1 && word[0] == '+' && word[1] != '-' ? word.substr(1) : word;
}

}  // namespace

ObjScanner::ObjScanner(std::string_view text, const std::string& name) : text_(text), name_(name) {
    if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);  // byte order mark
}

// Length of the line end at i; 0 if there is none.
std::size_t ObjScanner::line_end_length(std::size_t i) const {
    if (i >= text_.size()) return 0;
    if (text_[i] == '\n') return 1;
    if (text_[i] != '\r') return 0;
    return i + 1 < text_.size() && text_[i + 1] == '\n' ? 2 : 1;
}

// Skips blanks, joined lines and comments; false where the line ends.
bool ObjScanner::skip_blanks() {
    while (next_ < text_.size()) {
        const char c = text_[next_];
        if (is_blank(c)) {
            ++next_;
        } else if (c == '\\' && line_end_length(next_ + 1) > 0) {
            next_ += 1 + line_end_length(next_ + 1);
        } else if (c == '#') {
            // Comments are not joined with the next line: they end in paths more often than in continuations.
            while (next_ < text_.size() && line_end_length(next_) == 0) ++next_;
        } else {
            return line_end_length(next_) == 0;
        }
    }
    return false;
}

bool ObjScanner::next_line() {
    if (has_begun_) {
        while (!next_word().empty()) {
        }
        next_ += line_end_length(next_);
    }
    has_begun_ = true;
    return next_ < text_.size();
}

std::string_view ObjScanner::next_word() {
    if (!skip_blanks()) return text_.substr(next_, 0);
    const std::size_t begin = next_;
    while (next_ < text_.size() && !is_blank(text_[next_]) && line_end_length(next_) == 0) {
        if (text_[next_] == '\\' && line_end_length(next_ + 1) > 0) break;
        ++next_;
    }
    return text_.substr(begin, next_ - begin);
}

Real ObjScanner::number(std::string_view word) const {
    const std::string_view digits = without_plus(word);
    Real value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error == std::errc::result_out_of_range) {
        fail(word, quoted(word) + " is out of range; numbers may go from 1e-307 to 1e308");
    }
    if (error != std::errc() || end != digits.data() + digits.size()) {
        fail(word, quoted(word) + " is not a number; must be one like -1.25 or 3e-2");
    }
    if (!std::isfinite(value)) fail(word, quoted(word) + " is not finite; must be a finite number");
    return value;
}

long long ObjScanner::integer(std::string_view word, std::string_view what) const {
    const std::string_view digits = without_plus(word);
    long long value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error == std::errc::result_out_of_range)
        fail(word, std::string(what) + " " + quoted(word) + " is out of range");
    if (error != std::errc() || end != digits.data() + digits.size()) {
        fail(word, std::string(what) + " " + quoted(word) + " is not a whole number");
    }
    return value;
}

// Lines are counted only here: reading goes faster without.
void ObjScanner::fail(std::string_view word, const std::string& message) const {
    const auto place = static_cast<std::size_t>(word.data() - text_.data());
    std::size_t line = 1;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < place;) {
        const std::size_t end = line_end_length(i);
        i += end > 0 ? end : 1;
        if (end == 0) continue;
        ++line;
        begin = i;
    }
    throw Error(ErrorKind::bad_input,
                name_ + ":" + std::to_string(line) + ":" + std::to_string(place - begin + 1) + ": " + message);
}

std::string quoted(std::string_view word) {
    constexpr std::size_t kLongest = 40;
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::string text = "\"";
    for (const char c : word.substr(0, kLongest)) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte < 0x7F) {
            text += c;
        } else {
            text += "\\x";
            text += kDigits[byte / 16];
            text += kDigits[byte % 16];
        }
    }
    return text + (word.size() > kLongest ? "...\"" : "\"");
}

}  // namespace pleat
