#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

#include <pleat/core/error.hpp>
#include <pleat/io/toml_document.hpp>
#include <pleat/io/toml_nesting.hpp>
#include <pleat/io/toml_plus_plus.hpp>

namespace pleat {
namespace {

TomlPlace place_of(const toml::source_region& region, int source) {
    if (!region.begin) return {source, 1, 1};
    return {source, static_cast<std::uint32_t>(region.begin.line), static_cast<std::uint32_t>(region.begin.column)};
}

TomlNode convert(const toml::node& node, int source);

TomlNode::Table convert_table(const toml::table& table, int source) {
    TomlNode::Table entries;
    entries.reserve(table.size());
    for (const auto& [key, node] : table) {
        entries.push_back({std::string(key.str()), place_of(key.source(), source), convert(node, source)});
    }
    const auto by_key = [](const TomlEntry& a, const TomlEntry& b) { return a.key < b.key; };
    std::sort(entries.begin(), entries.end(), by_key);
    return entries;
}

TomlNode::Array convert_array(const toml::array& array, int source) {
    TomlNode::Array items;
    items.reserve(array.size());
    for (const toml::node& node : array) items.push_back(convert(node, source));
    return items;
}

TomlNode convert(const toml::node& node, int source) {
    TomlNode out{place_of(node.source(), source), false};
    if (const auto* boolean = node.as_boolean()) out.value = boolean->get();
    if (const auto* integer = node.as_integer()) out.value = std::int64_t{integer->get()};
    if (const auto* real = node.as_floating_point()) out.value = real->get();
    if (const auto* text = node.as_string()) out.value = text->get();
    if (node.is_date() || node.is_time() || node.is_date_time()) out.value = TomlDate{};
    if (const auto* array = node.as_array()) out.value = convert_array(*array, source);
    if (const auto* table = node.as_table()) out.value = convert_table(*table, source);
    return out;
}

// The shortest text at which the parser gives up ends there.
TextPosition where_parser_gives_up(std::string_view text) {
    const auto gives_up = [&](std::size_t length) {
        try {
            static_cast<void>(toml::parse(text.substr(0, length)));
        } catch (const toml::parse_error&) {
            return false;
        } catch (const TomlParserGaveUp&) {
            return true;
        }
        return false;
    };
    std::size_t good = 0;
    std::size_t bad = text.size();
    while (bad - good > 1) {
        const std::size_t middle = good + (bad - good) / 2;
        (gives_up(middle) ? bad : good) = middle;
    }
    return position_of(text, good);
}

std::string show_real(double x) {
    std::array<char, 32> buffer;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), x).ptr;
    return std::string(buffer.data(), end);
}

std::string show_array(const TomlNode::Array& items) {
    const auto is_short = [](const TomlNode& node) {
        return !std::holds_alternative<TomlNode::Array>(node.value) &&
               !std::holds_alternative<TomlNode::Table>(node.value);
    };
    if (items.size() > 4 || !std::all_of(items.begin(), items.end(), is_short)) {
        return "an array of " + std::to_string(items.size());
    }
    std::string list;
    for (const TomlNode& item : items) list += (list.empty() ? "" : ", ") + describe(item);
    return "[" + list + "]";
}

}  // namespace

TomlDocument parse_toml(std::string_view text, const std::string& file_name) {
    TomlDocument document;
    document.sources.push_back(file_name);
    const auto refuse = [&](const TextPosition& position, const std::string& why) {
        throw Error(ErrorKind::bad_input, describe(document, {0, position.line, position.column}) + printable(why));
    };
    if (const auto excess = find_excessive_nesting(text)) refuse(*excess, "nested too deeply for a scene");
    try {
        document.root = convert(toml::parse(text, file_name), 0);
    } catch (const toml::parse_error& error) {
        std::string reason(error.description());
        if (!reason.empty()) reason[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(reason[0])));
        const TomlPlace place = place_of(error.source(), 0);
        refuse({place.line, place.column}, reason);
    } catch (const TomlParserGaveUp&) {
        refuse(where_parser_gives_up(text), "error while parsing: not expected here");
    }
    return document;
}

const TomlEntry* find_entry(const TomlNode::Table& table, std::string_view key) {
    const auto before = [](const TomlEntry& entry, std::string_view wanted) { return entry.key < wanted; };
    const auto found = std::lower_bound(table.begin(), table.end(), key, before);
    return found != table.end() && found->key == key ? &*found : nullptr;
}

std::string describe(const TomlDocument& document, const TomlPlace& place) {
    const std::string& source = document.sources[static_cast<std::size_t>(place.source)];
    if (place.source > 0) return source + ": ";
    return source + ":" + std::to_string(place.line) + ":" + std::to_string(place.column) + ": ";
}

std::string describe(const TomlNode& node) {
    if (const auto* boolean = std::get_if<bool>(&node.value)) return *boolean ? "true" : "false";
    if (const auto* integer = std::get_if<std::int64_t>(&node.value)) return std::to_string(*integer);
    if (const auto* real = std::get_if<double>(&node.value)) return show_real(*real);
    if (const auto* text = std::get_if<std::string>(&node.value)) return "\"" + printable(*text) + "\"";
    if (const auto* array = std::get_if<TomlNode::Array>(&node.value)) return show_array(*array);
    return std::holds_alternative<TomlDate>(node.value) ? "a date or time" : "a table";
}

std::string printable(std::string_view text, std::size_t longest) {
    std::string out;
    for (const char letter : text) {
        const auto byte = static_cast<unsigned char>(letter);
        const bool begins_character = (byte & 0xC0) != 0x80;
        if (out.size() >= longest && begins_character) return out + "...";
        if (byte >= 32 && byte != 127) {
            out += letter;
        } else {
            out += "\\x";
            out += "0123456789abcdef"[byte >> 4];
            out += "0123456789abcdef"[byte & 15];
        }
    }
    return out;
}

}  // namespace pleat
