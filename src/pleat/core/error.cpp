#include <algorithm>
#include <cctype>
#include <cstddef>
#include <vector>

#include <pleat/core/error.hpp>

namespace pleat {
namespace {

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

// Number of letters to insert, delete, replace or swap with a neighbour (optimal string alignment), ignoring case.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    const std::size_t columns = b.size() + 1;
    std::vector<std::size_t> table((a.size() + 1) * columns);
    for (std::size_t i = 0; i <= a.size(); ++i) {
        for (std::size_t j = 0; j <= b.size(); ++j) {
            std::size_t& cell = table[i * columns + j];
            if (i == 0 || j == 0) {
                cell = i + j;
                continue;
            }
            const std::size_t cost = lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1;
            cell = std::min({table[(i - 1) * columns + j] + 1, table[i * columns + j - 1] + 1,
                             table[(i - 1) * columns + j - 1] + cost});
            const bool swapped =
                i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
            if (swapped) cell = std::min(cell, table[(i - 2) * columns + j - 2] + 1);
        }
    }
    return table.back();
}

}  // namespace

std::string suggestion(std::string_view name, std::span<const std::string> known) {
    const std::string* nearest = nullptr;
    std::size_t best = name.substr(0, 64).size() / 2 + 1;  // more than half of it wrong: not meant
    for (const std::string& candidate : known) {
        const std::size_t distance = edit_distance(name.substr(0, 64), candidate);
        if (distance >= best) continue;
        best = distance;
        nearest = &candidate;
    }
    if (nearest != nullptr) return " (did you mean \"" + *nearest + "\"?)";
    if (known.empty()) return "";
    std::string list;
    for (const std::string& candidate : known) list += (list.empty() ? "" : ", ") + candidate;
    return " (known: " + list + ")";
}

}  // namespace pleat
