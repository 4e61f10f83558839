#include "validation/elastica.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace pleat::validation {
namespace {

// Angle, its derivative, height and width, all along t, the distance from the tip.
using Point = std::array<Real, 4>;

Point derivative(Real load, Real t, const Point& p) {
    return {p[1], -load * t * std::cos(p[0]), std::sin(p[0]), std::cos(p[0])};
}

Point moved(const Point& p, Real h, const Point& d) {
    Point q;
    for (std::size_t i = 0; i < 4; ++i) q[i] = p[i] + h * d[i];
    return q;
}

// From the tip to the clamp, by Runge-Kutta of fourth order. Calls at(p) at the tip and a hundred times on the way.
template <class Visit>
Point shoot(Real load, Real tip_angle, Visit&& at) {
    constexpr int kSteps = 4000;
    constexpr Real h = 1.0 / kSteps;
    Point p{tip_angle, 0, 0, 0};
    at(p);
    for (int i = 0; i < kSteps; ++i) {
        const Real t = i * h;
        const Point k1 = derivative(load, t, p);
        const Point k2 = derivative(load, t + h / 2, moved(p, h / 2, k1));
        const Point k3 = derivative(load, t + h / 2, moved(p, h / 2, k2));
        const Point k4 = derivative(load, t + h, moved(p, h, k3));
        for (std::size_t j = 0; j < 4; ++j) p[j] += h / 6 * (k1[j] + 2 * k2[j] + 2 * k3[j] + k4[j]);
        if ((i + 1) % (kSteps / 100) == 0) at(p);
    }
    return p;
}

}  // namespace

Real Elastica::chord_angle() const { return std::atan2(height, width) * 180 / kPi; }

Elastica solve_elastica(Real load) {
    Real low = 0, high = kPi / 2;
    for (int i = 0; i < 60; ++i) {
        const Real middle = 0.5 * (low + high);
        (shoot(load, middle, [](const Point&) {})[0] < 0 ? low : high) = middle;
    }
    std::vector<Vec2> curve;
    const Point clamp = shoot(load, high, [&](const Point& p) { curve.emplace_back(p[3], p[2]); });
    for (Vec2& p : curve) p = Vec2(clamp[3] - p.x(), p.y() - clamp[2]);
    std::reverse(curve.begin(), curve.end());
    return {high, clamp[2], clamp[3], std::move(curve)};
}

}  // namespace pleat::validation
