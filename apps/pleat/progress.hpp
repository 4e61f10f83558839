// Tells how a run gets on: one line redrawn in place on a terminal, plain lines now and then elsewhere.
#pragma once
#include <chrono>
#include <string>

#include <pleat/io/run_account.hpp>

namespace pleat {

/// How much a run tells.
enum class Verbosity {
    quiet,    ///< nothing but errors
    normal,   ///< progress and a summary
    verbose,  ///< and a line for each frame
};

/// Writes to standard error.
class Progress {
public:
    /// `first` is the number of frames that are there before the run goes on, `last` the number of the last one.
    Progress(Verbosity verbosity, int first, int last);
    /// Leaves no half line behind.
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// After a frame.
    void show(const FrameStats& frame);
    /// Removes the line that is redrawn in place, so that something else can be written.
    void clear();
    /// [s] since this was made.
    Real elapsed() const;

private:
    using Clock = std::chrono::steady_clock;

    std::string line(int frame) const;

    Verbosity verbosity_;
    bool is_terminal_;
    int first_;
    int last_;
    long long steps_ = 0;
    long long rejections_ = 0;
    long long cg_iterations_ = 0;
    Clock::time_point start_;
    Clock::time_point shown_;
    bool is_line_open_ = false;
};

/// "1:02:03", "4:05" or "6.7 s".
std::string format_duration(Real seconds);

/// The figures of a frame in one line.
std::string format_frame(const FrameStats& frame);

}  // namespace pleat
