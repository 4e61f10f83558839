// The interface of a constraint: it limits what the linear solve may do with a particle.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <pleat/model/model.hpp>
#include <pleat/model/scene.hpp>
#include <pleat/model/state.hpp>

namespace pleat {

/// Along `direction`, the particle is to be displaced by this much at the end of the step.
struct HeldDirection {
    Vec3 direction = Vec3::Zero();  ///< unit
    Real displacement = 0;          ///< [m] from its position now
    Real velocity = 0;              ///< [m/s] that it is to have then
    Real acceleration = 0;          ///< [m/s^2] that it is to have then
    bool is_altered = false;        ///< the displacement is a change of place beside the velocity (y of large steps)
};

/// The held directions of one particle; at most three, orthonormal.
struct HeldParticle {
    int particle;
    int count = 0;
    std::array<HeldDirection, 3> held;
    std::optional<Vec3> place;  ///< [m] where it ends, to the bit; none: where the directions lead
};

/// All particles held in this step, from all constraints. A particle is listed once.
class HeldParticles {
public:
    void reset(int particle_count);
    /// Directions that are already held keep what they have; of the new one only what is orthogonal to them is held.
    void hold(int particle, const HeldDirection& held);
    /// Holds all three axes, of which the displacements lead to `place` [m], and has the particle end there to the bit.
    /// False if something holds it along some direction already; then `place` does not count.
    bool hold_at(int particle, const Vec3& place, const std::array<HeldDirection, 3>& axes);
    /// The same for a contact: the particle does not count as fixed, since contacts come and go.
    void touch(int particle, const HeldDirection& held);
    std::span<const HeldParticle> list() const { return list_; }
    /// Puts who is held at a place there: integrators leave it off by rounding.
    void put_in_place(std::span<Vec3> position) const;
    /// Says that the particle was gripped or let go: its acceleration so far tells nothing about this step.
    void note_jump(int particle) { jumped_.push_back(particle); }
    std::span<const int> jumped() const { return jumped_; }
    /// Per particle 1 if it is held in all directions, not counting contacts, else 0.
    std::span<const std::uint8_t> fixed() const { return is_fixed_; }

private:
    bool add(int particle, const HeldDirection& held, Real least);

    std::vector<int> slot_of_;  // index into list_, or -1
    std::vector<std::uint8_t> is_fixed_;
    std::vector<HeldParticle> list_;
    std::vector<int> jumped_;
};

/// What a constraint may look at.
struct ConstraintInput {
    const Model& model;
    const Scene& scene;
    const State& now;
    Real dt;  ///< [s]
};

/// A constraint on particles.
class Constraint {
public:
    virtual ~Constraint() = default;

    /// Adds the directions to hold in this step; may prepare what `next` remembers.
    virtual void apply(const ConstraintInput& in, State& next, HeldParticles& held) = 0;

    /// Largest distance [m] of a held particle in `next` from where it is to be.
    virtual Real error(const ConstraintInput& in, const State& next) const = 0;
};

}  // namespace pleat
