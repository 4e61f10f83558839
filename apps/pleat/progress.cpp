#include "progress.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace pleat {
namespace {

// A line that wraps could not be redrawn in place.
std::string cut_to_terminal(std::string line) {
    winsize size{};
    if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1) {
        line.resize(std::min<std::size_t>(line.size(), size.ws_col - 1u));
    }
    return line;
}

}  // namespace

std::string format_duration(Real seconds) {
    if (seconds < 60) return fmt::format("{:.1f} s", seconds);
    const auto whole = static_cast<long long>(std::llround(seconds));
    if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
    return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

std::string format_frame(const FrameStats& f) {
    std::string text = fmt::format("frame {}: {} steps", f.frame, f.steps);
    if (f.steps > 0) text += fmt::format(" of {:.3g} to {:.3g} ms", 1e3 * f.smallest_step, 1e3 * f.largest_step);
    const Real stretch = std::max({f.warp.max_stretch, f.weft.max_stretch, f.bias.max_stretch});
    text += fmt::format(", {} cg iterations, stretch {:.2f} %, speed {:.3g} m/s, {:.3g} s", f.cg_iterations,
                        100 * stretch, f.max_speed, f.seconds.total);
    if (f.rejections > 0) text += fmt::format(", {} rejected: {}", f.rejections, f.rejection_reason);
    return text;
}

Progress::Progress(Verbosity verbosity, int first, int last)
    : verbosity_(verbosity),
      is_terminal_(::isatty(STDERR_FILENO) == 1),
      first_(first),
      last_(last),
      start_(Clock::now()),
      shown_(start_) {}

Progress::~Progress() { clear(); }

void Progress::show(const FrameStats& frame) {
    steps_ += frame.steps;
    rejections_ += frame.rejections;
    cg_iterations_ += frame.cg_iterations;
    if (verbosity_ == Verbosity::quiet) return;
    if (verbosity_ == Verbosity::verbose) {
        clear();
        fmt::print(stderr, "{}\n", format_frame(frame));
    }
    // A terminal is redrawn at most 20 times a second, elsewhere a line comes at most every second.
    const auto pause = is_terminal_ ? std::chrono::milliseconds(50) : std::chrono::milliseconds(1000);
    const bool is_last = frame.frame == last_;
    if (!is_last && Clock::now() - shown_ < pause) return;
    if (!is_terminal_ && verbosity_ == Verbosity::verbose) return;  // the frames' own lines say it all
    shown_ = Clock::now();
    clear();
    fmt::print(stderr, "{}", is_terminal_ ? cut_to_terminal(line(frame.frame)) : line(frame.frame) + "\n");
    std::fflush(stderr);
    is_line_open_ = is_terminal_;
}

void Progress::clear() {
    if (!is_line_open_) return;
    fmt::print(stderr, "\r\x1b[K");
    std::fflush(stderr);
    is_line_open_ = false;
}

Real Progress::elapsed() const { return std::chrono::duration<Real>(Clock::now() - start_).count(); }

std::string Progress::line(int frame) const {
    const int done = frame + 1 - first_;
    const Real left = done > 0 ? elapsed() / done * (last_ - frame) : 0;
    return fmt::format("frame {}/{}  {} steps  {} cg iterations  {} rejected  {} elapsed  {} left", frame, last_,
                       steps_, cg_iterations_, rejections_, format_duration(elapsed()), format_duration(left));
}

}  // namespace pleat
