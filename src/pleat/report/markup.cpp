#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>

#include <pleat/report/markup.hpp>

namespace pleat {
namespace {

std::string row_of(const std::vector<std::string>& cells) {
    std::string row = "|";
    for (const std::string& cell : cells) {
        row += " ";
        for (const char c : cell) row += c == '|' ? std::string("\\|") : std::string(1, c);
        row += " |";
    }
    return row + "\n";
}

}  // namespace

std::string significant(Real value, int digits) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.*g", digits, value);
    return text.data();
}

std::string percent(Real share) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%+.2f %%", 100 * share);
    return text.data();
}

std::string escape_markup(std::string_view text) {
    std::string result;
    for (const char c : text) {
        switch (c) {
            case '&':
                result += "&amp;";
                break;
            case '<':
                result += "&lt;";
                break;
            case '>':
                result += "&gt;";
                break;
            case '"':
                result += "&quot;";
                break;
            default:
                result += c;
        }
    }
    return result;
}

std::string markdown_table(const std::vector<std::string>& head, const std::vector<std::vector<std::string>>& rows) {
    std::string text = row_of(head) + "|";
    for (std::size_t i = 0; i < head.size(); ++i) text += i == 0 ? "---|" : "--:|";
    text += "\n";
    for (const auto& row : rows) text += row_of(row);
    return text;
}

std::string encode_base64(std::string_view bytes) {
    constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            group = group << 8 | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0u);
        }
        for (std::size_t k = 0; k < 4; ++k) {
            text += k <= count ? kLetters[group >> (18 - 6 * k) & 63u] : '=';
        }
    }
    return text;
}

}  // namespace pleat
