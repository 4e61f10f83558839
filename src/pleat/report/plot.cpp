#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include <pleat/report/markup.hpp>
#include <pleat/report/plot.hpp>

namespace pleat {
namespace {

// [pixels] of the picture, and of what surrounds the area of the data.
constexpr int kWidth = 640, kHeight = 400, kLeft = 74, kRight = 16, kTop = 16, kBottom = 52;

// Told apart by the colour-blind too (Okabe & Ito 2008).
constexpr std::array kPalette = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"};

bool can_be_shown(Real value, Scale scale) { return std::isfinite(value) && (scale == Scale::linear || value > 0); }

template <class... Values>
std::string format(const char* pattern, Values... values) {
    std::array<char, 512> text{};
    std::snprintf(text.data(), text.size(), pattern, values...);
    return text.data();
}

// The next of 1, 2, 5, 10, ... that is at least x > 0.
Real round_up(Real x) {
    const Real power = std::pow(10.0, std::floor(std::log10(x)));
    for (const Real digit : {1.0, 2.0, 5.0}) {
        if (digit * power >= x * (1 - 1e-9)) return digit * power;
    }
    return 10 * power;
}

Real round_down(Real x) { return 1 / round_up(1 / x); }

Ticks linear_ticks(Real low, Real high) {
    if (high - low < 1e-12 * std::max(std::abs(low), std::abs(high)) || high == low) {
        const Real margin = low == 0 ? 1 : 0.1 * std::abs(low);
        low -= margin;
        high += margin;
    }
    const Real step = round_up((high - low) / 6);
    const Real first = std::floor(low / step + 1e-9), last = std::ceil(high / step - 1e-9);
    Ticks ticks{first * step, last * step, {}};
    const int intervals = static_cast<int>(last - first);
    for (int i = 0; i <= intervals; ++i) ticks.at.push_back((first + i) * step);
    return ticks;
}

Ticks logarithmic_ticks(Real low, Real high) {
    Ticks ticks{round_down(low), round_up(high), {}};
    if (ticks.low == ticks.high) {
        ticks.low /= 10;
        ticks.high *= 10;
    }
    const Real slack = 1 + 1e-9;
    const bool has_few = ticks.high / ticks.low < 2000;
    for (Real power = std::floor(std::log10(ticks.low) + 1e-9); std::pow(10.0, power) <= ticks.high * slack; ++power) {
        for (const Real digit : {1.0, 2.0, 5.0}) {
            const Real value = digit * std::pow(10.0, power);
            if (digit > 1 && !has_few) continue;
            if (value * slack >= ticks.low && value <= ticks.high * slack) ticks.at.push_back(value);
        }
    }
    return ticks;
}

// Where numbers are in the picture [pixels].
class Area {
public:
    explicit Area(const Plot& plot) : x_scale_(plot.x.scale), y_scale_(plot.y.scale) {
        std::vector<Real> xs, ys;
        for (const Series& series : plot.series) {
            for (const Vec2& p : series.points) {
                if (!can_show(p)) continue;
                xs.push_back(p.x());
                ys.push_back(p.y());
            }
        }
        x_ticks = find_ticks(xs, x_scale_);
        y_ticks = find_ticks(ys, y_scale_);
    }

    bool can_show(const Vec2& p) const { return can_be_shown(p.x(), x_scale_) && can_be_shown(p.y(), y_scale_); }
    Real x(Real value) const { return kLeft + share(value, x_ticks, x_scale_) * (kWidth - kLeft - kRight); }
    Real y(Real value) const {
        return kHeight - kBottom - share(value, y_ticks, y_scale_) * (kHeight - kTop - kBottom);
    }

    Ticks x_ticks, y_ticks;

private:
    static Real share(Real value, const Ticks& ticks, Scale scale) {
        if (scale == Scale::linear) return (value - ticks.low) / (ticks.high - ticks.low);
        return std::log(value / ticks.low) / std::log(ticks.high / ticks.low);
    }

    Scale x_scale_, y_scale_;
};

std::string axes(const Plot& plot, const Area& area) {
    const int right = kWidth - kRight, bottom = kHeight - kBottom;
    std::string svg;
    for (const Real value : area.x_ticks.at) {
        const Real x = area.x(value);
        svg += format("<path class=\"grid\" d=\"M%.1f %dV%d\"/>\n", x, kTop, bottom);
        svg += format("<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%g</text>\n", x, bottom + 18, value);
    }
    for (const Real value : area.y_ticks.at) {
        const Real y = area.y(value);
        svg += format("<path class=\"grid\" d=\"M%d %.1fH%d\"/>\n", kLeft, y, right);
        svg += format("<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%g</text>\n", kLeft - 7, y + 4, value);
    }
    svg += format("<path class=\"frame\" d=\"M%d %dV%dH%d\"/>\n", kLeft, kTop, bottom, right);
    svg += format("<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">", (kLeft + right) / 2, kHeight - 12) +
           escape_markup(plot.x.title) + "</text>\n";
    svg += format("<text transform=\"translate(16 %d) rotate(-90)\" text-anchor=\"middle\">", (kTop + bottom) / 2) +
           escape_markup(plot.y.title) + "</text>\n";
    return svg;
}

const char* color_of(const Plot& plot, std::size_t index) {
    int number = plot.series[index].color;
    if (number < 0) {
        number = static_cast<int>(std::count_if(plot.series.begin(), plot.series.begin() + static_cast<long>(index),
                                                [](const Series& series) { return series.color < 0; }));
    }
    return kPalette[static_cast<std::size_t>(number) % kPalette.size()];
}

bool has_line(Stroke stroke) { return stroke != Stroke::dots; }
bool has_dots(Stroke stroke) { return stroke == Stroke::dots || stroke == Stroke::line_and_dots; }

std::string line_style(Stroke stroke, const char* color) {
    return format("fill=\"none\" stroke=\"%s\" stroke-width=\"1.6\"%s", color,
                  stroke == Stroke::dashes ? " stroke-dasharray=\"6 4\"" : "");
}

std::string drawn(const Series& series, const Area& area, const char* color) {
    std::string path, dots;
    for (const Vec2& p : series.points) {
        if (!area.can_show(p)) continue;
        const Real x = area.x(p.x()), y = area.y(p.y());
        path += format("%s%.1f %.1f", path.empty() ? "M" : "L", x, y);
        dots += format("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"%s\"/>\n", x, y, color);
    }
    std::string svg;
    if (has_line(series.stroke) && !path.empty()) {
        svg += "<path " + line_style(series.stroke, color) + " d=\"" + path + "\"/>\n";
    }
    return has_dots(series.stroke) ? svg + dots : svg;
}

constexpr int kLegendRow = 19;  // [pixels]

bool is_listed(const Series& series) { return !series.name.empty(); }

int legend_rows(const Plot& plot) {
    return static_cast<int>(std::count_if(plot.series.begin(), plot.series.end(), is_listed));
}

// A row for each name, the first at the height y [pixels].
std::string legend_list(const Plot& plot, int left, int y) {
    std::string svg;
    for (std::size_t i = 0; i < plot.series.size(); ++i) {
        const Series& series = plot.series[i];
        if (!is_listed(series)) continue;
        const char* color = color_of(plot, i);
        if (has_line(series.stroke)) {
            svg += "<path " + line_style(series.stroke, color) + format(" d=\"M%d %dh26\"/>\n", left, y);
        }
        if (has_dots(series.stroke)) {
            svg += format("<circle cx=\"%d\" cy=\"%d\" r=\"3.5\" fill=\"%s\"/>\n", left + 13, y, color);
        }
        svg += format("<text x=\"%d\" y=\"%d\">", left + 34, y + 4) + escape_markup(series.name) + "</text>\n";
        y += kLegendRow;
    }
    return svg;
}

// In the upper corner that has fewer points.
std::string legend_inside(const Plot& plot, const Area& area) {
    int left_points = 0, right_points = 0;
    std::size_t longest = 0;
    for (const Series& series : plot.series) {
        longest = std::max(longest, series.name.size());
        for (const Vec2& p : series.points) {
            if (!area.can_show(p) || area.y(p.y()) > 0.5 * kHeight) continue;
            ++(area.x(p.x()) < 0.5 * kWidth ? left_points : right_points);
        }
    }
    const int width = 44 + 7 * static_cast<int>(longest);
    const int left = left_points <= right_points ? kLeft + 14 : kWidth - kRight - 8 - width;
    const std::string back = format("<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", left - 4,
                                    kTop + 3, width, kLegendRow * legend_rows(plot) + 3);
    return back + legend_list(plot, left, kTop + 14);
}

}  // namespace

Ticks find_ticks(const std::vector<Real>& values, Scale scale) {
    std::vector<Real> shown;
    std::copy_if(values.begin(), values.end(), std::back_inserter(shown),
                 [&](Real value) { return can_be_shown(value, scale); });
    if (shown.empty()) shown = {1};
    const auto [low, high] = std::minmax_element(shown.begin(), shown.end());
    return scale == Scale::linear ? linear_ticks(*low, *high) : logarithmic_ticks(*low, *high);
}

std::string format_svg(const Plot& plot, SvgPlace place) {
    const Area area(plot);
    const bool is_below = plot.legend == PlotLegend::below;
    const int height = kHeight + (is_below ? kLegendRow * legend_rows(plot) : 0);
    std::string svg =
        format("<svg%s viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\">\n",
               place == SvgPlace::file ? " xmlns=\"http://www.w3.org/2000/svg\"" : "", kWidth, height, kWidth, height);
    svg +=
        "<style>text{font:12px sans-serif;fill:#333}.grid{stroke:#ddd}.frame{stroke:#333;fill:none}</style>\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
    svg += axes(plot, area);
    for (std::size_t i = 0; i < plot.series.size(); ++i) svg += drawn(plot.series[i], area, color_of(plot, i));
    if (is_below) {
        svg += legend_list(plot, kLeft, kHeight + 4);
    } else if (legend_rows(plot) > 0) {
        svg += legend_inside(plot, area);
    }
    return svg + "</svg>\n";
}

}  // namespace pleat
