// What a contact adds to the matrix of a step: blocks that are not in its pattern, for pairs of particles that happen
// to meet.
#pragma once
#include <array>
#include <span>

#include <pleat/core/real.hpp>
#include <pleat/linear/padded_vector.hpp>

namespace pleat {

/// Adds weights_i weights_j block to the block of every two of its particles.
struct Coupling {
    std::array<int, 5> particles{-1, -1, -1, -1, -1};  ///< the last ones may be -1
    std::array<Real, 5> weights{};
    Mat3 block = Mat3::Zero();  ///< symmetric, positive semidefinite

    /// Calls `body(particle, weight)` for each particle.
    template <class Body>
    void for_each(Body&& body) const {
        for (std::size_t i = 0; i < 5 && particles[i] >= 0; ++i) {
            body(static_cast<std::size_t>(particles[i]), weights[i]);
        }
    }
};

/// Adds `factor` times the product of the couplings with x to y; returns x times what was added.
template <class X, class Y>
Real add_product(std::span<const Coupling> couplings, std::span<const X> x, std::span<Y> y, Real factor = 1) {
    Real sum = 0;
    for (const Coupling& coupling : couplings) {
        Vec3 place = Vec3::Zero();
        coupling.for_each([&](std::size_t i, Real w) { place += w * x[i].template head<3>().template cast<Real>(); });
        const Vec3 product = factor * (coupling.block * place);
        coupling.for_each([&](std::size_t i, Real w) { y[i].template head<3>() += w * product; });
        sum += place.dot(product);
    }
    return sum;
}

}  // namespace pleat
