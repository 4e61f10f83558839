// The corrections that there are, by name.
#pragma once
#include <array>

namespace pleat {

/// What moves particles after integration.
enum class CorrectionKind {
    limits,       ///< distances within limits
    directional,  ///< edges in an order from what is fixed
    push_apart,   ///< particles of cloth from each other
    push_out,     ///< particles out of solids
    untangle,     ///< cloth that crosses itself
    impulses,     ///< along threads that leave the limits of their length
};

/// Their names in accounts, in order.
inline constexpr std::array<const char*, 6> kCorrectionNames{"limits",   "directional", "push_apart",
                                                             "push_out", "untangle",    "impulses"};

}  // namespace pleat
