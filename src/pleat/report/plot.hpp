// Small plots as SVG pictures: lines and dots over linear or logarithmic axes, with ticks and a legend.
#pragma once
#include <string>
#include <vector>

#include <pleat/core/real.hpp>

namespace pleat {

/// How numbers are spread along an axis.
enum class Scale { linear, logarithmic };

/// One axis of a plot. Its ends are found from the data.
struct Axis {
    std::string title;  ///< with its unit
    Scale scale = Scale::linear;
};

/// How the points of a series are drawn.
enum class Stroke { line, dashes, dots, line_and_dots };

/// Points that belong together.
struct Series {
    std::string name;  ///< in the legend; empty: not listed
    std::vector<Vec2> points;
    Stroke stroke = Stroke::line;
    int color = -1;  ///< number in the palette, for series that belong together; -1: the next one
};

/// Where the names of the series stand.
enum class PlotLegend {
    inside,  ///< in the upper corner with fewer points, over what is there
    below,   ///< under the axis, for many or long names and curves that fill the plot
};

/// All of a plot.
struct Plot {
    Axis x, y;
    std::vector<Series> series;
    PlotLegend legend = PlotLegend::inside;
};

/// The ends of an axis, and the numbers that are marked on it, from the first to the last.
struct Ticks {
    Real low = 0;
    Real high = 1;
    std::vector<Real> at;
};

/// About six round numbers that enclose all finite values; on a logarithmic axis powers of ten, with twice and five
/// times them between where there are few. Values that cannot be shown on the axis are left out.
Ticks find_ticks(const std::vector<Real>& values, Scale scale);

/// Where an SVG picture stands: a file must name its format, a page must not refer to anything outside.
enum class SvgPlace { file, page };

/// The text of an SVG picture. Points that cannot be shown are left out; there may be none at all.
std::string format_svg(const Plot& plot, SvgPlace place = SvgPlace::file);

}  // namespace pleat
