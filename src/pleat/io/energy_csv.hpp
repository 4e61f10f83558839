// The energy ledger of a run as a table: energy.csv (docs/stats.md names every column).
#pragma once
#include <span>
#include <string>

#include <pleat/sim/frame_stats.hpp>

namespace pleat {

/// A line of names, then one line a frame. Numbers read back to the bit.
std::string format_energy_csv(std::span<const FrameStats> frames);

}  // namespace pleat
