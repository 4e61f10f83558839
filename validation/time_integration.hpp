// How the integrators treat motions whose exact course is known.
#pragma once
#include <vector>

#include <pleat/report/amplification.hpp>

#include "validation/closed_forms.hpp"

namespace pleat::validation {

/// A spring between a held and a free particle: spectral radius of a step for steps of (w h) = 0.1 to 1000, and for
/// those up to 1 the ratio of damping and the share by which a period is too long. Exact are the eigenvalues of the
/// integrator's amplification matrix.
std::vector<Comparison> spring(const MethodSettings& method);

/// Free fall from rest under the integrators of second order: x_n = g t_n^2 / 2, to rounding; backward differences,
/// which begin with a step of backward Euler, are left out.
std::vector<Comparison> free_fall_of_second_order();

/// A pendulum on a stiff thread at three step sizes: the order of convergence. Not for the midpoint rule, which does
/// not damp the thread's vibration.
std::vector<Comparison> pendulum_order(const MethodSettings& method, Real order);

/// A spring that swings for so many steps without damping: the share of its energy that is kept by generalized-alpha
/// with rho = 1.
std::vector<Comparison> energy_kept(int steps);

}  // namespace pleat::validation
