#include <algorithm>
#include <cassert>
#include <tuple>

#include <pleat/core/error.hpp>
#include <pleat/io/toml_table.hpp>

namespace pleat {

TomlTable::TomlTable(TomlValue value, std::initializer_list<std::string_view> keys)
    : value_(std::move(value)), keys_(keys.begin(), keys.end()) {
    if (!value_.is_table()) value_.fail("must be a table with some of: " + join(keys, ", "));
    if (auto* known = value_.reading().known_keys) {
        for (const std::string& key : keys_) known->insert(value_.path().empty() ? key : value_.path() + "." + key);
    }
    refuse_unknown_keys();
}

void TomlTable::refuse_unknown_keys() const {
    const auto place_key = [](const TomlEntry& entry) {
        return std::tie(entry.place.source, entry.place.line, entry.place.column);
    };
    const TomlEntry* first = nullptr;
    for (const TomlEntry& entry : entries()) {
        if (std::find(keys_.begin(), keys_.end(), entry.key) != keys_.end()) continue;
        if (first == nullptr || place_key(entry) < place_key(*first)) first = &entry;
    }
    if (first == nullptr) return;
    const std::string path = value_.path().empty() ? first->key : value_.path() + "." + first->key;
    throw Error(ErrorKind::bad_input, describe(value_.reading().document, first->place) + printable(path) + " = " +
                                          describe(first->node) + "; no such key" + suggest(first->key, keys_));
}

std::optional<TomlValue> TomlTable::find(std::string_view key) const {
    assert(std::find(keys_.begin(), keys_.end(), key) != keys_.end());
    const TomlEntry* entry = find_entry(entries(), key);
    if (entry == nullptr) return std::nullopt;
    const std::string prefix = value_.path().empty() ? "" : value_.path() + ".";
    return TomlValue(value_.reading(), entry->node, prefix + std::string(key));
}

TomlValue TomlTable::need(std::string_view key, const std::string& rule) const {
    if (auto found = find(key)) return *found;
    const std::string prefix = value_.path().empty() ? "" : value_.path() + ".";
    throw Error(ErrorKind::bad_input, describe(value_.reading().document, value_.place()) + printable(prefix) +
                                          std::string(key) + " is missing; " + rule);
}

std::optional<TomlValue> TomlTable::find_one_of(std::initializer_list<std::string_view> keys) const {
    std::optional<TomlValue> first;
    for (const std::string_view key : keys) {
        auto found = find(key);
        if (!found) continue;
        if (first) found->fail("only one of " + join(keys) + " may be given");
        first = std::move(found);
    }
    return first;
}

TomlValue TomlTable::need_one_of(std::initializer_list<std::string_view> keys) const {
    if (auto found = find_one_of(keys)) return *found;
    value_.complain("needs one of " + join(keys));
}

void TomlTable::read(std::string_view key, Real& out, const RealRule& rule) const {
    if (const auto found = find(key)) out = found->real(rule);
}

void TomlTable::read(std::string_view key, int& out, const IntRule& rule) const {
    if (const auto found = find(key)) out = found->integer(rule);
}

void TomlTable::read(std::string_view key, bool& out) const {
    if (const auto found = find(key)) out = found->boolean();
}

void TomlTable::read(std::string_view key, std::string& out) const {
    if (const auto found = find(key)) out = found->text("must be a string");
}

void TomlTable::read(std::string_view key, Vec3& out, const VectorRule& rule) const {
    if (const auto found = find(key)) out = found->vec3(rule);
}

Real TomlTable::need_real(std::string_view key, const RealRule& rule) const {
    return need(key, rule.full_text()).real(rule);
}

Vec3 TomlTable::need_vec3(std::string_view key, const VectorRule& rule) const {
    return need(key, rule.text()).vec3(rule);
}

Vec3 TomlTable::need_direction(std::string_view key) const {
    return need(key, "must be a direction [x, y, z], not all 0").direction();
}

std::string suggest(std::string_view name, std::vector<std::string> known) {
    constexpr std::size_t kLongestName = 64;
    constexpr std::size_t kMostNames = 2000;
    std::erase_if(known, [](const std::string& candidate) { return candidate.size() > kLongestName; });
    if (known.size() > kMostNames) known.resize(kMostNames);
    return printable(suggestion(name, known), 400);
}

std::string join(std::initializer_list<std::string_view> names, std::string_view last) {
    std::string list;
    std::size_t i = 0;
    for (const std::string_view name : names) {
        if (i > 0) list += i + 1 == names.size() ? last : ", ";
        list += name;
        ++i;
    }
    return list;
}

}  // namespace pleat
