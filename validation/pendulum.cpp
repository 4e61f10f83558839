#include "validation/pendulum.hpp"

#include <cmath>

#include "validation/setup.hpp"

namespace pleat::validation {
namespace {

constexpr Real kLength = 0.5;    // [m]
constexpr Real kStart = 1;       // [rad]
constexpr Real kDuration = 0.7;  // [s]

// The angle at the end, by Runge-Kutta of fourth order.
Real exact_angle() {
    constexpr int kSteps = 500000;
    constexpr Real h = kDuration / kSteps;
    Real angle = kStart, rate = 0;
    const auto acceleration = [&](Real a) { return -kGravity / kLength * std::sin(a); };
    for (int i = 0; i < kSteps; ++i) {
        const Real k1 = acceleration(angle);
        const Real k2 = acceleration(angle + 0.5 * h * rate);
        const Real k3 = acceleration(angle + 0.5 * h * (rate + 0.5 * h * k1));
        const Real k4 = acceleration(angle + h * (rate + 0.5 * h * k2));
        angle += h * (rate + h * (k1 + k2 + k3) / 6);
        rate += h * (k1 + 2 * k2 + 2 * k3 + k4) / 6;
    }
    return angle;
}

}  // namespace

Real pendulum_error(Real stretch, int steps, const MethodSettings& method) {
    TriangleMesh mesh;
    mesh.positions = {{-0.25, 0, 0}, {0.25, 0, 0}, {0, -kLength * std::cos(kStart), kLength * std::sin(kStart)}};
    mesh.triangles = {{0, 1, 2}};
    mesh.uv = {{Vec2(-0.25, 0), Vec2(0.25, 0), Vec2(0, kLength)}};
    Scene scene = still_air();
    scene.pins = {hold({0, 1})};
    const Real h = kDuration / steps;
    Simulation simulation(one_cloth(mesh, bare_fabric(stretch)), scene, fixed_steps(h, method));
    for (int i = 0; i < steps; ++i) simulation.advance_step(h);
    const Vec3& x = simulation.state().position[2];
    return std::abs(std::atan2(x.z(), -x.y()) - exact_angle());
}

}  // namespace pleat::validation
