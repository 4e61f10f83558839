#include <charconv>
#include <system_error>
#include <utility>

#include <pleat/io/file.hpp>
#include <pleat/io/moved_csv.hpp>

namespace pleat {
namespace {

namespace fs = std::filesystem;

// [bytes] of the first `count` whole lines, if there are so many.
std::optional<std::size_t> size_of_lines(std::string_view text, int count) {
    std::size_t size = 0;
    for (int line = 0; line < count; ++line) {
        const std::size_t end = text.find('\n', size);
        if (end == text.npos) return std::nullopt;
        size = end + 1;
    }
    return size;
}

std::string row_of(std::span<const Real> values) {
    std::string row;
    char number[32];
    for (const Real value : values) {
        // Pictures need no more digits than float has.
        const auto end = std::to_chars(number, number + sizeof number, static_cast<float>(value)).ptr;
        row.append(number, end).push_back(',');
    }
    row.back() = '\n';
    return row;
}

}  // namespace

void MovedFileNames::remove() const {
    for (std::size_t mover = 0; mover < kMoverCount; ++mover) {
        remove_file(table(mover_name(mover)));
        remove_file(part_of(table(mover_name(mover))));
    }
    std::error_code not_empty;
    fs::remove(folder, not_empty);
}

MovedCsvWriter MovedCsvWriter::begin(const MovedFileNames& names, const MovedParticles& moved) {
    make_folder(names.folder);
    MovedCsvWriter writer;
    for (std::size_t mover = 0; mover < kMoverCount; ++mover) {
        if (moved.by[mover].empty()) continue;
        writer.tables_.push_back({mover, GrowingText(names.table(mover_name(mover)), "")});
    }
    return writer;
}

MovedCsvWriter MovedCsvWriter::resume(const MovedFileNames& names, const MovedParticles& moved, int frames) {
    std::vector<std::pair<std::size_t, TextSoFar>> found;
    for (std::size_t mover = 0; mover < kMoverCount; ++mover) {
        if (moved.by[mover].empty()) continue;
        found.emplace_back(mover,
                           GrowingText::find(names.table(mover_name(mover)), "--moves",
                                             [&](std::string_view text) { return size_of_lines(text, frames); }));
    }
    MovedCsvWriter writer;
    for (const auto& [mover, so_far] : found) writer.tables_.push_back({mover, GrowingText(so_far)});
    return writer;
}

void MovedCsvWriter::append(const MovedParticles& moved) {
    for (Table& table : tables_) table.text.append(row_of(moved.by[table.mover]));
}

void MovedCsvWriter::flush() {
    for (Table& table : tables_) table.text.flush();
}

void MovedCsvWriter::finish() {
    for (Table& table : tables_) table.text.finish();
}

}  // namespace pleat
