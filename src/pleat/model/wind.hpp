// Moving air, constant or gusting, as a function of place and time.
#pragma once
#include <cstdint>

#include <pleat/core/real.hpp>

namespace pleat {

/// Gusts are smooth waves of several lengths that travel with the wind; equal seeds give equal gusts.
struct Wind {
    Vec3 velocity = Vec3::Zero();  ///< [m/s] mean
    Real gust = 0;                 ///< share of the mean speed by which gusts change it, rms; 0: constant wind
    Real gust_period = 1.5;        ///< [s] of the longest gusts
    Real turbulence = 0;           ///< share of the mean speed by which gusts blow sideways, rms
    std::uint32_t seed = 1;        ///< chooses the gusts

    Vec3 at(const Vec3& place, Real time) const;  ///< [m/s]
};

}  // namespace pleat
