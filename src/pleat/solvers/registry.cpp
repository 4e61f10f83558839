// The list of methods by name.
#include <array>

#include <pleat/core/error.hpp>
#include <pleat/solvers/large_steps.hpp>
#include <pleat/solvers/method.hpp>
#include <pleat/solvers/solver.hpp>

namespace pleat {
namespace {

using MakeRecipe = Recipe (*)(const Model&, const MethodSettings&);

const std::array<MethodPreset, 1>& presets() {
    static const std::array<MethodPreset, 1> list{{
        {"large-steps", "Baraff & Witkin 1998: implicit steps, exact particle constraints"},
    }};
    return list;
}

constexpr std::array<MakeRecipe, 1> kRecipes = {large_steps_recipe};

}  // namespace

std::span<const MethodPreset> method_presets() { return presets(); }

std::unique_ptr<Solver> make_solver(const Model& model, const MethodSettings& settings) {
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
