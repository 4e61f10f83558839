// Measurements that are more than one number: printed as a table, and kept for the JSON file.
#pragma once
#include <nlohmann/json.hpp>

#include "benchmarks/pins.hpp"

namespace pleat::bench {

using Json = nlohmann::ordered_json;

/// All that is known of a run of `pins`.
Json to_json(const PinsRun& run);

/// Evaluation, product, solve and whole frames of `pins` over the number of particles, for one thread and for two, with
/// the exponents by which they grow.
Json measure_growth();

/// CG iterations of `pins` over the bend stiffness.
Json measure_bend_iterations();

/// `pins` with its marks, and against Blender's cloth where there is one.
Json measure_race();

}  // namespace pleat::bench
