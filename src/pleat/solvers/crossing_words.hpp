// A crossing that could not be prevented, in the user's words.
#pragma once
#include <string>

#include <pleat/constraints/constraint.hpp>
#include <pleat/corrections/impacts.hpp>

namespace pleat {

/// Which particle of which cloth, which solid, where, when and how far, if the step went as `wanted` [m].
std::string describe_crossing(const ConstraintInput& in, const SweptStep& step, const ImpactPair& pair,
                              std::span<const Vec3> wanted);

}  // namespace pleat
