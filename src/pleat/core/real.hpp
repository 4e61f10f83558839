// The number and the small vectors that everything is computed with.
#pragma once
#include <Eigen/Core>

namespace pleat {

using Real = double;
using Vec2 = Eigen::Matrix<Real, 2, 1>;
using Vec3 = Eigen::Matrix<Real, 3, 1>;
using Mat2 = Eigen::Matrix<Real, 2, 2>;
using Mat3 = Eigen::Matrix<Real, 3, 3>;

inline constexpr Real kPi = 3.14159265358979323846;

}  // namespace pleat
