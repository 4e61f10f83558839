#include "shell_word.hpp"

#include <cctype>
#include <string_view>

namespace pleat {

std::string shell_word(const std::string& word) {
    constexpr std::string_view kHarmless = "_-./=,:+@%";
    bool is_harmless = !word.empty();
    std::string text = "'";
    for (const char c : word) {
        const bool is_plain = std::isalnum(static_cast<unsigned char>(c)) != 0;
        is_harmless = is_harmless && (is_plain || kHarmless.find(c) != std::string_view::npos);
        text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    return is_harmless ? word : text + "'";
}

}  // namespace pleat
