// The number and the small vectors that everything is computed with.
#pragma once
#include <Eigen/Core>

namespace pleat {

using Real = double;
// DontAlign: else the layout of structs with these would depend on the instruction set that a program is compiled for,
// and a program could not use a library compiled for another. Three numbers are never aligned.
using Vec2 = Eigen::Matrix<Real, 2, 1, Eigen::DontAlign>;
using Mat2 = Eigen::Matrix<Real, 2, 2, Eigen::DontAlign>;
using Vec3 = Eigen::Matrix<Real, 3, 1>;
using Vec4 = Eigen::Matrix<Real, 4, 1, Eigen::DontAlign>;
using Mat3 = Eigen::Matrix<Real, 3, 3>;

inline constexpr Real kPi = 3.14159265358979323846;

}  // namespace pleat
