#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include <pleat/core/error.hpp>
#include <pleat/io/energy_csv.hpp>
#include <pleat/io/file.hpp>
#include <pleat/io/open_file.hpp>
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

// [bytes] up to the end of the whole line of this time; 0 if there is none.
std::size_t end_of_line_at(std::string_view table, Real time) {
    for (std::size_t begin = 0; begin < table.size();) {
        const std::size_t end = table.find('\n', begin);
        if (end == table.npos) break;
        if (time_of(table.substr(begin, end - begin)) == time) return end + 1;
        begin = end + 1;
    }
    return 0;
}

}  // namespace

StepCsvWriter::StepCsvWriter(const fs::path& file, OpenFile part, std::uint64_t size)
    : file_(file), part_(std::move(part)), size_(size) {}

StepCsvWriter::StepCsvWriter(const fs::path& file)
    : StepCsvWriter(file, OpenFile(part_of(file), OpenFor::replacing), 0) {
    waiting_ = step_csv_head();
    flush();
    sync_folder_of(part_of(file));
}

StepCsvWriter StepCsvWriter::resume(const fs::path& file, Real time, Real start) {
    std::error_code ignored;
    const bool is_finished = !fs::exists(part_of(file), ignored);
    const fs::path present = is_finished ? file : part_of(file);
    if (!fs::exists(present, ignored)) {
        throw Error(ErrorKind::bad_input, file.string() +
                                              ": the run was begun without it; go on without "
                                              "--energy-steps, or start again without --resume");
    }
    const std::string table = read_file(present);
    const std::size_t size = time == start ? step_csv_head().size() : end_of_line_at(table, time);
    if (size == 0 || !table.starts_with(step_csv_head())) {
        throw Error(ErrorKind::bad_input,
                    present.string() + ": lacks steps before the checkpoint; start again without --resume");
    }
    OpenFile part(present, OpenFor::updating);
    if (is_finished) rename_and_sync(file, part_of(file));
    part.cut(size);
    return StepCsvWriter(file, std::move(part), size);
}

void StepCsvWriter::append(const StepEnergy& step) { waiting_ += step_csv_line(step); }

void StepCsvWriter::flush() {
    part_.write_at(size_, waiting_);
    size_ += waiting_.size();
    waiting_.clear();
    part_.sync();
}

void StepCsvWriter::finish() {
    flush();
    part_.close();
    rename_and_sync(part_of(file_), file_);
}

}  // namespace pleat
