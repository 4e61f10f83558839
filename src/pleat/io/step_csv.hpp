// The energy ledger of every step as a table that grows with the run: energy-steps.csv (docs/stats.md names every
// column).
#pragma once
#include <filesystem>

#include <pleat/io/growing_text.hpp>
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
    void flush() { table_.flush(); }
    void finish() { table_.finish(); }

private:
    explicit StepCsvWriter(const TextSoFar& so_far) : table_(so_far) {}

    GrowingText table_;
};

}  // namespace pleat
