#include <algorithm>
#include <cmath>
#include <vector>

#include <pleat/report/oscillation.hpp>

namespace pleat {
namespace {

Vec2 mean_of(std::span<const Vec2> points) {
    Vec2 sum = Vec2::Zero();
    for (const Vec2& p : points) sum += p;
    return sum / static_cast<Real>(points.size());
}

}  // namespace

std::optional<Real> decay_rate(std::span<const Vec2> points, Real floor) {
    std::vector<Vec2> logs;
    for (const Vec2& p : points) {
        // Written so that what is not a number ends it too.
        if (!(p.y() > 0 && p.y() >= floor * points.front().y())) break;
        logs.emplace_back(p.x(), std::log(p.y()));
    }
    if (logs.size() < 3) return std::nullopt;
    const Vec2 mean = mean_of(logs);
    Real product = 0, square = 0;
    for (const Vec2& p : logs) {
        product += (p.x() - mean.x()) * (p.y() - mean.y());
        square += (p.x() - mean.x()) * (p.x() - mean.x());
    }
    if (square == 0) return std::nullopt;
    return -product / square;
}

std::optional<Real> half_period(std::span<const Vec2> points, Real smallest) {
    if (points.empty()) return std::nullopt;
    const Real mean = mean_of(points).y();
    Real deviation = 0;
    std::vector<Real> crossings;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Real here = points[i].y() - mean;
        deviation += std::abs(here) / static_cast<Real>(points.size());
        if (i == 0) continue;
        const Real before = points[i - 1].y() - mean;
        if ((before < 0) == (here < 0)) continue;
        crossings.push_back(points[i - 1].x() + (points[i].x() - points[i - 1].x()) * before / (before - here));
    }
    if (crossings.size() < 3 || deviation < smallest) return std::nullopt;
    return (crossings.back() - crossings.front()) / static_cast<Real>(crossings.size() - 1);
}

}  // namespace pleat
