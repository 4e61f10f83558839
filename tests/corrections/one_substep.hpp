// A step of one substep, for tests of a single correction.
#pragma once
#include <utility>
#include <vector>

#include <pleat/corrections/correction.hpp>

#include "tests/support/sample_cloth.hpp"

namespace pleat::test {

/// Particles of a model that are about to be corrected.
struct OneSubstep {
    explicit OneSubstep(Model cloth) : model(std::move(cloth)) {
        now.position = now.velocity = model.positions;
        for (Vec3& v : now.velocity) v.setZero();
        now.acceleration = now.velocity;
        for (const Real mass : model.masses) inverse_masses.push_back(1 / mass);
        position = model.positions;
        reaction.assign(position.size(), Vec3::Zero());
        recoil = reaction;
    }

    CorrectionStep step() const { return {model, scene, now, dt, inverse_masses}; }

    void hold(const std::vector<int>& particles) {
        for (const int p : particles) inverse_masses[static_cast<std::size_t>(p)] = 0;
    }

    TableCost begin(Correction& correction) const { return correction.begin_step(step()); }

    /// Sweeps in the part of the step from `from` to `to`. Returns what the last sweep moved [m].
    Real sweep(Correction& correction, int sweeps = 1, Real from = 0, Real to = 1) {
        const CorrectionStep whole = step();
        const CorrectionInput in{whole, now.position, from, to};
        CorrectionWork work{position, reaction, recoil, given};
        correction.begin_substep(in, position);
        Real moved = 0;
        for (int k = 0; k < sweeps; ++k) moved = correction.sweep(in, work);
        given = work.given;
        return moved;
    }

    bool is_held(std::size_t p) const { return !(inverse_masses[p] > 0); }

    /// [kg m] That the free particles were given since they were at `before`.
    Vec3 impulse_since(const std::vector<Vec3>& before) const {
        Vec3 sum = Vec3::Zero();
        for (std::size_t p = 0; p < position.size(); ++p) {
            if (!is_held(p)) sum += (position[p] - before[p]) / inverse_masses[p];
        }
        return sum;
    }

    static Vec3 sum(const std::vector<Vec3>& vectors) {
        Vec3 total = Vec3::Zero();
        for (const Vec3& v : vectors) total += v;
        return total;
    }

    Real distance(int a, int b) const {
        return (position[static_cast<std::size_t>(a)] - position[static_cast<std::size_t>(b)]).norm();
    }

    Model model;
    Scene scene;
    State now;
    Real dt = 0.01;                    ///< [s]
    std::vector<Real> inverse_masses;  ///< [1/kg]
    std::vector<Vec3> position, reaction, recoil;
    Real given = 0;  ///< [J]
};

}  // namespace pleat::test
