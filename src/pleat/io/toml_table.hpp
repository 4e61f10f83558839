// Reads typed values out of a TOML document; every mistake is reported with its place, the value found and the rule.
#pragma once
#include <initializer_list>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <pleat/core/error.hpp>
#include <pleat/core/real.hpp>
#include <pleat/io/toml_document.hpp>

namespace pleat {

/// Which numbers are allowed, and how that is told.
struct RealRule {
    static constexpr Real kNoBound = std::numeric_limits<Real>::infinity();

    Real above = -kNoBound;        ///< x > above
    Real at_least = -kNoBound;     ///< x >= at_least
    Real below = kNoBound;         ///< x < below
    Real at_most = kNoBound;       ///< x <= at_most
    bool may_be_zero = true;       ///< false for periods
    bool may_be_infinite = false;  ///< true where a time may be "never"
    std::string_view unit = {};    ///< shown in brackets
    std::string_view hint = {};    ///< shown in parentheses

    bool allows(Real x) const;
    /// "must be > 0 [N/m] (cotton is about 2000)"
    std::string text() const;
    /// The same for what is no number at all: "must be a finite number > 0 [N/m] (cotton is about 2000)".
    std::string full_text() const;

private:
    std::string bounds() const;
};

/// Which whole numbers are allowed.
struct IntRule {
    int at_least = 0;
    int at_most = std::numeric_limits<int>::max();
    std::string_view hint = {};  ///< shown in parentheses

    std::string text() const;
};

/// Coordinates further out than this are surely a mistake, and their squares would lose all precision.
inline constexpr Real kFarthest = 1e6;

/// What a vector means; its components lie within +-kFarthest.
struct VectorRule {
    std::string_view meaning = "[x, y, z]";  ///< how it is written
    std::string_view unit = {};              ///< shown in brackets
    std::string_view hint = {};              ///< shown in parentheses

    std::string text() const;
};

/// What all values of one document share.
struct TomlReading {
    const TomlDocument& document;
    std::set<std::string>* known_keys = nullptr;  ///< if given, collects the keys of every table that is read
};

/// A value and the dotted path to it ("cloth.0.grid.size").
class TomlValue {
public:
    TomlValue(const TomlReading& reading, const TomlNode& node, std::string path);

    const std::string& path() const { return path_; }
    const TomlReading& reading() const { return *reading_; }
    const TomlPlace& place() const { return node_->place; }
    bool is_text() const { return std::holds_alternative<std::string>(node_->value); }
    bool is_array() const { return std::holds_alternative<TomlNode::Array>(node_->value); }
    bool is_table() const { return std::holds_alternative<TomlNode::Table>(node_->value); }

    Real real(const RealRule& rule) const;
    int integer(const IntRule& rule) const;
    bool boolean() const;
    std::string text(const std::string& rule) const;
    /// Index of the text among `names`.
    int choice(std::initializer_list<std::string_view> names) const;
    /// Exactly `count` numbers.
    std::vector<Real> reals(std::size_t count, const VectorRule& rule) const;
    Vec2 vec2(const VectorRule& rule) const;
    Vec3 vec3(const VectorRule& rule) const;
    /// A vector that is not zero, brought to unit length.
    Vec3 direction() const;
    /// At least `at_least` and at most `at_most` items.
    std::vector<TomlValue> items(const std::string& rule, std::size_t at_least, std::size_t at_most = 4'000'000) const;
    /// The entries of a table whose keys are free, in the order of the text.
    std::vector<std::pair<std::string, TomlValue>> entries(const std::string& rule) const;

    /// Throws "place: path = value; rule".
    [[noreturn]] void fail(const std::string& rule) const;
    /// Throws "place: path what", for what is not about the value itself.
    [[noreturn]] void complain(const std::string& what) const;
    /// Throws an error that was met while using the value again, now with place, path and value.
    [[noreturn]] void rethrow(const Error& error) const;

private:
    friend class TomlTable;

    const TomlReading* reading_;
    const TomlNode* node_;
    std::string path_;
};

/// A table all of whose keys are known.
class TomlTable {
public:
    /// Throws if the value is not a table, or has a key that is not among `keys`.
    TomlTable(TomlValue value, std::initializer_list<std::string_view> keys);

    const TomlValue& value() const { return value_; }

    std::optional<TomlValue> find(std::string_view key) const;
    /// Throws "place: path is missing; rule".
    TomlValue need(std::string_view key, const std::string& rule) const;
    /// The one of `keys` that is there; throws if there are several, or none.
    TomlValue need_one_of(std::initializer_list<std::string_view> keys) const;
    /// The same, but none is allowed too.
    std::optional<TomlValue> find_one_of(std::initializer_list<std::string_view> keys) const;

    /// These leave `out` alone if the key is missing.
    void read(std::string_view key, Real& out, const RealRule& rule) const;
    void read(std::string_view key, int& out, const IntRule& rule) const;
    void read(std::string_view key, bool& out) const;
    void read(std::string_view key, std::string& out) const;
    void read(std::string_view key, Vec3& out, const VectorRule& rule) const;

    /// These throw if the key is missing.
    Real need_real(std::string_view key, const RealRule& rule) const;
    Vec3 need_vec3(std::string_view key, const VectorRule& rule) const;
    Vec3 need_direction(std::string_view key) const;

private:
    const TomlNode::Table& entries() const { return std::get<TomlNode::Table>(value_.node_->value); }
    void refuse_unknown_keys() const;

    TomlValue value_;
    std::vector<std::string> keys_;
};

/// suggestion() for names that come from files, which may be many or long.
std::string suggest(std::string_view name, std::vector<std::string> known);

/// `a`, `b` or `c`.
std::string join(std::initializer_list<std::string_view> names, std::string_view last = " or ");

}  // namespace pleat
