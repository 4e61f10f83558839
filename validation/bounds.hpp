// How far results may be from their closed forms: the tests hold them to it on coarse meshes, the report on fine ones.
#pragma once
#include <cmath>

#include "validation/closed_forms.hpp"

namespace pleat::validation {

/// The most by which a result may differ from the exact one.
struct Bound {
    enum class Of {
        error,      ///< relative to the exact value, as Comparison::error() has it
        difference  ///< in the unit of the value
    };

    Of of;
    Real value;

    Real measure(const Comparison& c) const { return of == Of::error ? c.error() : std::abs(c.ours - c.exact); }
    bool holds(const Comparison& c) const { return measure(c) <= value; }
};

namespace bounds {

inline constexpr Bound kFreeFall{Bound::Of::error, 1e-12};
inline constexpr Bound kFreeFallOfSecondOrder{Bound::Of::difference, 1e-11};
inline constexpr Bound kOscillatorEnergy{Bound::Of::error, 1e-12};
inline constexpr Bound kFirstOrder{Bound::Of::difference, 0.03};
inline constexpr Bound kSecondOrder{Bound::Of::difference, 0.05};
inline constexpr Bound kSpring{Bound::Of::difference, 1e-7};
inline constexpr Bound kEnergyKept{Bound::Of::difference, 1e-10};
inline constexpr Bound kOwnWeight{Bound::Of::error, 1e-3};
inline constexpr Bound kCatenary{Bound::Of::error, 5e-3};
inline constexpr Bound kHangingStrip{Bound::Of::error, 5e-3};
inline constexpr Bound kMembrane{Bound::Of::error, 0.01};
inline constexpr Bound kCantilever{Bound::Of::error, 0.03};
inline constexpr Bound kBendingLength{Bound::Of::difference, 0.7};  // [degrees]
inline constexpr Bound kBendLimits{Bound::Of::difference, 9};       // [degrees]
inline constexpr Bound kBuckling{Bound::Of::difference, 0};
inline constexpr Bound kContactsMissed{Bound::Of::difference, 0};
inline constexpr Bound kSliding{Bound::Of::error, 0.05};
inline constexpr Bound kCreep{Bound::Of::difference, 1e-4};  // [m]
inline constexpr Bound kSlidingLayers{Bound::Of::error, 0.05};
inline constexpr Bound kCreepOfLayers{Bound::Of::difference, 1e-3};  // [m]
inline constexpr Bound kStickSlip{Bound::Of::error, 0.05};
inline constexpr Bound kCapstan{Bound::Of::error, 0.05};
inline constexpr Bound kCrossings{Bound::Of::difference, 0};
inline constexpr Bound kGain{Bound::Of::difference, 1.5};          // of energy; explosions gain thousands
inline constexpr Bound kRestRms{Bound::Of::difference, 1e-3};      // [m/s]
inline constexpr Bound kRestLargest{Bound::Of::difference, 1e-2};  // [m/s]
inline constexpr Bound kRefinement{Bound::Of::difference, 0.5};    // of the error is left when edges are halved

}  // namespace bounds
}  // namespace pleat::validation
