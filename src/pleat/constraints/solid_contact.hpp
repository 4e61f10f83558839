// Contact of cloth with solids: Baraff & Witkin 1998, section 6, made safe.
//
// A particle at a surface is held along the normal, with the velocity that the surface has there, and brought to the
// solid's thickness by a change of place in the same step. It sticks while the force that stops it along the surface
// lies in the cone of friction (forces/friction_math.hpp); else it slides, and friction acts against it. When the
// surface would have to pull, it is let go. Corners and edges of solids push triangles and edges of cloth away by
// springs.
//
// A step begins with what was held, and with what would touch if it went on as before. Its result is looked at: what
// would cross a surface, by continuous collision, is added, what was held in vain is dropped, friction that was taken
// for something else is changed, and the step is solved again. What then still crosses is up to
// corrections/no_crossing.
#pragma once
#include <memory>
#include <vector>

#include <pleat/collision/cloth_search.hpp>
#include <pleat/collision/inside.hpp>
#include <pleat/collision/solid_features.hpp>
#include <pleat/collision/solid_surfaces.hpp>
#include <pleat/collision/solid_touches.hpp>
#include <pleat/constraints/constraint.hpp>
#include <pleat/solvers/solver.hpp>

namespace pleat {

/// Finds and keeps the contacts of a step.
class SolidContact {
public:
    SolidContact(const Model& model, std::shared_ptr<ClothSearch> search);

    /// Contacts to begin the step with.
    void begin(const ConstraintInput& in, Contacts& contacts);

    /// Adds the directions that contacts hold.
    void hold(const ConstraintInput& in, const Contacts& contacts, HeldParticles& held) const;

    /// Learns with which forces the contacts push, from those that a solve needs to hold particles.
    void learn_forces(std::span<const ConstraintForce> forces, Contacts& contacts);

    /// Looks at a result whose forces are known: drops what need not be held, adds what crossed. True if the contacts
    /// were changed so that it is worth solving again; then they do not belong to this result any more.
    bool review(const ConstraintInput& in, const State& next, Contacts& contacts);

    /// Drops new contacts of particles that have other cloth between them and the solid, which keeps them from it.
    void leave_to_cloth(Contacts& contacts);

    /// Writes what holds on after the step to `next`, and adds the energy that contacts took or gave. The forces are
    /// those on the held particles, in their order.
    void finish(const ConstraintInput& in, const Contacts& contacts, const HeldParticles& held,
                std::span<const ConstraintForce> forces, State& next, EnergyFlows& flows);

    /// Particles that are inside solids at the start of a simulation, in increasing order. Steps bring them out.
    std::vector<int> find_inside(const Scene& scene, const State& state);

    /// Per particle 1 if it was inside a solid at the start of the step; empty if none was.
    std::span<const std::uint8_t> inside() const { return is_inside_; }

    const SolidSurfaces& surfaces() const { return surfaces_; }

private:
    enum class Reach { thickness, crossing };

    // These are true if they added some.
    bool collect_touches(const ConstraintInput& in, std::span<const Vec3> end, Reach reach, Contacts& contacts);
    bool add_touches(const ConstraintInput& in, int particle, Contacts& contacts);
    bool collect_features(const ConstraintInput& in, std::span<const Vec3> end, Reach reach, Contacts& contacts);
    ParticleContact make_contact(const ConstraintInput& in, int particle, const Touch& touch) const;
    FeatureContact make_contact(const ConstraintInput& in, const Solid& solid, const FeatureTouch& touch) const;
    void add_work(const ConstraintInput& in, const HeldParticle& held, const Vec3& force, const Vec3& carried,
                  const State& next, EnergyFlows& flows) const;
    void bring_out(const ConstraintInput& in, Contacts& contacts);
    bool is_inside(int particle) const {
        return !is_inside_.empty() && is_inside_[static_cast<std::size_t>(particle)] != 0;
    }
    bool is_face_on(const Touch& touch) const;
    const Solid& solid_at(const ConstraintInput& in, int triangle) const;

    std::shared_ptr<ClothSearch> search_;
    SolidSurfaces surfaces_;
    Candidates candidates_;
    InsideTest inside_test_;
    std::vector<std::uint8_t> is_inside_;
    std::vector<Vec3> predicted_;
    std::vector<Touch> touches_;
    std::vector<int> behind_;     // particles with cloth before a solid
    std::vector<Vec3> force_of_;  // [N] by particle
};

}  // namespace pleat
