// Small sheets that pins move and wind blows at, whose motion is smooth in time: for measuring orders of convergence.
#pragma once
#include <cmath>
#include <string>
#include <vector>

#include <pleat/pleat.hpp>

#include "tests/support/effort.hpp"
#include "tests/support/sample_cloth.hpp"

namespace pleat::test {

/// A sheet and what acts on it. Every pin starts at rest.
struct SmallScene {
    std::string name;
    Model model;
    Scene scene;
};

/// A soft sheet of 5 x 5 particles.
inline Model small_sheet() {
    Fabric fabric = sample_fabric();
    fabric.bend_warp = fabric.bend_weft = 1e-3;
    fabric.bend_damping = 1e-5;
    return one_cloth(make_grid({.size = {0.5, 0.5}, .cells = {4, 4}}), fabric);
}

inline SmallScene make_small_scene(const std::string& name) {
    SmallScene small{name, small_sheet(), {}};
    const auto& groups = small.model.cloths[0].groups;
    const auto pin = [&](const std::string& group) {
        Pin made;
        made.particles = groups.at(group);
        return made;
    };
    small.scene.pins = {pin("top-left"), pin("top-right")};
    return small;
}

/// Swings from rest: the sine begins at its largest offset.
inline MotionPart swing(const Vec3& amplitude, Real period) {
    return {SineTranslation{amplitude, period, kPi / 2}, 0, kForever};
}

/// Pins that slide along something that is curved or turns.
inline std::vector<SmallScene> curved_scenes() {
    std::vector<SmallScene> scenes;
    scenes.push_back(make_small_scene("a corner slides on a sphere"));
    const Vec3 center(0.25, 0.05, 0.05);
    const Real radius = Vec3(0, 0.2, -0.05).norm();  // the corner is on it
    scenes.back().scene.pins[1].hold = HoldOnTrack{SphereTrack{center, radius}};
    scenes.back().scene.wind.velocity = {0, 0, 2};

    scenes.push_back(make_small_scene("a corner slides in a plane that turns"));
    Rotation turning;
    turning.axis = Vec3::UnitZ();
    turning.angles = {{0, 1}, {Vec3::Zero(), Vec3(1, 0, 0)}, Interpolation::smooth};
    scenes.back().scene.pins[1].hold = HoldDirections{{Vec3::UnitX()}};
    scenes.back().scene.pins[1].motion.parts.push_back({turning, 0, kForever});
    scenes.back().scene.wind.velocity = {0, 0, 2};
    return scenes;
}

/// Six kinds of moving pins and wind; the first three if tests have to be quick.
inline std::vector<SmallScene> small_scenes() {
    std::vector<SmallScene> scenes;
    scenes.push_back(make_small_scene("two corners in steady wind"));
    scenes.back().scene.wind.velocity = {1, 0, 4};

    scenes.push_back(make_small_scene("two corners in gusts"));
    scenes.back().scene.wind.velocity = {0, 0, 3};
    scenes.back().scene.wind.gust = 0.4;
    scenes.back().scene.wind.turbulence = 0.2;

    scenes.push_back(make_small_scene("a corner swings"));
    scenes.back().scene.pins[0].motion.parts.push_back(swing({0, 0.1, 0.05}, 0.8));
    scenes.back().scene.wind.velocity = {0, 0, 2};

    scenes.push_back(make_small_scene("both corners swing without air"));
    scenes.back().scene.air_density = 0;
    for (Pin& pin : scenes.back().scene.pins) pin.motion.parts.push_back(swing({0, 0.05, 0.1}, 0.7));

    scenes.push_back(make_small_scene("a corner turns"));
    Rotation turning;
    turning.axis = Vec3::UnitY();
    turning.angles = {{0, 1}, {Vec3::Zero(), Vec3(1.5, 0, 0)}, Interpolation::smooth};
    scenes.back().scene.pins[0].motion.parts.push_back({turning, 0, kForever});
    scenes.back().scene.wind.velocity = {0, 0, 2};

    scenes.push_back(make_small_scene("a corner slides on a plane that is lifted"));
    scenes.back().scene.pins[1].hold = HoldOnTrack{PlaneTrack{{0.25, 0.25, 0}, Vec3(1, 2, 0).normalized()}};
    const Keyframes lift{{0, 0.6}, {Vec3::Zero(), Vec3(0, 0.1, 0)}, Interpolation::smooth};
    scenes.back().scene.pins[1].motion.parts.push_back({KeyframedTranslation{lift}, 0, kForever});
    scenes.back().scene.wind.velocity = {0, 0, 2};
    scenes.erase(scenes.begin() + effort(6, 3), scenes.end());
    return scenes;
}

/// Steps of exactly h, solved to rounding.
inline SimulationSettings exact_steps(Real h, const MethodSettings& method) {
    SimulationSettings settings;
    settings.method = method;
    settings.method.tolerance = 1e-11;
    settings.steps = {.max_step = h, .min_step = h, .max_stretch_change = 1e9};
    settings.frame_rate = 1 / h;
    settings.threads = 1;
    return settings;
}

}  // namespace pleat::test
