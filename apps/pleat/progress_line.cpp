#include "progress_line.hpp"

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

ProgressLine::ProgressLine(Verbosity verbosity)
    : verbosity_(verbosity), is_terminal_(::isatty(STDERR_FILENO) == 1), start_(Clock::now()), shown_(start_) {}

ProgressLine::~ProgressLine() { clear(); }

bool ProgressLine::is_due() const {
    const auto pause = is_terminal_ ? std::chrono::milliseconds(50) : std::chrono::milliseconds(1000);
    return verbosity_ != Verbosity::quiet && Clock::now() - shown_ >= pause;
}

void ProgressLine::show(const std::string& text) {
    if (verbosity_ == Verbosity::quiet) return;
    shown_ = Clock::now();
    clear();
    fmt::print(stderr, "{}", is_terminal_ ? cut_to_terminal(text) : text + "\n");
    std::fflush(stderr);
    is_line_open_ = is_terminal_;
}

void ProgressLine::clear() {
    if (!is_line_open_) return;
    fmt::print(stderr, "\r\x1b[K");
    std::fflush(stderr);
    is_line_open_ = false;
}

Real ProgressLine::elapsed() const { return std::chrono::duration<Real>(Clock::now() - start_).count(); }

}  // namespace pleat
