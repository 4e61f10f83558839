// The constraints on particles as the linear solve sees them: S, z of Baraff & Witkin 1998, section 5.
#pragma once
#include <span>
#include <vector>

#include <pleat/linear/padded_vector.hpp>

namespace pleat {

/// One constrained particle.
struct FilteredParticle {
    int particle;
    Mat3 allowed;  ///< S: projects onto the directions in which the solve may change the particle's unknown
    Vec3 change;   ///< z: the prescribed part of the unknown, along the forbidden directions
};

/// All constrained particles, each at most once, in any order.
struct ParticleFilter {
    std::vector<FilteredParticle> particles;

    /// values_i = S_i values_i
    void apply(std::span<Vec4> values) const {
        for (const FilteredParticle& f : particles) {
            Vec4& value = values[static_cast<std::size_t>(f.particle)];
            value.head<3>() = (f.allowed * value.head<3>()).eval();
        }
    }
    /// The same, as exact as the values are.
    void apply(std::span<Vec4f> values) const {
        for (const FilteredParticle& f : particles) {
            Vec4f& value = values[static_cast<std::size_t>(f.particle)];
            value.head<3>() = (f.allowed * value.head<3>().cast<Real>()).cast<float>().eval();
        }
    }
    /// Makes `values` agree with the constraints: values_i = S_i values_i + z_i
    void impose(std::span<Vec3> values) const {
        for (const FilteredParticle& f : particles) {
            Vec3& value = values[static_cast<std::size_t>(f.particle)];
            value = f.allowed * value + f.change;
        }
    }
};

}  // namespace pleat
