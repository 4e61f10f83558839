#include <algorithm>

#include <pleat/core/index.hpp>
#include <pleat/corrections/correction_order.hpp>
#include <pleat/render/field.hpp>
#include <pleat/view/show_colors.hpp>

namespace pleat {
namespace {

std::vector<float> by_field(const char* name, const Simulation& simulation) {
    const Real time = simulation.state().time;
    std::vector<AnimationSolid> solids;
    for (const Solid& solid : simulation.scene().solids) solids.emplace_back(solid, std::span(&time, 1));
    const Animation animation(simulation.model(), 1, {simulation.state().position}, std::move(solids));
    return make_field(name, animation)->values(animation, 0);
}

std::vector<float> speeds(const State& state) {
    std::vector<float> values;
    for (const Vec3& v : state.velocity) values.push_back(static_cast<float>(v.norm()));
    return values;
}

// What pins and the pointer hold in all directions.
std::vector<int> fixed_particles(const Simulation& simulation) {
    std::vector<int> fixed;
    std::size_t grip = 0;
    for (const Pin& pin : simulation.scene().pins) {
        const auto* directions = std::get_if<HoldDirections>(&pin.hold);
        const bool is_full = directions != nullptr && directions->directions.size() == 3;
        for (const int particle : pin.particles) {
            const bool is_held = simulation.state().pin_grips[grip++].is_holding || simulation.state().time == 0;
            if (is_full && is_held) fixed.push_back(particle);
        }
    }
    for (const PointerGrip& held : simulation.scene().pointer) {
        if (!held.spring) fixed.push_back(held.particle);
    }
    std::sort(fixed.begin(), fixed.end());
    fixed.erase(std::unique(fixed.begin(), fixed.end()), fixed.end());
    return fixed;
}

}  // namespace

std::string title_of(ColorMode mode) {
    switch (mode) {
        case ColorMode::cloth:
            return "";
        case ColorMode::strain:
            return "strain [%]";
        case ColorMode::speed:
            return "speed [m/s]";
        case ColorMode::order:
            return "place in the correction order [%]";
        case ColorMode::impulse:
            return "impulse over a frame [mN s]";
        case ColorMode::contact:
            return "nearness of contact [%]";
    }
    return "";
}

std::vector<float> ShowColors::order(const Simulation& simulation) {
    std::vector<int> fixed = fixed_particles(simulation);
    if (!order_.empty() && fixed == fixed_) return order_;
    const auto settings = order_settings(simulation.settings().method.corrections, simulation.scene().gravity);
    const auto edges = CorrectionOrder(simulation.model(), settings).list(fixed);
    order_.assign(simulation.state().position.size(), -1);
    for (const int particle : fixed) order_[at(particle)] = 0;
    for (std::size_t i = 0; i < edges.size(); ++i) {
        order_[at(edges[i].second)] = 100 * static_cast<float>(i + 1) / static_cast<float>(edges.size());
    }
    fixed_ = std::move(fixed);
    return order_;
}

std::vector<float> ShowColors::values(ColorMode mode, const Simulation& simulation) {
    const State& state = simulation.state();
    switch (mode) {
        case ColorMode::cloth:
            return {};
        case ColorMode::strain:
            return by_field("strain", simulation);
        case ColorMode::speed:
            return speeds(state);
        case ColorMode::order:
            return order(simulation);
        case ColorMode::contact:
            return by_field("contact", simulation);
        case ColorMode::impulse:
            break;
    }
    std::vector<float> values(state.velocity.size());
    if (velocity_before_.size() != values.size()) return values;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const Real change = (state.velocity[i] - velocity_before_[i]).norm();
        values[i] = static_cast<float>(1000 * simulation.model().masses[i] * change);
    }
    return values;
}

}  // namespace pleat
