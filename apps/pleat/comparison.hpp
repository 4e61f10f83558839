// What trials say beside each other: a table and curves.
#pragma once
#include <span>

#include <pleat/report/document.hpp>

#include "trials.hpp"

namespace pleat {

/// A row a trial: energy at the end, its decay, what the integrator lost, worst stretch, steps, work and time.
Table comparison_table(std::span<const Trial> trials);

/// Total energy over time, a curve a trial.
Plot energy_plot(std::span<const Trial> trials);
/// What the integrator has lost so far, over time.
Plot loss_plot(std::span<const Trial> trials);
/// The longest edge of each frame, compared with its rest length, over time.
Plot stretch_plot(std::span<const Trial> trials);

}  // namespace pleat
