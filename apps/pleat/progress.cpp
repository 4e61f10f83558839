#include "progress.hpp"

#include <algorithm>

#include <fmt/core.h>

namespace pleat {

std::string format_frame(const FrameStats& f) {
    std::string text = fmt::format("frame {}: {} steps", f.frame, f.steps);
    if (f.steps > 0) text += fmt::format(" of {:.3g} to {:.3g} ms", 1e3 * f.smallest_step, 1e3 * f.largest_step);
    const Real stretch = std::max({f.warp.max_stretch, f.weft.max_stretch, f.bias.max_stretch});
    text += fmt::format(", {} cg iterations, stretch {:.2f} %, speed {:.3g} m/s, {:.3g} s", f.cg_iterations,
                        100 * stretch, f.max_speed, f.seconds.total);
    if (f.crossings > 0) text += fmt::format(", {} crossings", f.crossings);
    if (f.inside > 0) text += fmt::format(", {} inside solids", f.inside);
    if (f.rejections > 0) text += fmt::format(", {} rejected: {}", f.rejections, f.rejection_reason);
    return text;
}

Progress::Progress(Verbosity verbosity, int first, int last)
    : verbosity_(verbosity), line_(verbosity), first_(first), last_(last) {}

void Progress::show(const FrameStats& frame) {
    steps_ += frame.steps;
    rejections_ += frame.rejections;
    cg_iterations_ += frame.cg_iterations;
    if (verbosity_ == Verbosity::verbose) {
        line_.clear();
        fmt::print(stderr, "{}\n", format_frame(frame));
        if (!line_.is_terminal()) return;  // the frames' own lines say it all
    }
    if (frame.frame == last_ || line_.is_due()) line_.show(text(frame.frame));
}

std::string Progress::text(int frame) const {
    const int done = frame + 1 - first_;
    const Real left = done > 0 ? elapsed() / done * (last_ - frame) : 0;
    return fmt::format("frame {}/{}  {} steps  {} cg iterations  {} rejected  {} elapsed  {} left", frame, last_,
                       steps_, cg_iterations_, rejections_, format_duration(elapsed()), format_duration(left));
}

}  // namespace pleat
