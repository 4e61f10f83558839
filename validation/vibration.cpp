// A square membrane that vibrates.
#include <cmath>

#include "validation/closed_forms.hpp"
#include "validation/pattern_mesh.hpp"
#include "validation/setup.hpp"

namespace pleat::validation {
namespace {

// Frequency [Hz] of the mode with m and n half waves, of a square of side 1 whose threads are stretched.
Real membrane_frequency(Pattern pattern, int cells, int m, int n, const Fabric& fabric, Real stretch) {
    const TriangleMesh mesh = make_pattern_mesh({.pattern = pattern, .edge = 1.0 / cells, .facing = Facing::upright});
    Model model = one_cloth(mesh, fabric);
    std::vector<Real> shape;
    std::vector<int> rim;
    for (int i = 0; i < model.particle_count(); ++i) {
        Vec3& x = model.positions[at(i)];
        const Real distance = std::min(std::min(x.x(), 1 - x.x()), std::min(x.y(), 1 - x.y()));
        if (distance < 1e-9) rim.push_back(i);
        shape.push_back(std::sin(m * kPi * x.x()) * std::sin(n * kPi * x.y()));
        x = Vec3(stretch * x.x(), stretch * x.y(), 1e-3 * shape.back());
    }
    const auto amplitude = [&](const std::vector<Vec3>& x) {
        Real sum = 0;
        for (std::size_t i = 0; i < x.size(); ++i) sum += shape[i] * x[i].z();
        return sum;
    };
    Scene scene = still_air();
    scene.gravity.setZero();
    scene.pins = {hold(rim)};
    const Real h = 2e-4;
    SimulationSettings settings = fixed_steps(h);
    settings.method.tolerance = 1e-6;
    Simulation simulation(std::move(model), scene, settings);
    Real first = 0;
    for (int crossings = 0; crossings < 3;) {
        const Real before = amplitude(simulation.state().position);
        const Real since = simulation.state().time;
        simulation.advance_step(h);
        const Real after = amplitude(simulation.state().position);
        if (before * after > 0) continue;
        const Real time = since + h * before / (before - after);
        if (++crossings == 1) first = time;
        if (crossings == 3) return 1 / (time - first);
    }
    return 0;
}

}  // namespace

std::vector<Comparison> square_membrane(Effort effort) {
    // Threads k at |w| = s carry the tension k (s - 1), which acts on slopes that are seen s times less.
    const Real stretch = 1.2;
    const Fabric fabric = bare_fabric(100);
    const Real tension = fabric.stretch_warp * (stretch - 1) / stretch;
    const int cells = effort == Effort::quick ? 12 : 20;
    std::vector<Comparison> results;
    for (const Pattern pattern : kPatterns) {
        for (const auto& [m, n] : {std::pair{1, 1}, {1, 2}, {2, 2}}) {
            if (effort == Effort::quick && m + n != 2) continue;
            results.push_back(
                {"square membrane: mode " + std::to_string(m) + " " + std::to_string(n) + ", " + name_of(pattern),
                 membrane_frequency(pattern, cells, m, n, fabric, stretch),
                 std::sqrt(tension / fabric.density) * std::hypot(m, n) / 2, "Hz"});
        }
    }
    return results;
}

}  // namespace pleat::validation
