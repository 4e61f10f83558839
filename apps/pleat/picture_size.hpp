// Sizes of pictures as they are typed.
#pragma once
#include <array>
#include <charconv>
#include <optional>
#include <string>

#include <pleat/render/image.hpp>

namespace pleat {

/// Two numbers with one letter between them.
template <class Number>
std::optional<std::array<Number, 2>> parse_two(const std::string& text, char separator) {
    std::array<Number, 2> numbers{};
    const char* const end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, numbers[0]);
    if (first.ec != std::errc() || first.ptr == end || *first.ptr != separator) return std::nullopt;
    const auto second = std::from_chars(first.ptr + 1, end, numbers[1]);
    if (second.ec != std::errc() || second.ptr != end) return std::nullopt;
    return numbers;
}

/// WIDTHxHEIGHT. Throws ErrorKind::bad_input if it is anything else, or too small or large.
ImageSize parse_size(const std::string& text);

}  // namespace pleat
