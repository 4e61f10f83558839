// Finds text that nests values so deeply that a recursive parser would run out of stack.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace pleat {

/// A place in a text, both from 1, columns in characters.
struct TextPosition {
    std::uint32_t line = 1;
    std::uint32_t column = 1;
};

/// The place of a byte.
TextPosition position_of(std::string_view text, std::size_t offset);

/// Where more than 32 brackets are open, or a key has more than 16 dots; nothing in a sane text. toml++ limits brackets
/// but not the parts of a dotted key.
std::optional<TextPosition> find_excessive_nesting(std::string_view text);

}  // namespace pleat
