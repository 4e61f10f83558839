#include <algorithm>
#include <cmath>

#include <pleat/constraints/pins.hpp>
#include <pleat/constraints/pointer_hold.hpp>
#include <pleat/corrections/directional_edges.hpp>
#include <pleat/corrections/fabric_limits.hpp>
#include <pleat/corrections/far_limits.hpp>
#include <pleat/forces/air_drag.hpp>
#include <pleat/forces/gravity.hpp>
#include <pleat/forces/springs.hpp>
#include <pleat/model/motion.hpp>
#include <pleat/solvers/recipes.hpp>

namespace pleat {
namespace {

constexpr Real kGravity = 9.81;

// What the two papers do not have in common.
struct Defaults {
    bool springs;
    Real damping;  // [1/s]
};

// [s] The longest substep with which a sheet that hangs by its own weight is longer than its limits allow by a few
// percent at most. A sweep of limits holds an edge of length l up with l m / h^2 at most, while the cloth of length L
// below weighs L / l times m g: the strain that is left is L g h^2 / l^2.
Real usual_substep(const Model& model, int sweeps) {
    constexpr Real kStrainLeft = 0.05;
    Real longest = 1.0 / 120;
    for (const Cloth& cloth : model.cloths) {
        Real area = 0;
        for (int t = cloth.triangles.begin; t < cloth.triangles.end; ++t) {
            area += model.triangles[static_cast<std::size_t>(t)].area;
        }
        const Real extent = std::sqrt(area), edge = std::sqrt(area / cloth.particles.size());
        longest = std::min(longest, edge * std::sqrt(kStrainLeft * sweeps / (extent * kGravity)));
    }
    return longest;
}

// Limits of lengths. Those that reach far come first, and upper ones last: what is too long is seen, what is pressed
// together folds.
void add_limits(const Model& model, const CorrectionSettings& given, Recipe& recipe) {
    const SubstepSettings& substeps = recipe.substeps;
    const Real fall = kGravity * substeps.longest * substeps.longest / substeps.sweeps;
    const auto add = [&](const std::vector<DistanceLimit>& limits) {
        recipe.lengths.push_back(std::make_unique<DistanceLimits>(model, limits));
    };
    const std::vector<DistanceLimit> limits = fabric_limits(model, {given.strain_limits, given.bend_limit, fall});
    if (given.reach == 1 && given.finishing_sweeps == 0) return add(limits);
    for (const auto& far : far_limits(model, limits, given.reach)) add(far);
    std::vector<DistanceLimit> lower, both, upper;
    for (const DistanceLimit& limit : limits) {
        (limit.most < kForever ? both : lower).push_back(limit);
        if (limit.most < kForever) upper.push_back({limit.particles, 0, limit.most});
    }
    add(lower);
    add(both);
    if (given.finishing_sweeps > 0) recipe.upper_lengths = std::make_unique<DistanceLimits>(model, upper);
}

Recipe verlet_recipe(const Model& model, const MethodSettings& settings, const Defaults& defaults) {
    const CorrectionSettings& given = settings.corrections;
    const LengthCorrection lengths = length_correction(settings);
    Recipe recipe;
    recipe.substeps.sweeps = given.sweeps.value_or(1);
    recipe.substeps.longest = given.substep.value_or(usual_substep(model, recipe.substeps.sweeps));
    recipe.substeps.finishing_sweeps = given.finishing_sweeps;
    recipe.substeps.damping = given.damping.value_or(defaults.damping);
    recipe.substeps.friction.share = given.friction_share;
    recipe.forces.push_back(std::make_unique<Gravity>());
    recipe.forces.push_back(std::make_unique<AirDrag>(model));
    if (given.springs.value_or(defaults.springs)) {
        recipe.forces.push_back(std::make_unique<Springs>(model, SpringSettings{recipe.substeps.longest}));
    }
    recipe.constraints.push_back(std::make_unique<Pins>());
    recipe.constraints.push_back(std::make_unique<PointerHold>());
    if (lengths == LengthCorrection::limits) {
        add_limits(model, given, recipe);
    } else if (lengths == LengthCorrection::directional) {
        recipe.lengths.push_back(
            std::make_unique<DirectionalEdges>(model, given.order, OrderRenewal{}, given.as_printed));
    } else if (lengths == LengthCorrection::unordered) {
        recipe.lengths.push_back(std::make_unique<DistanceLimits>(model, rest_lengths(model)));
    }
    recipe.cloth_contact = settings.cloth_contact;
    recipe.fail_safe = settings.fail_safe;
    return recipe;
}

}  // namespace

Recipe interactive_recipe(const Model& model, const MethodSettings& settings) {
    // The paper keeps 0.99 of the velocity in a step of 0.0083 s.
    return verlet_recipe(model, settings, {false, 1.2});
}

Recipe directional_recipe(const Model& model, const MethodSettings& settings) {
    return verlet_recipe(model, settings, {true, 3});
}

}  // namespace pleat
