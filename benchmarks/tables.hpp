// Measurements that are more than one number: printed as a table, and kept for the JSON file.
#pragma once
#include <nlohmann/json.hpp>

#include "benchmarks/sheet.hpp"

namespace pleat::bench {

using Json = nlohmann::ordered_json;

/// All that is known of a run.
Json to_json(const SheetRun& run);

/// Evaluation, product, solve and whole frames of `pins` over the number of particles, for one thread and for two, with
/// the exponents by which they grow.
Json measure_growth();

/// CG iterations of `pins` over the bend stiffness.
Json measure_bend_iterations();

/// `pins` and `cylinder` with their marks, and against Blender's cloth where there is one.
Json measure_races();

/// The interactive method with self collision: against real time, over the number of particles; and what the order of
/// directional correction costs.
Json measure_interactive();

}  // namespace pleat::bench
