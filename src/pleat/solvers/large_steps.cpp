#include <pleat/constraints/pins.hpp>
#include <pleat/constraints/pointer_hold.hpp>
#include <pleat/forces/air_drag.hpp>
#include <pleat/forces/bend.hpp>
#include <pleat/forces/contact_push.hpp>
#include <pleat/forces/gravity.hpp>
#include <pleat/forces/membrane.hpp>
#include <pleat/forces/plate_bend.hpp>
#include <pleat/forces/pointer_pull.hpp>
#include <pleat/solvers/recipes.hpp>

namespace pleat {

Recipe large_steps_recipe(const Model& model, const MethodSettings& settings) {
    Recipe recipe;
    recipe.forces.push_back(std::make_unique<Gravity>());
    recipe.forces.push_back(std::make_unique<AirDrag>(model));
    recipe.forces.push_back(std::make_unique<Membrane>(model, settings.scaling));
    if (settings.bend == BendModel::plate) recipe.forces.push_back(std::make_unique<PlateBend>(model));
    if (settings.bend == BendModel::hinge) recipe.forces.push_back(std::make_unique<Bend>(model, settings.scaling));
    recipe.forces.push_back(std::make_unique<PointerPull>());
    recipe.forces.push_back(std::make_unique<ContactPush>());
    recipe.constraints.push_back(std::make_unique<Pins>());
    recipe.constraints.push_back(std::make_unique<PointerHold>());
    recipe.integrator = make_integrator(settings);
    recipe.impulses = make_strain_impulses(model, settings);
    recipe.solve = {{settings.tolerance, settings.max_iterations}, settings.newton_steps, settings.linearization};
    recipe.preconditioner = settings.preconditioner;
    recipe.cloth_contact = settings.cloth_contact;
    return recipe;
}

}  // namespace pleat
