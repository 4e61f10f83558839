// Measures a state: energies, strains and speeds for the account of a frame.
#pragma once
#include <pleat/model/model.hpp>
#include <pleat/model/state.hpp>
#include <pleat/sim/frame_stats.hpp>

namespace pleat {

/// Relative length changes of the edges that run in `direction`.
EdgeStrain measure_edges(const Model& model, const State& state, ThreadDirection direction);

/// Fills in everything that depends on the state alone: time, strains, speeds and the hash.
void measure(const Model& model, const State& state, FrameStats& stats);

}  // namespace pleat
