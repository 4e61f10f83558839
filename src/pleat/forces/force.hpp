// The interface of a force: it adds itself and its derivatives to a linear system, a whole cloth at a time.
#pragma once
#include <cstdint>
#include <memory>
#include <span>

#include <pleat/linear/block_matrix.hpp>
#include <pleat/model/model.hpp>
#include <pleat/model/scene.hpp>
#include <pleat/sim/frame_stats.hpp>

namespace pleat {

/// Where and when forces are evaluated.
struct ForceInput {
    const Model& model;
    const Scene& scene;
    Real time;                       ///< [s]
    std::span<const Vec3> position;  ///< [m]
    std::span<const Vec3> velocity;  ///< [m/s]
    /// Per particle 1 if it is held in all directions in this step, else 0; empty: none is.
    std::span<const std::uint8_t> fixed = {};
};

/// Which derivative is wanted.
enum class Jacobian {
    positive,  ///< parts that could make the system indefinite are left out: what a solve needs
    exact,     ///< all that is known: for checking, and for vibration and stability
};

/// What forces add to. The matrix collects -(position_weight df/dx + velocity_weight df/dv).
struct ForceSystem {
    std::span<Vec3> force;               ///< [N] every force adds itself
    BlockMatrix* matrix = nullptr;       ///< null: forces only
    Real position_weight = 0;            ///< an integrator's factor, for example h^2
    Real velocity_weight = 0;            ///< for example h
    std::span<const Vec3> displacement;  ///< [m] d, with the matrix only
    std::span<Vec3> stiffness_force;     ///< [N] collects (df/dx) d
    Real lead = 0;                       ///< [s] positions were moved ahead by this times their velocity
    Jacobian jacobian = Jacobian::positive;
};

/// A force on the particles. Its tables come from the model; it keeps nothing else.
class Force {
public:
    virtual ~Force() = default;

    /// Names the particles that act on each other.
    virtual void couple(BlockPattern::Builder&) const {}
    /// Called once with the finished pattern, before `add` with a matrix.
    virtual void bind(const BlockPattern&) {}

    virtual void add(const ForceInput& in, ForceSystem& out) const = 0;

    /// Adds the potential energy, if it has one.
    virtual void add_energies(const ForceInput&, Energies&) const {}
};

}  // namespace pleat
