// Simulations whose answer is known in closed form. `./do validate` prints them beside it; the tests bound them.
#pragma once
#include <string>
#include <vector>

#include <pleat/core/real.hpp>
#include <pleat/solvers/method.hpp>

namespace pleat::validation {

/// A number that we compute and its exact value.
struct Comparison {
    std::string what;
    Real ours = 0;
    Real exact = 0;
    std::string unit;

    /// Relative to the exact value, or absolute if that is zero.
    Real error() const;
};

/// How fine the meshes are.
enum class Effort {
    quick,  ///< for tests: seconds
    full,   ///< for the report
};

/// Free fall from rest under backward Euler: x_n = g t_n (t_n + h) / 2, to rounding.
std::vector<Comparison> free_fall();

/// A stretched thread that swings freely: backward Euler keeps 1 / (1 + (w h)^2) of its energy in each step.
std::vector<Comparison> oscillator_energy_factor();

/// A pendulum of two held rows and a free one, at three step sizes: the order of convergence of backward Euler is 1.
std::vector<Comparison> pendulum_order();

/// A strip hanging by one side grows by density g L^2 / (2 k) under its own weight.
std::vector<Comparison> own_weight(Effort effort);

/// An inextensible strip of length 1 between supports d apart sags as a catenary.
std::vector<Comparison> catenary(Effort effort);

/// A hanging strip swings with periods of 4 pi / j sqrt(L / g) for the roots j of the Bessel function J0; the first is
/// 5.22548 sqrt(L / g). With little effort only that one.
std::vector<Comparison> hanging_periods(Effort effort);

/// At a load of 8 the chord of the strip falls by 41.5 degrees: the standard test of bending length.
std::vector<Comparison> d1388(Effort effort);

/// A strip clamped with its width upright stays in its plane at 85 % of the critical load, and leaves it at 115 %.
std::vector<Comparison> lateral_buckling(Effort effort, BendModel model);

/// A square membrane under tension T vibrates with sqrt(T / density) sqrt(m^2 + n^2) / (2 a).
std::vector<Comparison> square_membrane(Effort effort);

}  // namespace pleat::validation
