// Numbers as text, as short as can be so that they read back to the same bits.
#pragma once
#include <array>
#include <charconv>
#include <string>

namespace pleat {

void append_shortest(std::string& text, auto value) {
    std::array<char, 32> digits;
    text.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
}

std::string shortest(auto value) {
    std::string text;
    append_shortest(text, value);
    return text;
}

}  // namespace pleat
