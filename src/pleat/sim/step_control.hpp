// Chooses the step size: Baraff & Witkin 1998, section 7.
#pragma once
#include <string>

#include <pleat/model/state.hpp>

namespace pleat {

/// Bounds of the step size, and what makes a step too large.
struct StepSettings {
    Real max_step = 0;              ///< [s] 0: what is usual for the method
    Real min_step = 1e-6;           ///< [s] a step that fails at this size ends the simulation
    Real max_stretch_change = 0.1;  ///< largest change of |w_u| or |w_v| of a triangle in one step
};

/// After a rejected step the size is halved; after `wait` good ones it is doubled; each failure right after doubling
/// doubles the wait, up to 40 steps.
class StepControl {
public:
    explicit StepControl(const StepSettings& settings) : settings_(settings) {}

    const StepSettings& settings() const { return settings_; }
    /// Size of the next step [s] if `remaining` [s] are left in the frame: the frame is divided into equal parts.
    Real next_step(const StepControlState& state, Real remaining) const;
    /// Called with the size that was used.
    void accept(StepControlState& state, Real used) const;
    /// False if the step cannot be made smaller.
    [[nodiscard]] bool reject(StepControlState& state, Real used) const;

private:
    StepSettings settings_;
};

}  // namespace pleat
