// The energy ledger of every step as a table that grows with the run: energy-steps.csv (docs/stats.md names every
// column).
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>

#include <pleat/io/open_file.hpp>
#include <pleat/sim/step_ledger.hpp>

namespace pleat {

/// Writes FILE.part, which becomes FILE at its end. Every function throws ErrorKind::io if the disk refuses.
class StepCsvWriter {
public:
    explicit StepCsvWriter(const std::filesystem::path& file);

    /// Goes on after the line of the step that ended at `time` [s], of a table that is finished or not; what follows it
    /// is cut off. At `start` [s] there is no line before. Throws ErrorKind::bad_input, changing nothing, if there is
    /// no such table or no such line.
    static StepCsvWriter resume(const std::filesystem::path& file, Real time, Real start);

    /// Kept in memory until the next flush.
    void append(const StepEnergy& step);
    /// Brings to the disk what was appended.
    void flush();
    void finish();

private:
    StepCsvWriter(const std::filesystem::path& file, OpenFile part, std::uint64_t size);

    std::filesystem::path file_;
    OpenFile part_;
    std::uint64_t size_;  // [bytes] of the lines that are in the file
    std::string waiting_;
};

}  // namespace pleat
