// Small pieces of text that pages are made of: numbers, tables, and what must be escaped.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <pleat/core/real.hpp>

namespace pleat {

/// A number as a table shows it.
std::string significant(Real value, int digits = 6);
/// With a sign: "+0.31 %".
std::string percent(Real share);

/// Text as it may stand in HTML and SVG, between tags and in attributes.
std::string escape_markup(std::string_view text);

/// The first column is to the left, all others to the right.
std::string markdown_table(const std::vector<std::string>& head, const std::vector<std::vector<std::string>>& rows);

/// Bytes as letters that may stand in a page (RFC 4648).
std::string encode_base64(std::string_view bytes);

}  // namespace pleat
