// Tells how a run gets on.
#pragma once
#include <string>

#include <pleat/io/run_account.hpp>

#include "progress_line.hpp"

namespace pleat {

/// Writes to standard error.
class Progress {
public:
    /// `first` is the number of frames that are there before the run goes on, `last` the number of the last one.
    Progress(Verbosity verbosity, int first, int last);

    /// After a frame.
    void show(const FrameStats& frame);
    /// Removes the line that is redrawn in place, so that something else can be written.
    void clear() { line_.clear(); }
    /// [s] since this was made.
    Real elapsed() const { return line_.elapsed(); }

private:
    std::string text(int frame) const;

    Verbosity verbosity_;
    ProgressLine line_;
    int first_;
    int last_;
    long long steps_ = 0;
    long long rejections_ = 0;
    long long cg_iterations_ = 0;
};

/// The figures of a frame in one line.
std::string format_frame(const FrameStats& frame);

}  // namespace pleat
