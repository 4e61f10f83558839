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

/// A hanging strip swings with a first period of 5.22548 sqrt(L / g).
std::vector<Comparison> hanging_period(Effort effort);

/// A clamped strip under its own weight, for loads from 1 to 100 and finer meshes: the heavy elastica.
std::vector<Comparison> cantilever(Effort effort);

/// The same at load 10, on four triangulations in three directions.
std::vector<Comparison> cantilever_on_meshes(Effort effort, BendModel model);

/// At a load of 8 the chord of the strip falls by 41.5 degrees: the standard test of bending length.
std::vector<Comparison> d1388(Effort effort);

/// A strip clamped with its width upright stays in its plane at 85 % of the critical load, and leaves it at 115 %.
std::vector<Comparison> lateral_buckling(Effort effort);

/// A square membrane under tension T vibrates with sqrt(T / density) sqrt(m^2 + n^2) / (2 a).
std::vector<Comparison> square_membrane(Effort effort);

}  // namespace pleat::validation
