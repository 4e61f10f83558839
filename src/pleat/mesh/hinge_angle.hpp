// The angle between two triangles that share an edge.
#pragma once
#include <cmath>

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace pleat {

/// Cosine and sine, both times the lengths of the normals, of the angle at the edge x0 x1 between the triangles with
/// third corners x2 and x3; the angle is 0 if they are flat, and the winding of the triangles does not matter. Baraff &
/// Witkin 1998, section 4.3: sin = (n1 x n2) . e / |e|, which is -|e| (x2 - x0) . n2, and cos = n1 . n2.
template <class Scalar>
Eigen::Matrix<Scalar, 2, 1> hinge_direction(const Eigen::Matrix<Scalar, 3, 1>& x0,
                                            const Eigen::Matrix<Scalar, 3, 1>& x1,
                                            const Eigen::Matrix<Scalar, 3, 1>& x2,
                                            const Eigen::Matrix<Scalar, 3, 1>& x3) {
    using Vector = Eigen::Matrix<Scalar, 3, 1>;
    const Vector e = x1 - x0;
    const Vector a = x2 - x0;
    const Vector n2 = (x3 - x0).cross(e);
    return {e.cross(a).dot(n2), -e.norm() * a.dot(n2)};
}

/// That angle, in (-pi, pi]; 0 where a triangle has no area.
template <class Scalar>
Scalar hinge_angle(const Eigen::Matrix<Scalar, 3, 1>& x0, const Eigen::Matrix<Scalar, 3, 1>& x1,
                   const Eigen::Matrix<Scalar, 3, 1>& x2, const Eigen::Matrix<Scalar, 3, 1>& x3) {
    const Eigen::Matrix<Scalar, 2, 1> direction = hinge_direction<Scalar>(x0, x1, x2, x3);
    return std::atan2(direction[1], direction[0]);
}

}  // namespace pleat
