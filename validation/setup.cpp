#include "validation/setup.hpp"

#include <cmath>

#include "validation/closed_forms.hpp"

namespace pleat::validation {

Real Comparison::error() const { return exact == 0 ? std::abs(ours) : std::abs(ours / exact - 1); }

Fabric bare_fabric(Real stretch) {
    Fabric fabric;
    fabric.name = "bare";
    fabric.density = 0.2;
    fabric.stretch_warp = fabric.stretch_weft = stretch;
    fabric.shear = 0.1 * stretch;
    fabric.bend_warp = fabric.bend_weft = 0;
    fabric.stretch_damping = fabric.shear_damping = fabric.bend_damping = 0;
    return fabric;
}

Scene still_air() {
    Scene scene;
    scene.gravity = {0, -kGravity, 0};
    scene.air_density = 0;
    return scene;
}

SimulationSettings settling(Real seconds) {
    SimulationSettings settings;
    settings.method.tolerance = 1e-8;
    settings.method.max_iterations = 100000;
    settings.steps = {.max_step = 1.0 / 60, .min_step = 1e-6, .max_stretch_change = 1e9};
    settings.settle = seconds;
    settings.threads = 1;
    return settings;
}

Model one_cloth(TriangleMesh mesh, const Fabric& fabric) {
    ClothSource source;
    source.mesh = std::move(mesh);
    source.fabric = fabric;
    return ModelBuilder().add(source).build();
}

Pin hold(std::vector<int> particles) {
    Pin pin;
    pin.particles = std::move(particles);
    return pin;
}

}  // namespace pleat::validation
