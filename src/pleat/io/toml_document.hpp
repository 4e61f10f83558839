// A TOML text as a tree that knows where each value was written. toml++ stays behind this file.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace pleat {

/// Where something was written.
struct TomlPlace {
    int source = 0;            ///< index into TomlDocument::sources
    std::uint32_t line = 1;    ///< from 1
    std::uint32_t column = 1;  ///< from 1, in characters
};

struct TomlEntry;

/// A date or a time: TOML knows them, scenes do not use them.
struct TomlDate {};

/// One value.
struct TomlNode {
    using Array = std::vector<TomlNode>;
    using Table = std::vector<TomlEntry>;  ///< ordered by key

    TomlPlace place;
    std::variant<bool, std::int64_t, double, std::string, TomlDate, Array, Table> value;
};

/// A key and its value.
struct TomlEntry {
    std::string key;
    TomlPlace place;  ///< of the key
    TomlNode node;
};

/// A text, with the overrides that were applied to it.
struct TomlDocument {
    TomlNode root;                     ///< a table
    std::vector<std::string> sources;  ///< the file's name, then "--set key=value" of each override
};

/// Throws ErrorKind::bad_input with file, line and column if it is not TOML, or nested deeper than any scene is.
TomlDocument parse_toml(std::string_view text, const std::string& file_name);

/// Replaces or adds one value: "time.frames=10", "cloth.0.fabric=silk". What is not a TOML value is taken as a string.
/// Throws ErrorKind::bad_input, beginning with "--set key=value: ".
void apply_override(TomlDocument& document, const std::string& assignment);

/// The entry with this key, or null.
const TomlEntry* find_entry(const TomlNode::Table& table, std::string_view key);

/// "file:line:column: " or "--set key=value: ".
std::string describe(const TomlDocument& document, const TomlPlace& place);

/// The value in at most a few words, on one line.
std::string describe(const TomlNode& node);

/// On one line and not much longer than `longest` bytes: control characters are escaped, the rest is cut off.
std::string printable(std::string_view text, std::size_t longest = 160);

}  // namespace pleat
