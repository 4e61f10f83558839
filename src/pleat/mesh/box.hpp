// Boxes along the axes.
#pragma once
#include <cmath>
#include <limits>
#include <span>

#include <pleat/core/real.hpp>

namespace pleat {

/// All points between two corners, these included; holds nothing until something is added.
struct Box {
    Vec3 low = Vec3::Constant(std::numeric_limits<Real>::infinity());    ///< [m]
    Vec3 high = Vec3::Constant(-std::numeric_limits<Real>::infinity());  ///< [m]

    void add(const Vec3& x) {
        low = low.cwiseMin(x);
        high = high.cwiseMax(x);
    }
    void add(const Box& box) {
        low = low.cwiseMin(box.low);
        high = high.cwiseMax(box.high);
    }

    Vec3 center() const { return 0.5 * low + 0.5 * high; }
    /// Half of its surface [m^2].
    Real half_area() const {
        const Vec3 size = high - low;
        return size.x() * size.y() + size.y() * size.z() + size.z() * size.x();
    }

    /// Everything within `distance` [m] of it along the axes, and a little more, so that rounding loses nothing. At
    /// distance 0 it stays the same to the bit.
    Box grown(Real distance) const {
        if (distance == 0) return *this;
        constexpr Real kRounding = 4 * std::numeric_limits<Real>::epsilon();
        const Real largest = std::max(low.cwiseAbs().maxCoeff(), high.cwiseAbs().maxCoeff());
        const Real by = distance + kRounding * (distance + largest);
        return {low.array() - by, high.array() + by};
    }
};

/// Boxes that only touch do overlap.
inline bool overlap(const Box& a, const Box& b) {
    // One jump instead of six, none of which could be foreseen.
    const bool x = (a.low.x() <= b.high.x()) & (b.low.x() <= a.high.x());
    const bool y = (a.low.y() <= b.high.y()) & (b.low.y() <= a.high.y());
    const bool z = (a.low.z() <= b.high.z()) & (b.low.z() <= a.high.z());
    return x & y & z;
}

}  // namespace pleat
