#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

#include <pleat/io/energy_csv.hpp>
#include <pleat/io/step_csv.hpp>

namespace pleat {
namespace {

namespace fs = std::filesystem;

// The second number of a line.
std::optional<Real> time_of(std::string_view line) {
    const std::size_t comma = line.find(',');
    if (comma == line.npos) return std::nullopt;
    Real time = 0;
    const char* const end = line.data() + line.size();
    const auto [rest, error] = std::from_chars(line.data() + comma + 1, end, time);
    if (error != std::errc() || rest == end || *rest != ',') return std::nullopt;
    return time;
}

// [bytes] up to the end of the whole line of this time, if there is one.
std::optional<std::size_t> end_of_line_at(std::string_view table, Real time) {
    for (std::size_t begin = 0; begin < table.size();) {
        const std::size_t end = table.find('\n', begin);
        if (end == table.npos) break;
        if (time_of(table.substr(begin, end - begin)) == time) return end + 1;
        begin = end + 1;
    }
    return std::nullopt;
}

}  // namespace

StepCsvWriter::StepCsvWriter(const fs::path& file) : table_(file, step_csv_head()) {}

StepCsvWriter StepCsvWriter::resume(const fs::path& file, Real time, Real start) {
    return StepCsvWriter(
        GrowingText::find(file, "--energy-steps", [&](std::string_view table) -> std::optional<std::size_t> {
            if (!table.starts_with(step_csv_head())) return std::nullopt;
            return time == start ? std::optional(step_csv_head().size()) : end_of_line_at(table, time);
        }));
}

void StepCsvWriter::append(const StepEnergy& step) { table_.append(step_csv_line(step)); }

}  // namespace pleat
