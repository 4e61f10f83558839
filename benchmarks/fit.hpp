// How a cost grows.
#pragma once
#include <cassert>
#include <cmath>
#include <span>

#include <pleat/core/real.hpp>

namespace pleat::bench {

/// A size and what it costs; both above 0.
struct Cost {
    Real size;
    Real cost;
};

/// The exponent p of the power law size^p that fits the costs best: least squares of their logarithms. At least two
/// sizes must differ.
inline Real fit_exponent(std::span<const Cost> costs) {
    Real mean_x = 0, mean_y = 0;
    for (const Cost& c : costs) {
        assert(c.size > 0 && c.cost > 0);
        mean_x += std::log(c.size) / static_cast<Real>(costs.size());
        mean_y += std::log(c.cost) / static_cast<Real>(costs.size());
    }
    Real xx = 0, xy = 0;
    for (const Cost& c : costs) {
        const Real x = std::log(c.size) - mean_x;
        xx += x * x;
        xy += x * (std::log(c.cost) - mean_y);
    }
    assert(xx > 0);
    return xy / xx;
}

}  // namespace pleat::bench
