// A spring between two particles, by Hooke's law, with a damper along it.
#pragma once
#include <cmath>

#include <pleat/core/real.hpp>

namespace pleat {

/// Its constants.
struct SpringConstants {
    Real rest_length;  ///< [m]
    Real stiffness;    ///< [N/m]
    Real damping;      ///< [N s/m]
};

/// What a spring does with its ends apart by some vector, from the first to the second. Two ends in one place have no
/// direction, and it does nothing.
struct SpringForce {
    SpringForce(const SpringConstants& spring, const Vec3& apart, const Vec3& velocity_apart) {
        length = apart.norm();
        if (!(length > 0)) return;
        direction = apart / length;
        tension = spring.stiffness * (length - spring.rest_length) + spring.damping * direction.dot(velocity_apart);
    }

    /// [N/m] Derivative of the force on the second end by its place, with the sign changed; of the elastic part. What
    /// is not along the spring counts only where it is stretched, if it is to be positive.
    Mat3 stiffness_matrix(const SpringConstants& spring, bool only_positive) const {
        if (!(length > 0)) return Mat3::Zero();
        const Mat3 along = direction * direction.transpose();
        Real across = 1 - spring.rest_length / length;
        if (only_positive && across < 0) across = 0;
        return spring.stiffness * (along + across * (Mat3::Identity() - along));
    }

    Real length = 0;                ///< [m]
    Vec3 direction = Vec3::Zero();  ///< unit
    Real tension = 0;               ///< [N] with which it draws its ends together
};

}  // namespace pleat
