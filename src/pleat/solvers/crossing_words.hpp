// A crossing that could not be prevented, in the user's words.
#pragma once
#include <string>

#include <pleat/constraints/constraint.hpp>
#include <pleat/corrections/impacts.hpp>

namespace pleat {

/// Which particle of which cloth, which solid, where and when.
std::string describe_crossing(const ConstraintInput& in, const SolidSurfaces& surfaces, const ImpactPair& pair);

}  // namespace pleat
