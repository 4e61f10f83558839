// Bending by its chord: Choi & Ko 2002, as Ye 2008 uses it. Cloth of length L between two particles that are l < L
// apart has buckled to an arc of curvature k:
//     k = (2 / L) sinc^-1(l / L),   E = B L k^2 / 2,   dE/dl = B k^2 / (cos(k L / 2) - sinc(k L / 2)).
// An arc needs a finite force to begin, 12 B / L^2. Near l = L a linear spring leads up to it, so that the force is
// continuous; its energy is made to fit.
#pragma once
#include <algorithm>
#include <cmath>

#include <pleat/core/real.hpp>

namespace pleat {

/// The half angle a in [0, pi] of an arc whose chord is this share of its length: sin(a) / a.
inline Real half_angle_of_arc(Real chord_share) {
    if (chord_share >= 1) return 0;
    if (chord_share <= 0) return M_PI;
    // Two terms of the series; then Newton's method, which converges from there for all shares.
    const Real inner = 1 - 1.2 * (1 - chord_share);
    Real angle = inner > 0 ? std::sqrt(10 * (1 - std::sqrt(inner))) : M_PI * (1 - 0.9 * chord_share);
    for (int k = 0; k < 8; ++k) {
        const Real slope = std::cos(angle) - chord_share;
        if (!(slope < 0)) break;
        const Real change = (std::sin(angle) - chord_share * angle) / slope;
        angle = std::clamp(angle - change, Real(0), Real(M_PI));
        if (std::abs(change) < 1e-15 * angle) break;
    }
    return angle;
}

/// Cloth between two particles.
struct BucklingSpan {
    Real length = 0;     ///< [m] L
    Real bend = 0;       ///< [N m^2] B
    Real stiffness = 0;  ///< [N/m] of the linear spring near l = L
    Real damping = 0;    ///< [N s/m] along the chord
    Real linear = 0;     ///< [m] how much shorter than L the linear spring goes

    /// [N] dE/dl of the arc; negative.
    Real arc_tension(Real chord) const {
        const Real a = half_angle_of_arc(chord / length);
        if (a < 1e-3) return -12 * bend / (length * length) * (1 + a * a / 10);
        return 4 * bend / (length * length) * a * a / (std::cos(a) - std::sin(a) / a);
    }

    /// [N/m] its derivative, positive.
    Real arc_slope(Real chord) const {
        const Real a = half_angle_of_arc(chord / length);
        const Real by_cube = 4 * bend / (length * length * length);
        if (a < 1e-2) return by_cube * 1.8;
        const Real d = std::cos(a) - std::sin(a) / a;
        const Real change = -std::sin(a) - std::cos(a) / a + std::sin(a) / (a * a);
        return by_cube * (2 * a * d - a * a * change) / (d * d) * a / d;
    }

    /// [J] of the arc.
    Real arc_energy(Real chord) const {
        const Real a = half_angle_of_arc(chord / length);
        return 2 * bend * a * a / length;
    }

    /// Finds where the linear spring has the force of the arc.
    void join() {
        Real low = 0, high = length;
        for (int k = 0; k < 60; ++k) {
            const Real middle = 0.5 * (low + high);
            (stiffness * middle < -arc_tension(length - middle) ? low : high) = middle;
        }
        linear = high;
    }

    /// [N] with which the ends are drawn together; negative.
    Real tension(Real chord) const {
        if (chord >= length) return 0;
        return length - chord <= linear ? stiffness * (chord - length) : arc_tension(chord);
    }

    /// [N/m] its derivative.
    Real slope(Real chord) const {
        if (chord >= length) return 0;
        return length - chord <= linear ? stiffness : arc_slope(chord);
    }

    /// [J]
    Real energy(Real chord) const {
        if (chord >= length) return 0;
        const Real shorter = std::min(length - chord, linear);
        const Real of_spring = 0.5 * stiffness * shorter * shorter;
        return length - chord <= linear ? of_spring : of_spring + arc_energy(chord) - arc_energy(length - linear);
    }
};

}  // namespace pleat
