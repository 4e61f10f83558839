#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <pleat/io/scene_writer.hpp>
#include <pleat/io/toml_document.hpp>

namespace pleat {
namespace {

namespace fs = std::filesystem;

// In the order in which people write them; what is not here comes last.
constexpr std::array<std::string_view, 12> kSections{"title",  "description", "method", "steps", "time",  "world",
                                                     "fabric", "cloth",       "solid",  "pin",   "order", "output"};

std::size_t rank(const TomlEntry& entry) {
    return static_cast<std::size_t>(std::find(kSections.begin(), kSections.end(), entry.key) - kSections.begin());
}

std::string quote(const std::string& text) {
    std::string out = "\"";
    for (const char letter : text) {
        const auto byte = static_cast<unsigned char>(letter);
        if (letter == '"' || letter == '\\') {
            out += '\\';
            out += letter;
        } else if (byte < 32 || byte == 127) {
            out += "\\u00";
            out += "0123456789abcdef"[byte >> 4];
            out += "0123456789abcdef"[byte & 15];
        } else {
            out += letter;
        }
    }
    return out + '"';
}

std::string format_key(const std::string& key) {
    const auto is_plain = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '-'; };
    return !key.empty() && std::all_of(key.begin(), key.end(), is_plain) ? key : quote(key);
}

std::string format_real(double x) {
    if (std::isnan(x)) return "nan";
    if (std::isinf(x)) return x > 0 ? "inf" : "-inf";
    std::array<char, 32> buffer;
    std::string text(buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), x).ptr);
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string format(const TomlNode& node);

std::string format(const TomlNode::Array& items) {
    std::string list;
    for (const TomlNode& item : items) list += (list.empty() ? "" : ", ") + format(item);
    return "[" + list + "]";
}

std::string format(const TomlNode::Table& entries) {
    std::string list;
    for (const TomlEntry& entry : entries) {
        list += (list.empty() ? "" : ", ") + format_key(entry.key) + " = " + format(entry.node);
    }
    return "{" + list + "}";
}

std::string format(const TomlNode& node) {
    if (const auto* boolean = std::get_if<bool>(&node.value)) return *boolean ? "true" : "false";
    if (const auto* integer = std::get_if<std::int64_t>(&node.value)) return std::to_string(*integer);
    if (const auto* real = std::get_if<double>(&node.value)) return format_real(*real);
    if (const auto* text = std::get_if<std::string>(&node.value)) return quote(*text);
    if (const auto* array = std::get_if<TomlNode::Array>(&node.value)) return format(*array);
    if (const auto* table = std::get_if<TomlNode::Table>(&node.value)) return format(*table);
    return quote("a date");  // no scene has any
}

std::string format_lines(const TomlNode::Table& entries) {
    std::string lines;
    for (const TomlEntry& entry : entries) lines += format_key(entry.key) + " = " + format(entry.node) + "\n";
    return lines;
}

bool is_list_of_tables(const TomlNode& node) {
    const auto* items = std::get_if<TomlNode::Array>(&node.value);
    const auto is_table = [](const TomlNode& item) { return std::holds_alternative<TomlNode::Table>(item.value); };
    return items != nullptr && !items->empty() && std::all_of(items->begin(), items->end(), is_table);
}

std::string format_section(const TomlEntry& entry) {
    const std::string key = format_key(entry.key);
    if (const auto* table = std::get_if<TomlNode::Table>(&entry.node.value)) {
        return "\n[" + key + "]\n" + format_lines(*table);
    }
    std::string text;
    for (const TomlNode& item : std::get<TomlNode::Array>(entry.node.value)) {
        text += "\n[[" + key + "]]\n" + format_lines(std::get<TomlNode::Table>(item.value));
    }
    return text;
}

TomlNode* find(TomlNode& node, std::string_view key) {
    auto* table = std::get_if<TomlNode::Table>(&node.value);
    if (table == nullptr) return nullptr;
    const auto found = std::find_if(table->begin(), table->end(), [&](const TomlEntry& e) { return e.key == key; });
    return found == table->end() ? nullptr : &found->node;
}

void make_absolute(TomlNode* node, const fs::path& folder) {
    if (node == nullptr) return;
    if (auto* name = std::get_if<std::string>(&node->value))
        *name = fs::absolute(folder / *name).lexically_normal().string();
    if (auto* names = std::get_if<TomlNode::Array>(&node->value)) {
        for (TomlNode& item : *names) make_absolute(&item, folder);
    }
}

// Cloths and solids name their meshes by "obj", and solids those of a sequence, too.
void make_file_names_absolute(TomlNode& root, const fs::path& folder) {
    for (const char* section : {"cloth", "solid"}) {
        TomlNode* list = find(root, section);
        auto* items = list == nullptr ? nullptr : std::get_if<TomlNode::Array>(&list->value);
        if (items == nullptr) continue;
        for (TomlNode& item : *items) {
            make_absolute(find(item, "obj"), folder);
            TomlNode* sequence = find(item, "sequence");
            if (sequence == nullptr) continue;
            make_absolute(find(*sequence, "obj"), folder);
            make_absolute(find(*sequence, "pc2"), folder);
        }
    }
}

}  // namespace

std::string format_scene(const SceneText& source) {
    TomlDocument document = parse_toml(source.text, source.path.string());
    for (const std::string& assignment : source.overrides) apply_override(document, assignment);
    make_file_names_absolute(document.root, source.path.parent_path());
    auto entries = std::get<TomlNode::Table>(document.root.value);
    std::stable_sort(entries.begin(), entries.end(),
                     [](const TomlEntry& a, const TomlEntry& b) { return rank(a) < rank(b); });
    std::string values, sections;
    for (const TomlEntry& entry : entries) {
        if (std::holds_alternative<TomlNode::Table>(entry.node.value) || is_list_of_tables(entry.node)) {
            sections += format_section(entry);
        } else {
            values += format_key(entry.key) + " = " + format(entry.node) + "\n";
        }
    }
    return values + sections;
}

}  // namespace pleat
