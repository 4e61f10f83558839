// What can be set while a simulation is shown, and which numbers are allowed.
#pragma once
#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <pleat/core/real.hpp>
#include <pleat/io/scene_file.hpp>
#include <pleat/view/pull.hpp>

namespace pleat {

/// A number that can be set.
enum class Control {
    step,
    sweeps,
    tolerance,
    rho,
    gravity,
    wind_speed,
    wind_direction,
    self_collision,
};

/// What a page may ask of a control.
struct ControlRule {
    Control control;
    const char* name;  ///< in messages
    Real least;
    Real most;
    bool is_whole;  ///< whether only whole numbers are allowed
};

/// All controls.
std::span<const ControlRule> control_rules();
/// Throws ErrorKind::bad_input if the number is not finite or not within the rule.
void check_control(Control control, Real value);

/// What was set; what was not is as in the scene.
struct ControlSettings {
    std::vector<std::string> methods;  ///< presets of the simulations that are shown beside each other; empty: one
    std::string fabric;                ///< of all cloths; empty: as in the scene
    std::map<Control, Real> numbers;
};

/// What the controls are at, whether they were set or not.
struct ControlValues {
    std::vector<std::string> methods;
    std::string fabric;               ///< of the first cloth
    std::map<Control, Real> numbers;  ///< those that mean something
    Pull pull = Pull::exact;          ///< what is usual for the method
};

/// A scene that is shown, as it was written.
struct ShownScene {
    SceneText text;
    std::string name;  ///< without folder and ending
};

/// The overrides that put the settings over the scene, for the simulation of number `side`. `plain` is the scene
/// without them.
std::vector<std::string> make_overrides(const ShownScene& scene, const SceneFile& plain,
                                        const ControlSettings& settings, std::size_t side);

/// What a scene has that was read with its overrides: of one side.
ControlValues read_values(const SceneFile& scene);

}  // namespace pleat
