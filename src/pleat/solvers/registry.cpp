// The list of methods by name.
#include <array>

#include <pleat/core/error.hpp>
#include <pleat/solvers/large_steps.hpp>
#include <pleat/solvers/method.hpp>
#include <pleat/solvers/solver.hpp>

namespace pleat {
namespace {

using MakeRecipe = Recipe (*)(const Model&, const MethodSettings&);

const std::array<MethodPreset, 2>& presets() {
    static const std::array<MethodPreset, 2> list{{
        {"large-steps", "Baraff & Witkin 1998: implicit steps, exact particle constraints",
         TimeIntegrator::backward_euler},
        {"generalized-alpha", "Parks & Forsyth 2002: large steps that keep the motion alive",
         TimeIntegrator::generalized_alpha},
    }};
    return list;
}

constexpr std::array<MakeRecipe, 2> kRecipes = {large_steps_recipe, large_steps_recipe};

void check(const MethodSettings& settings) {
    const auto refuse = [](const std::string& what) { throw Error(ErrorKind::bad_input, what); };
    if (!(settings.rho >= 0 && settings.rho <= 1)) refuse("rho must be within [0, 1]");
    if (settings.newton_steps < 1) refuse("there must be at least one Newton step");
}

}  // namespace

std::span<const MethodPreset> method_presets() { return presets(); }

TimeIntegrator time_integrator(const MethodSettings& settings) {
    if (settings.integrator) return *settings.integrator;
    for (const MethodPreset& preset : presets()) {
        if (preset.name == settings.preset) return preset.integrator;
    }
    return TimeIntegrator::backward_euler;
}

std::unique_ptr<Solver> make_solver(const Model& model, const MethodSettings& settings) {
    check(settings);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < presets().size(); ++i) {
        if (presets()[i].name == settings.preset) {
            return std::make_unique<ComposedSolver>(model, kRecipes[i](model, settings));
        }
        names.push_back(presets()[i].name);
    }
    throw Error(ErrorKind::bad_input,
                "there is no method \"" + settings.preset + "\"" + suggestion(settings.preset, names));
}

}  // namespace pleat
