#include "comparison.hpp"

#include <algorithm>
#include <limits>

#include <fmt/core.h>

#include <pleat/report/markup.hpp>
#include <pleat/report/oscillation.hpp>

namespace pleat {
namespace {

// Curves need no more points than a plot has pixels.
constexpr std::size_t kMostPoints = 600;

template <class Value>
Series curve(const Trial& trial, Value&& value) {
    Series series{trial.label, {}};
    const std::size_t stride = 1 + trial.account.frames.size() / kMostPoints;
    for (std::size_t i = 0; i < trial.account.frames.size(); ++i) {
        const Vec2 point(trial.account.frames[i].time, value(trial.account.frames[i]));
        if (i % stride == 0 || i + 1 == trial.account.frames.size()) series.points.push_back(point);
    }
    return series;
}

Real worst_stretch(const FrameStats& frame) {
    return std::max({frame.warp.max_stretch, frame.weft.max_stretch, frame.bias.max_stretch});
}

Real lowest_energy(std::span<const Trial> trials) {
    Real lowest = std::numeric_limits<Real>::infinity();
    for (const Trial& trial : trials) {
        for (const FrameStats& frame : trial.account.frames) lowest = std::min(lowest, frame.energy.total());
    }
    return lowest;
}

// Of the energy above the lowest of all, from where it is highest on.
std::string decay(const Trial& trial, Real lowest) {
    const auto& frames = trial.account.frames;
    const auto less = [](const FrameStats& a, const FrameStats& b) { return a.energy.total() < b.energy.total(); };
    std::vector<Vec2> points;
    for (auto frame = std::max_element(frames.begin(), frames.end(), less); frame != frames.end(); ++frame) {
        points.emplace_back(frame->time, frame->energy.total() - lowest);
    }
    const auto rate = decay_rate(points, 1e-3);
    return rate ? significant(*rate, 3) : "-";
}

std::string ending(const RunAccount& account) {
    return account.status == RunStatus::cannot_go_on ? "cannot go on: " + account.reason : "finished";
}

}  // namespace

Table comparison_table(std::span<const Trial> trials) {
    Table table{{"variant", "energy at the end [J]", "energy decay [1/s]", "numerical loss [J]", "worst stretch [%]",
                 "steps", "CG iterations", "seconds", "ending"},
                {}};
    const Real lowest = lowest_energy(trials);
    for (const Trial& trial : trials) {
        const auto& frames = trial.account.frames;
        const RunTotals totals = sum_frames(frames);
        Real loss = 0;
        for (const FrameStats& frame : frames) loss += frame.remainder;
        table.rows.push_back({trial.label, frames.empty() ? "-" : significant(frames.back().energy.total(), 4),
                              decay(trial, lowest), significant(loss, 4),
                              fmt::format("{:.2f}", 100 * totals.worst_stretch.stretch), std::to_string(totals.steps),
                              std::to_string(totals.cg_iterations), fmt::format("{:.2f}", totals.seconds.total),
                              ending(trial.account)});
    }
    return table;
}

Plot energy_plot(std::span<const Trial> trials) {
    Plot plot{{"time [s]"}, {"total energy [J]"}, {}, PlotLegend::below};
    for (const Trial& trial : trials) {
        plot.series.push_back(curve(trial, [](const FrameStats& frame) { return frame.energy.total(); }));
    }
    return plot;
}

Plot loss_plot(std::span<const Trial> trials) {
    Plot plot{{"time [s]"}, {"lost by the integrator [J]"}, {}, PlotLegend::below};
    for (const Trial& trial : trials) {
        plot.series.push_back(
            curve(trial, [lost = Real(0)](const FrameStats& frame) mutable { return lost += frame.remainder; }));
    }
    return plot;
}

Plot stretch_plot(std::span<const Trial> trials) {
    Plot plot{{"time [s]"}, {"worst stretch [%]"}, {}, PlotLegend::below};
    for (const Trial& trial : trials) {
        plot.series.push_back(curve(trial, [](const FrameStats& frame) { return 100 * worst_stretch(frame); }));
    }
    return plot;
}

}  // namespace pleat
