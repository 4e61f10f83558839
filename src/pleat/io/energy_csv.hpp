// The energy ledger of a run as tables: energy.csv and energy-steps.csv (docs/stats.md names every column).
#pragma once
#include <span>
#include <string>

#include <pleat/sim/frame_stats.hpp>
#include <pleat/sim/step_ledger.hpp>

namespace pleat {

/// A line of names, then one line a frame. Numbers read back to the bit.
std::string format_energy_csv(std::span<const FrameStats> frames);

/// The line of names over the lines of steps.
std::string step_csv_head();
/// The line of a step; its second number is the time at its end.
std::string step_csv_line(const StepEnergy& step);

}  // namespace pleat
