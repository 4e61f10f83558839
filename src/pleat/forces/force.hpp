// The interface of a force: it adds itself and its derivatives to a linear system, a whole cloth at a time.
#pragma once
#include <cstdint>
#include <memory>
#include <span>

#include <pleat/linear/block_matrix.hpp>
#include <pleat/model/contact.hpp>
#include <pleat/model/energy.hpp>
#include <pleat/model/model.hpp>
#include <pleat/model/scene.hpp>

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
    const Contacts* contacts = nullptr;  ///< of this step; null: none
};

/// Which derivative is wanted.
enum class Jacobian {
    positive,  ///< parts that could make the system indefinite are left out: what a solve needs
    exact,     ///< all that is known: for checking, and for vibration and stability
};

/// What forces add to. The lower half of the matrix collects -(position_weight df/dx + velocity_weight df/dv).
struct ForceSystem {
    std::span<Vec3> force;               ///< [N] every force adds itself
    BlockMatrix* matrix = nullptr;       ///< null: forces only
    Real position_weight = 0;            ///< an integrator's factor, for example h^2
    Real velocity_weight = 0;            ///< for example h
    std::span<const Vec3> displacement;  ///< [m] d, with the matrix only; empty: zero
    std::span<Vec3> stiffness_force;     ///< [N] collects (df/dx) d
    std::span<const Vec3> start;         ///< [m] positions before they were moved ahead; empty: they were not
    Jacobian jacobian = Jacobian::positive;
};

/// Where a step began and ended.
struct StepPath {
    const Model& model;
    std::span<const Vec3> before;              ///< [m]
    std::span<const Vec3> after;               ///< [m]
    Real dt;                                   ///< [s]
    std::span<const std::uint8_t> fixed = {};  ///< as in ForceInput
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
    /// Whether it depends on contacts; then it adds couplings to the matrix, and nothing else.
    virtual bool is_contact() const { return false; }

    /// Whether it changes as fast as cloth vibrates; then explicit methods look at it in every part of a step.
    virtual bool is_stiff() const { return false; }

    /// Adds the potential energy, if it has one.
    virtual void add_energies(const ForceInput&, Energies&) const {}

    /// Adds the power [W] with which it acts on the cloth from outside.
    virtual void add_power(const ForceInput&, EnergyFlows&) const {}
    /// Adds the energy [J] that its damping took in a step. It follows from how far each condition C really changed,
    /// k_d (dC)^2 / dt. The rate of C at either end would not do: cloth that turns has moved along its tangent there,
    /// which looks like stretching, and in stiff cloth like more energy than there is.
    virtual void add_damping(const StepPath&, EnergyFlows&) const {}
};

}  // namespace pleat
