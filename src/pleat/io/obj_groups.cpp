#include <algorithm>

#include <pleat/io/obj_groups.hpp>

namespace pleat {
namespace {

void sort_unique(auto& values) {
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
}

}  // namespace

int ObjGroups::number_of(std::string_view name) {
    const auto found = numbers_.find(name);
    if (found != numbers_.end()) return found->second;
    const int number = static_cast<int>(numbers_.size());
    numbers_.emplace(name, number);
    return number;
}

// Unlike those of groups, names of objects may have blanks in them.
void ObjGroups::enter_object(ObjScanner& in) {
    std::string name(in.next_word());
    for (std::string_view word = in.next_word(); !word.empty(); word = in.next_word()) name.append(" ").append(word);
    object_.clear();
    if (!name.empty()) object_.push_back(number_of(name));
    has_changed_ = true;
}

void ObjGroups::enter_groups(ObjScanner& in) {
    groups_.clear();
    for (std::string_view word = in.next_word(); !word.empty(); word = in.next_word()) {
        if (groups_.size() == kMostNames) {
            in.fail(word, "more than " + std::to_string(kMostNames) + " names in one g line; use fewer");
        }
        groups_.push_back(number_of(word));
    }
    has_changed_ = true;
}

void ObjGroups::before_face(std::size_t triangle) {
    if (!has_changed_) return;
    has_changed_ = false;
    Section section{triangle, groups_};
    section.names.insert(section.names.end(), object_.begin(), object_.end());
    sort_unique(section.names);
    sections_.push_back(std::move(section));
}

std::map<std::string, std::vector<int>> ObjGroups::particles(std::span<const std::array<int, 3>> triangles) const {
    std::vector<std::vector<int>> by_number(numbers_.size());
    std::vector<int> used;
    for (std::size_t s = 0; s < sections_.size(); ++s) {
        const Section& section = sections_[s];
        const std::size_t end = s + 1 < sections_.size() ? sections_[s + 1].begin : triangles.size();
        used.clear();
        for (const auto& triangle : triangles.subspan(section.begin, end - section.begin)) {
            used.insert(used.end(), triangle.begin(), triangle.end());
        }
        sort_unique(used);
        for (const int number : section.names) {
            std::vector<int>& particles = by_number[static_cast<std::size_t>(number)];
            particles.insert(particles.end(), used.begin(), used.end());
        }
    }
    std::map<std::string, std::vector<int>> result;
    for (const auto& [name, number] : numbers_) {
        std::vector<int>& particles = by_number[static_cast<std::size_t>(number)];
        sort_unique(particles);
        if (!particles.empty()) result.emplace(name, std::move(particles));
    }
    return result;
}

}  // namespace pleat
