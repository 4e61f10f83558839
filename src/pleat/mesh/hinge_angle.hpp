// The angle between two triangles that share an edge.
#pragma once
#include <cmath>

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace pleat {

/// Angle in (-pi, pi] at the edge x0 x1 between the triangles with third corners x2 and x3; 0 is flat, and the winding
/// of the triangles does not matter. Baraff & Witkin 1998, section 4.3: sin = (n1 x n2) . e, cos = n1 . n2.
template <class Scalar>
Scalar hinge_angle(const Eigen::Matrix<Scalar, 3, 1>& x0, const Eigen::Matrix<Scalar, 3, 1>& x1,
                   const Eigen::Matrix<Scalar, 3, 1>& x2, const Eigen::Matrix<Scalar, 3, 1>& x3) {
    using Vector = Eigen::Matrix<Scalar, 3, 1>;
    const Vector e = x1 - x0;
    const Vector n1 = e.cross(x2 - x0);
    const Vector n2 = (x3 - x0).cross(e);
    const Scalar length = e.norm();
    if (length == 0) return 0;
    return std::atan2(n1.cross(n2).dot(e) / length, n1.dot(n2));
}

}  // namespace pleat
