#include <algorithm>

#include <pleat/core/error.hpp>
#include <pleat/io/scene_variants.hpp>
#include <pleat/io/toml_document.hpp>

namespace pleat {
namespace {

constexpr std::size_t kMostVariants = 100;

[[noreturn]] void refuse(const std::string& text, const std::string& why) {
    throw Error(ErrorKind::bad_input, "--vary " + printable(text) + ": " + why);
}

std::string trimmed(const std::string& text) {
    const std::size_t begin = text.find_first_not_of(" \t"), end = text.find_last_not_of(" \t");
    return begin == std::string::npos ? "" : text.substr(begin, end - begin + 1);
}

// Splits at commas that are not within brackets, braces or quotes.
std::vector<std::string> split_values(const std::string& list, const std::string& text) {
    std::vector<std::string> values(1);
    std::string open;  // what must be closed, innermost last
    for (const char c : list) {
        const bool is_quoted = !open.empty() && (open.back() == '"' || open.back() == '\'');
        if (!open.empty() && c == open.back()) {
            open.pop_back();
        } else if (!is_quoted && (c == '"' || c == '\'')) {
            open += c;
        } else if (!is_quoted && (c == '[' || c == '{')) {
            open += c == '[' ? ']' : '}';
        } else if (!is_quoted && (c == ']' || c == '}')) {
            refuse(text, std::string("\"") + c + "\" closes nothing");
        }
        if (c == ',' && open.empty()) {
            values.emplace_back();
        } else {
            values.back() += c;
        }
    }
    if (!open.empty()) refuse(text, std::string("\"") + open.back() + "\" is missing at its end");
    return values;
}

}  // namespace

Variation parse_variation(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
        refuse(text, "must be key=value,value,... (as in steps.max=0.005,0.01)");
    }
    Variation variation{trimmed(text.substr(0, equals)), {}};
    if (variation.key == "method") variation.key = "method.preset";
    for (const std::string& part : split_values(text.substr(equals + 1), text)) {
        const std::string value = trimmed(part);
        if (value.empty()) refuse(text, "a value is empty");
        if (std::find(variation.values.begin(), variation.values.end(), value) != variation.values.end()) {
            refuse(text, printable(value) + " is there twice");
        }
        variation.values.push_back(value);
    }
    return variation;
}

std::vector<Variant> combine(std::span<const Variation> variations) {
    std::vector<Variant> variants(1);
    for (std::size_t i = 0; i < variations.size(); ++i) {
        const Variation& variation = variations[i];
        const auto has_same_key = [&](const Variation& other) { return other.key == variation.key; };
        const auto earlier = variations.first(i);
        if (std::any_of(earlier.begin(), earlier.end(), has_same_key)) {
            refuse(variation.key, "is varied twice; name all its values at once");
        }
        if (variants.size() * variation.values.size() > kMostVariants) {
            refuse(variation.key, "makes more than " + std::to_string(kMostVariants) + " variants");
        }
        std::vector<Variant> more;
        for (const Variant& variant : variants) {
            for (const std::string& value : variation.values) {
                Variant& next = more.emplace_back(variant);
                next.overrides.push_back(variation.key + "=" + value);
                next.label += (next.label.empty() ? "" : ", ") + next.overrides.back();
            }
        }
        variants = std::move(more);
    }
    return variants;
}

}  // namespace pleat
