// The recipe of Baraff & Witkin 1998, Large Steps in Cloth Simulation.
#pragma once
#include <pleat/solvers/composed_solver.hpp>

namespace pleat {

/// Gravity, air drag, stretch, shear, bend; pins; backward Euler.
Recipe large_steps_recipe(const Model& model, const MethodSettings& settings);

}  // namespace pleat
