// A line on standard error that tells how far something has come: redrawn in place on a terminal, printed now and then
// elsewhere.
#pragma once
#include <chrono>
#include <string>

#include <pleat/core/real.hpp>

namespace pleat {

/// How much a command tells.
enum class Verbosity {
    quiet,    ///< nothing but errors
    normal,   ///< progress and a summary
    verbose,  ///< and a line for each frame
};

/// Writes to standard error.
class ProgressLine {
public:
    explicit ProgressLine(Verbosity verbosity);
    /// Leaves no half line behind.
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// Whether it is time for a new line: at most 20 times a second on a terminal, every second elsewhere.
    bool is_due() const;
    void show(const std::string& text);
    /// Removes the line that is redrawn in place, so that something else can be written.
    void clear();
    /// [s] since this was made.
    Real elapsed() const;
    bool is_terminal() const { return is_terminal_; }

private:
    using Clock = std::chrono::steady_clock;

    Verbosity verbosity_;
    bool is_terminal_;
    Clock::time_point start_;
    Clock::time_point shown_;
    bool is_line_open_ = false;
};

/// "1:02:03", "4:05" or "6.7 s".
std::string format_duration(Real seconds);

}  // namespace pleat
