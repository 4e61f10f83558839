#include <pleat/constraints/pins.hpp>
#include <pleat/constraints/pointer_hold.hpp>
#include <pleat/forces/air_drag.hpp>
#include <pleat/forces/buckling.hpp>
#include <pleat/forces/contact_push.hpp>
#include <pleat/forces/gravity.hpp>
#include <pleat/forces/pointer_pull.hpp>
#include <pleat/forces/springs.hpp>
#include <pleat/solvers/recipes.hpp>

namespace pleat {
namespace {

// [N/m] Moderate: a sheet of cotton, 1 m long, is stretched by its own weight by 0.3 % at its upper end. What pulls
// more is up to impulses.
constexpr Real kModerateStretch = 400;

}  // namespace

std::unique_ptr<StrainImpulses> make_strain_impulses(const Model& model, const MethodSettings& settings) {
    if (length_correction(settings) != LengthCorrection::impulses) return nullptr;
    const CorrectionSettings& given = settings.corrections;
    const StrainLimits limits{given.strain_limits, settings.strain_max};
    return std::make_unique<StrainImpulses>(
        model, StrainImpulseSettings{limits, given.impulse_solver, given.repetitions, given.as_printed});
}

Recipe impulses_recipe(const Model& model, const MethodSettings& settings) {
    const bool is_explicit = time_integrator(settings) == TimeIntegrator::symplectic_euler;
    const Real longest_step = is_explicit ? settings.longest_step : 0;
    const Real most_stretch = settings.most_stretch.value_or(kModerateStretch);
    Recipe recipe;
    recipe.forces.push_back(std::make_unique<Gravity>());
    recipe.forces.push_back(std::make_unique<AirDrag>(model));
    recipe.forces.push_back(std::make_unique<Springs>(model, SpringSettings{longest_step, most_stretch, false}));
    recipe.forces.push_back(std::make_unique<Buckling>(model, BucklingSettings{most_stretch, longest_step}));
    recipe.forces.push_back(std::make_unique<PointerPull>());
    recipe.forces.push_back(std::make_unique<ContactPush>());
    recipe.constraints.push_back(std::make_unique<Pins>());
    recipe.constraints.push_back(std::make_unique<PointerHold>());
    recipe.integrator = make_integrator(settings);
    recipe.impulses = make_strain_impulses(model, settings);
    recipe.solve = {{settings.tolerance, settings.max_iterations}, settings.newton_steps, settings.linearization};
    recipe.preconditioner = is_explicit ? PreconditionerKind::block_jacobi : settings.preconditioner;
    recipe.cloth_contact = settings.cloth_contact;
    return recipe;
}

}  // namespace pleat
