// Coordinates of eight particles at once, gathered from where they stand one by one. Only for use inside source files,
// as core/simd.hpp.
#pragma once
#include <array>
#include <cmath>

#include <pleat/core/real.hpp>
#include <pleat/core/simd.hpp>

namespace pleat {

inline constexpr std::size_t kLanes = 8;
using Places = std::array<int, kLanes>;

/// Of particles' coordinates, which stand one behind the other.
inline Places places_of(const std::array<int, kLanes>& particles) {
    Places places;
    for (std::size_t lane = 0; lane < kLanes; ++lane) places[lane] = 3 * particles[lane];
    return places;
}

inline Double8 gather(const Real* from, const Places& places) {
    const auto [a, b, c, d, e, f, g, h] = places;
    return Double8{from[a], from[b], from[c], from[d], from[e], from[f], from[g], from[h]};
}

inline void scatter(const Double8& from, Real* to, const Places& places) {
    const auto [a, b, c, d, e, f, g, h] = places;
    to[a] = from[0], to[b] = from[1], to[c] = from[2], to[d] = from[3];
    to[e] = from[4], to[f] = from[5], to[g] = from[6], to[h] = from[7];
}

inline Double8 square_root(const Double8& of) {
    alignas(64) std::array<Real, kLanes> roots;
    store(of, roots.data());
    for (Real& root : roots) root = std::sqrt(root);
    return load<Double8>(roots.data());
}

}  // namespace pleat
