// How pointers hold cloth.
#pragma once
#include <array>

#include <pleat/solvers/method.hpp>

namespace pleat {

/// Exactly, as if the particle had infinite mass, or by a spring.
enum class Pull {
    usual,  ///< as the method's paper has it
    exact,
    spring,
};
inline constexpr std::array<const char*, 3> kPullNames{"usual", "exact", "spring"};

/// What is usual for a method: exact or spring.
Pull usual_pull(const MethodSettings& method);

}  // namespace pleat
