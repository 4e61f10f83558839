// What the closed forms are simulated with.
#pragma once
#include <vector>

#include <pleat/core/index.hpp>
#include <pleat/pleat.hpp>
#include <pleat/report/amplification.hpp>

namespace pleat::validation {

inline constexpr Real kGravity = 9.81;  ///< [m/s^2]

/// Nothing but the threads, with this stiffness [N/m].
Fabric bare_fabric(Real stretch);

/// Gravity, but no air.
Scene still_air();

/// Finds rest before the first frame; the time [s] is simulated.
SimulationSettings settling(Real seconds);

Model one_cloth(TriangleMesh mesh, const Fabric& fabric);

Pin hold(std::vector<int> particles);

}  // namespace pleat::validation
