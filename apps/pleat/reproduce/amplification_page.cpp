// Figure 1 of Parks & Forsyth 2002: what a step leaves of an oscillation.
#include <algorithm>
#include <cmath>

#include <pleat/report/amplification.hpp>
#include <pleat/report/markup.hpp>

#include "reproduce/flag_page.hpp"

namespace pleat {
namespace {

constexpr Real kRhos[] = {0, 0.2, 0.5, 0.8, 1};

Series radius_curve(const std::string& name, const MethodSettings& method, Stroke stroke) {
    Series series{name, {}, stroke};
    for (int twentieth = -40; twentieth <= 60; ++twentieth) {
        const Real wh = std::pow(10.0, twentieth / 20.0);
        series.points.emplace_back(wh, spectral_radius(exact_eigenvalues(method, wh)));
    }
    return series;
}

// Dots of what the code does on a curve of what it should do; returns the largest distance.
Real add_measured(const MethodSettings& method, int color, Plot& plot) {
    Series dots{"", {}, Stroke::dots, color};
    Real worst = 0;
    for (int half = -4; half <= 6; ++half) {
        const Real wh = std::pow(10.0, half / 2.0), ours = spectral_radius(measured_eigenvalues(method, wh));
        worst = std::max(worst, std::abs(ours - spectral_radius(exact_eigenvalues(method, wh))));
        dots.points.emplace_back(wh, ours);
    }
    plot.series.push_back(dots);
    return worst;
}

}  // namespace

void report_amplification(FlagPage& page) {
    const MethodSettings euler = with_integrator(TimeIntegrator::backward_euler),
                         alpha = with_integrator(TimeIntegrator::generalized_alpha);
    Plot plot{{"ωh", Scale::logarithmic}, {"|λ|"}, {}};
    plot.series = {radius_curve("backward Euler", euler, Stroke::dashes),
                   radius_curve("generalized-α, ρ∞ = 0", alpha, Stroke::line)};
    Real largest_ratio = 0;
    for (std::size_t i = 0; i < plot.series[0].points.size(); ++i) {
        largest_ratio = std::max(largest_ratio, plot.series[1].points[i].y() / plot.series[0].points[i].y());
    }
    Real worst = std::max(add_measured(euler, 0, plot), add_measured(alpha, 1, plot));
    page.add(Heading{"Figure 1: what a step leaves of an oscillation"});
    page.add(PlotFigure{"amplification",
                        "Largest eigenvalue of a step on x″ + ω²x = 0: curves by formula, dots measured with the "
                        "code on a spring between two particles.",
                        plot});
    Plot rhos{plot.x, plot.y, {}};
    for (const Real rho : kRhos) {
        rhos.series.push_back(radius_curve("ρ∞ = " + significant(rho),
                                           with_integrator(TimeIntegrator::generalized_alpha, rho), Stroke::line));
    }
    for (std::size_t i = 0; i < std::size(kRhos); ++i) {
        worst = std::max(worst, add_measured(with_integrator(TimeIntegrator::generalized_alpha, kRhos[i]),
                                             static_cast<int>(i), rhos));
    }
    page.add(PlotFigure{"amplification-rho", "The same for other ρ∞, which the paper does not show.", rhos});
    page.claim({"figure-1-formula",
                "Figure 1: the code's |λ| is the formula's (largest difference)",
                0,
                worst,
                "",
                {Wanted::Kind::at_most, 1e-9}});
    page.claim({"figure-1-factor",
                "Figure 1: generalized-α keeps up to so many times what backward Euler keeps",
                4,
                largest_ratio,
                "",
                {Wanted::Kind::at_least, 4}});
}

}  // namespace pleat
