// The list of methods by name.
#include <algorithm>
#include <array>

#include <pleat/core/error.hpp>
#include <pleat/solvers/composed_solver.hpp>
#include <pleat/solvers/method.hpp>
#include <pleat/solvers/recipes.hpp>
#include <pleat/solvers/solver.hpp>

namespace pleat {
namespace {

using MakeRecipe = Recipe (*)(const Model&, const MethodSettings&);

const std::array<MethodPreset, 5>& presets() {
    static const std::array<MethodPreset, 5> list{{
        {"large-steps", "Baraff & Witkin 1998: implicit steps, exact particle constraints",
         TimeIntegrator::backward_euler, LengthCorrection::none},
        {"generalized-alpha", "Parks & Forsyth 2002: large steps that keep the motion alive",
         TimeIntegrator::generalized_alpha, LengthCorrection::none},
        {"interactive", "Fuhrmann, Gross & Luckas 2003: limits of lengths instead of forces, in real time",
         TimeIntegrator::verlet, LengthCorrection::limits},
        {"directional", "Ozgen & Kallmann 2011: springs, and one ordered pass over edges", TimeIntegrator::verlet,
         LengthCorrection::directional},
        {"impulses", "Ye 2008: implicit steps with soft threads, kept within limits of strain by impulses",
         TimeIntegrator::backward_euler, LengthCorrection::impulses},
    }};
    return list;
}

constexpr std::array<MakeRecipe, 5> kRecipes = {large_steps_recipe, large_steps_recipe, interactive_recipe,
                                                directional_recipe, impulses_recipe};

// The one that is named; null: there is none of that name.
const MethodPreset* find_preset(const MethodSettings& settings) {
    const auto* found = std::find_if(presets().begin(), presets().end(),
                                     [&](const MethodPreset& preset) { return preset.name == settings.preset; });
    return found == presets().end() ? nullptr : found;
}

void check(const MethodSettings& settings) {
    const auto refuse = [](const std::string& what) { throw Error(ErrorKind::bad_input, what); };
    if (!(settings.rho >= 0 && settings.rho <= 1)) refuse("rho must be within [0, 1]");
    if (settings.newton_steps < 1) refuse("there must be at least one Newton step");
    const MethodPreset* preset = find_preset(settings);
    if (preset != nullptr && (preset->integrator == TimeIntegrator::verlet) == is_implicit(settings)) {
        refuse(is_implicit(settings) ? "\"" + preset->name + "\" has only the integrator \"verlet\""
                                     : "\"" + preset->name + "\" has forces that are too stiff for \"verlet\"");
    }
    if (time_integrator(settings) == TimeIntegrator::symplectic_euler && settings.preset != "impulses")
        refuse("only \"impulses\" has forces that are soft enough for \"symplectic-euler\"");
    const LengthCorrection lengths = length_correction(settings);
    if (is_implicit(settings) ? lengths != LengthCorrection::none && lengths != LengthCorrection::impulses
                              : lengths == LengthCorrection::impulses) {
        refuse(is_implicit(settings) ? "after a solve only impulses can correct lengths"
                                     : "impulses need a method that solves for each step");
    }
    if (settings.strain_max && lengths != LengthCorrection::impulses)
        refuse("only impulses can keep a greatest strain");
    if (is_implicit(settings) && !settings.fail_safe)
        refuse("only methods without a solve can do without the fail-safe");
}

}  // namespace

std::span<const MethodPreset> method_presets() { return presets(); }

TimeIntegrator time_integrator(const MethodSettings& settings) {
    if (settings.integrator) return *settings.integrator;
    const MethodPreset* preset = find_preset(settings);
    return preset != nullptr ? preset->integrator : TimeIntegrator::backward_euler;
}

LengthCorrection length_correction(const MethodSettings& settings) {
    if (settings.corrections.lengths) return *settings.corrections.lengths;
    const MethodPreset* preset = find_preset(settings);
    return preset != nullptr ? preset->lengths : LengthCorrection::none;
}

bool is_implicit(const MethodSettings& settings) { return time_integrator(settings) != TimeIntegrator::verlet; }

OrderSettings order_settings(const CorrectionSettings& corrections, const Vec3& gravity) {
    OrderSettings order = corrections.order;
    const Real length = gravity.norm();
    order.down = corrections.order_down.value_or(length > 0 ? Vec3(gravity / length) : Vec3(Vec3::Zero()));
    return order;
}

Real usual_step(const MethodSettings& settings) { return is_implicit(settings) ? 1.0 / 60 : 1.0 / 30; }

std::unique_ptr<Solver> make_solver(const Model& model, const MethodSettings& settings) {
    check(settings);
    if (const MethodPreset* preset = find_preset(settings)) {
        const MakeRecipe make = kRecipes[static_cast<std::size_t>(preset - presets().data())];
        return std::make_unique<ComposedSolver>(model, make(model, settings));
    }
    std::vector<std::string> names;
    for (const MethodPreset& preset : presets()) names.push_back(preset.name);
    throw Error(ErrorKind::bad_input,
                "there is no method \"" + settings.preset + "\"" + suggestion(settings.preset, names));
}

}  // namespace pleat
