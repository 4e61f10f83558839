// One recipe a paper: which parts its method is put together from.
#pragma once
#include <pleat/solvers/recipe.hpp>

namespace pleat {

/// Baraff & Witkin 1998, Large Steps in Cloth Simulation: gravity, air drag, stretch, shear, bend; pins; backward Euler
/// or another implicit integrator.
Recipe large_steps_recipe(const Model& model, const MethodSettings& settings);

/// Fuhrmann, Gross & Luckas 2003, Interactive Animation of Cloth including Self Collision Detection: gravity and air
/// drag, no springs; Verlet; limits of lengths and of folds.
Recipe interactive_recipe(const Model& model, const MethodSettings& settings);

/// Ozgen & Kallmann 2011, Directional Constraint Enforcement for Fast Cloth Simulation: springs; Verlet; one ordered
/// pass that gives edges their rest length.
Recipe directional_recipe(const Model& model, const MethodSettings& settings);

/// Ye 2008, Simulating Inextensible Cloth Using Impulses: springs, of which those along threads are moderately stiff,
/// and arcs for bending; pins; backward Euler or another integrator that is solved for; impulses along threads.
Recipe impulses_recipe(const Model& model, const MethodSettings& settings);

/// The impulses that the settings ask for; null: none.
std::unique_ptr<StrainImpulses> make_strain_impulses(const Model& model, const MethodSettings& settings);

}  // namespace pleat
