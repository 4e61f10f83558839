#include <algorithm>
#include <cmath>

#include <pleat/sim/step_control.hpp>

namespace pleat {
namespace {

constexpr int kShortestWait = 2;
constexpr int kLongestWait = 40;

}  // namespace

Real StepControl::next_step(const StepControlState& state, Real remaining) const {
    const Real wanted = state.step > 0 ? std::min(state.step, settings_.max_step) : settings_.max_step;
    // The small allowance keeps rounding from adding a step to a frame that divides evenly.
    const Real parts = std::max(1.0, std::ceil(remaining / wanted - 1e-6));
    return remaining / parts;
}

void StepControl::accept(StepControlState& state, Real used) const {
    if (state.step <= 0) state.step = settings_.max_step;
    // A step cut short by the end of a frame says little about the size that is being tried.
    if (used < 0.5 * state.step) return;
    ++state.good_steps;
    if (state.is_trying && state.good_steps >= kShortestWait) {
        state.is_trying = false;
        state.wait = kShortestWait;
    }
    if (state.good_steps < state.wait || state.step >= settings_.max_step) return;
    state.step = std::min(2 * state.step, settings_.max_step);
    state.good_steps = 0;
    state.is_trying = true;
}

bool StepControl::reject(StepControlState& state, Real used) const {
    if (state.is_trying) state.wait = std::min(2 * state.wait, kLongestWait);
    state.is_trying = false;
    state.good_steps = 0;
    if (used <= settings_.min_step) return false;
    state.step = std::max(0.5 * used, settings_.min_step);
    return true;
}

}  // namespace pleat
