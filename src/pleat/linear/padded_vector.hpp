// What the linear solve keeps of each particle: three numbers and a fourth, 0, so that all are read, added and written
// at once.
#pragma once
#include <pleat/core/real.hpp>

namespace pleat {

// DontAlign as in core/real.hpp.
using Vec4f = Eigen::Matrix<float, 4, 1, Eigen::DontAlign>;
/// Three columns.
using Mat43f = Eigen::Matrix<float, 4, 3, Eigen::DontAlign>;

inline Vec4 padded(const Vec3& v) { return {v.x(), v.y(), v.z(), 0}; }
inline Mat43f padded(const Mat3& m) {
    Mat43f wide = Mat43f::Zero();
    wide.topRows<3>() = m.cast<float>();
    return wide;
}

}  // namespace pleat
