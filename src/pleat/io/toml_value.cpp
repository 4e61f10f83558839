// The rules for values, and reading one value by its rule.
#include <algorithm>
#include <cmath>
#include <sstream>
#include <tuple>

#include <Eigen/Geometry>

#include <pleat/core/error.hpp>
#include <pleat/io/toml_table.hpp>

namespace pleat {
namespace {

std::string show(Real x) {
    std::ostringstream out;
    out << x;
    return out.str();
}

std::string unit_and_hint(std::string_view unit, std::string_view hint) {
    std::string text;
    if (!unit.empty()) text.append(" [").append(unit).append("]");
    if (!hint.empty()) text.append(" (").append(hint).append(")");
    return text;
}

}  // namespace

bool RealRule::allows(Real x) const {
    if (std::isnan(x) || (std::isinf(x) && !may_be_infinite)) return false;
    const bool is_above = above == -kNoBound || x > above;
    const bool is_below = below == kNoBound || x < below;
    return is_above && is_below && x >= at_least && x <= at_most && (may_be_zero || x != 0);
}

std::string RealRule::bounds() const {
    std::string list;
    const auto add = [&](std::string_view sign, Real bound) {
        if (std::isinf(bound)) return;
        list += (list.empty() ? "" : " and ") + std::string(sign) + show(bound);
    };
    add("> ", above);
    add(">= ", at_least);
    add("< ", below);
    add("<= ", at_most);
    if (!may_be_zero) list += (list.empty() ? "" : " and ") + std::string("other than 0");
    return list;
}

std::string RealRule::text() const {
    const std::string list = bounds();
    return list.empty() ? full_text() : "must be " + list + unit_and_hint(unit, hint);
}

std::string RealRule::full_text() const {
    const std::string list = bounds();
    return std::string("must be a ") + (may_be_infinite ? "number" : "finite number") + (list.empty() ? "" : " ") +
           list + unit_and_hint(unit, hint);
}

std::string IntRule::text() const {
    std::string bounds = ">= " + std::to_string(at_least);
    if (at_most != std::numeric_limits<int>::max()) bounds += " and <= " + std::to_string(at_most);
    return "must be a whole number " + bounds + unit_and_hint("", hint);
}

std::string VectorRule::text() const { return "must be " + std::string(meaning) + unit_and_hint(unit, hint); }

TomlValue::TomlValue(const TomlReading& reading, const TomlNode& node, std::string path)
    : reading_(&reading), node_(&node), path_(std::move(path)) {}

void TomlValue::fail(const std::string& rule) const { complain("= " + describe(*node_) + "; " + rule); }

void TomlValue::complain(const std::string& what) const {
    throw Error(ErrorKind::bad_input, describe(reading_->document, place()) + printable(path_) + " " + what);
}

void TomlValue::rethrow(const Error& error) const {
    const std::string found = is_table() || is_array() ? ": " : " = " + describe(*node_) + "; ";
    throw Error(error.kind(), describe(reading_->document, place()) + printable(path_) + found + error.what());
}

Real TomlValue::real(const RealRule& rule) const {
    Real x = 0;
    if (const auto* integer = std::get_if<std::int64_t>(&node_->value)) {
        x = static_cast<Real>(*integer);
    } else if (const auto* real = std::get_if<double>(&node_->value)) {
        x = *real;
    } else {
        fail(rule.full_text());
    }
    if (!rule.allows(x)) fail(std::isfinite(x) ? rule.text() : rule.full_text());
    return x;
}

int TomlValue::integer(const IntRule& rule) const {
    const auto* integer = std::get_if<std::int64_t>(&node_->value);
    if (integer == nullptr || *integer < rule.at_least || *integer > rule.at_most) fail(rule.text());
    return static_cast<int>(*integer);
}

bool TomlValue::boolean() const {
    const auto* boolean = std::get_if<bool>(&node_->value);
    if (boolean == nullptr) fail("must be true or false");
    return *boolean;
}

std::string TomlValue::text(const std::string& rule) const {
    const auto* text = std::get_if<std::string>(&node_->value);
    if (text == nullptr) fail(rule);
    return *text;
}

int TomlValue::choice(std::initializer_list<std::string_view> names) const {
    std::string list;
    for (const std::string_view name : names) list += (list.empty() ? "\"" : " or \"") + std::string(name) + "\"";
    const std::string rule = "must be " + list;
    const std::string found = text(rule);
    const auto* const match = std::find(names.begin(), names.end(), found);
    if (match == names.end()) fail(rule);
    return static_cast<int>(match - names.begin());
}

std::vector<Real> TomlValue::reals(std::size_t count, const VectorRule& rule) const {
    const auto* array = std::get_if<TomlNode::Array>(&node_->value);
    if (array == nullptr || array->size() != count) fail(rule.text());
    std::vector<Real> numbers;
    for (std::size_t i = 0; i < count; ++i) {
        const TomlValue item(*reading_, (*array)[i], path_ + "." + std::to_string(i));
        numbers.push_back(item.real({.at_least = -kFarthest, .at_most = kFarthest, .unit = rule.unit}));
    }
    return numbers;
}

Vec2 TomlValue::vec2(const VectorRule& rule) const {
    const std::vector<Real> numbers = reals(2, rule);
    return {numbers[0], numbers[1]};
}

Vec3 TomlValue::vec3(const VectorRule& rule) const {
    const std::vector<Real> numbers = reals(3, rule);
    return {numbers[0], numbers[1], numbers[2]};
}

Vec3 TomlValue::direction() const {
    const VectorRule rule{.meaning = "a direction [x, y, z], not all 0"};
    const Vec3 v = vec3(rule);
    const Real largest = v.cwiseAbs().maxCoeff();
    if (largest == 0) fail(rule.text());
    return (v / largest).normalized();  // divided first: squares of tiny numbers would vanish
}

std::vector<TomlValue> TomlValue::items(const std::string& rule, std::size_t at_least, std::size_t at_most) const {
    const auto* array = std::get_if<TomlNode::Array>(&node_->value);
    if (array == nullptr || array->size() < at_least || array->size() > at_most) fail(rule);
    std::vector<TomlValue> values;
    values.reserve(array->size());
    for (std::size_t i = 0; i < array->size(); ++i) {
        values.emplace_back(*reading_, (*array)[i], path_ + "." + std::to_string(i));
    }
    return values;
}

std::vector<std::pair<std::string, TomlValue>> TomlValue::entries(const std::string& rule) const {
    const auto* table = std::get_if<TomlNode::Table>(&node_->value);
    if (table == nullptr) fail(rule);
    std::vector<std::pair<std::string, TomlValue>> values;
    for (const TomlEntry& entry : *table) {
        values.emplace_back(entry.key, TomlValue(*reading_, entry.node, path_ + "." + entry.key));
    }
    const auto by_place = [](const auto& a, const auto& b) {
        const auto key = [](const TomlPlace& p) { return std::tie(p.source, p.line, p.column); };
        return key(a.second.place()) < key(b.second.place());
    };
    std::stable_sort(values.begin(), values.end(), by_place);
    return values;
}

}  // namespace pleat
