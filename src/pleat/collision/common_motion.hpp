// Whether cloth moved as a whole: then it is as near to itself as it was.
#pragma once
#include <span>

#include <pleat/core/real.hpp>

namespace pleat {

/// Whether no particle has moved farther than `most` [m] from where it was, `before`, but for the mean motion of all.
bool is_near_common_motion(std::span<const Vec3> before, std::span<const Vec3> now, Real most);

}  // namespace pleat
