// Values given on the command line, put over those of the file.
#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

#include <pleat/core/error.hpp>
#include <pleat/io/toml_document.hpp>

namespace pleat {
namespace {

constexpr std::size_t kMaxParts = 16;

[[noreturn]] void fail(const TomlDocument& document, const TomlPlace& place, const std::string& what) {
    throw Error(ErrorKind::bad_input, describe(document, place) + what);
}

bool is_index(std::string_view part) {
    return !part.empty() && std::all_of(part.begin(), part.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

std::vector<std::string> split_key(std::string_view key) {
    std::vector<std::string> parts(1);
    for (const char c : key) {
        if (c == '.') {
            parts.emplace_back();
        } else {
            parts.back() += c;
        }
    }
    return parts;
}

void set_source(TomlNode& node, int source) {
    node.place = {source, 1, 1};
    if (auto* array = std::get_if<TomlNode::Array>(&node.value)) {
        for (TomlNode& item : *array) set_source(item, source);
    }
    if (auto* table = std::get_if<TomlNode::Table>(&node.value)) {
        for (TomlEntry& entry : *table) {
            entry.place = {source, 1, 1};
            set_source(entry.node, source);
        }
    }
}

TomlNode parse_value(const std::string& text, int source) {
    TomlNode node{{source, 1, 1}, text};
    try {
        TomlDocument parsed = parse_toml("value = " + text, "");
        auto& entries = std::get<TomlNode::Table>(parsed.root.value);
        if (entries.size() == 1) node = std::move(entries.front().node);
    } catch (const Error&) {
        // Not a TOML value: large-steps, cotton, top-left. It stays a string.
    }
    set_source(node, source);
    return node;
}

TomlNode& find_or_add(TomlNode::Table& table, const std::string& key, const TomlPlace& place) {
    const auto before = [](const TomlEntry& entry, const std::string& wanted) { return entry.key < wanted; };
    auto found = std::lower_bound(table.begin(), table.end(), key, before);
    if (found == table.end() || found->key != key) {
        found = table.insert(found, TomlEntry{key, place, TomlNode{place, TomlNode::Table{}}});
    }
    return found->node;
}

TomlNode& find_item(const TomlDocument& document, TomlNode::Array& array, const std::string& part,
                    const TomlPlace& place) {
    const std::string range = array.empty()       ? "it is empty"
                              : array.size() == 1 ? "only 0 exists"
                                                  : "0 to " + std::to_string(array.size() - 1) + " exist";
    if (!is_index(part)) fail(document, place, "\"" + printable(part) + "\" must be the index of an array; " + range);
    const std::size_t index = part.size() > 9 ? array.size() : static_cast<std::size_t>(std::stoul(part));
    if (index >= array.size()) fail(document, place, "there is no index " + printable(part) + "; " + range);
    return array[index];
}

}  // namespace

void apply_override(TomlDocument& document, const std::string& assignment) {
    const int source = static_cast<int>(document.sources.size());
    const TomlPlace place{source, 1, 1};
    document.sources.push_back("--set " + printable(assignment));
    const std::size_t equals = assignment.find('=');
    if (equals == std::string::npos) fail(document, place, "must be key=value (as in time.frames=10)");
    const std::vector<std::string> parts = split_key(std::string_view(assignment).substr(0, equals));
    if (parts.size() > kMaxParts) fail(document, place, "the key has too many parts");
    if (std::any_of(parts.begin(), parts.end(), [](const std::string& part) { return part.empty(); })) {
        fail(document, place,
             "the key has an empty part; must be names and indices with dots between (cloth.0.fabric)");
    }
    TomlNode* node = &document.root;
    std::string path;
    for (const std::string& part : parts) {
        if (auto* array = std::get_if<TomlNode::Array>(&node->value)) {
            node = &find_item(document, *array, part, place);
        } else if (auto* table = std::get_if<TomlNode::Table>(&node->value)) {
            const bool is_new = node->place.source == source && table->empty();
            if (is_new && is_index(part)) {
                fail(document, place, printable(path) + " has no index " + part + "; write it into the file first");
            }
            node = &find_or_add(*table, part, place);
        } else {
            fail(document, place, printable(path) + " is " + describe(*node) + ", which has no parts");
        }
        path += (path.empty() ? "" : ".") + part;
    }
    *node = parse_value(assignment.substr(equals + 1), source);
}

}  // namespace pleat
