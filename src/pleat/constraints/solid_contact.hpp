// Contact of cloth with solids: Baraff & Witkin 1998, section 6, made safe.
//
// A particle at a surface is held along the normal, with the velocity that the surface has there, and brought to the
// solid's thickness by a change of place in the same step. It sticks exactly when the force that would stop it along the
// surface lies in the cone of friction; else it slides, and friction acts against it. When the surface would have to
// pull, it is let go. Corners and edges of solids push triangles and edges of cloth away by springs.
//
// A step begins with what was held, and with what would touch if it went on as before. Its result is looked at: what
// would cross a surface, by continuous collision, is added, what was held in vain is dropped, and the step is solved
// again. Whether a particle sticks is decided once, at the start of a step, by the forces of the step before.
#pragma once
#include <string>
#include <vector>

#include <pleat/collision/candidates.hpp>
#include <pleat/collision/solid_features.hpp>
#include <pleat/collision/solid_surfaces.hpp>
#include <pleat/collision/solid_touches.hpp>
#include <pleat/constraints/constraint.hpp>
#include <pleat/solvers/solver.hpp>

namespace pleat {

/// What the result of a solve says about contacts.
struct ContactReview {
    bool has_changed = false;  ///< the contacts were changed: it is worth solving again
    bool has_crossed = false;  ///< the result must not be used as it is
    std::string crossing;      ///< who crossed what, in words
};

/// Finds and keeps the contacts of a step.
class SolidContact {
public:
    explicit SolidContact(const Model& model);

    /// Contacts to begin the step with.
    void begin(const ConstraintInput& in, SolidContacts& contacts);

    /// Adds the directions that contacts hold.
    void hold(const ConstraintInput& in, const SolidContacts& contacts, HeldParticles& held) const;

    /// Looks at a result: learns the forces, drops what need not be held, adds what crossed.
    ContactReview review(const ConstraintInput& in, const State& next, std::span<const ConstraintForce> forces,
                         SolidContacts& contacts);

    /// Writes what holds on after the step to `next`, and adds the energy that contacts took or gave.
    void finish(const ConstraintInput& in, const SolidContacts& contacts, std::span<const ConstraintForce> forces,
                State& next, EnergyFlows& flows) const;

    const SolidSurfaces& surfaces() const { return surfaces_; }

private:
    enum class Reach { thickness, crossing };

    void predict(const ConstraintInput& in);
    void search(const ConstraintInput& in, std::span<const Vec3> end, Real distance);
    void collect_touches(const ConstraintInput& in, std::span<const Vec3> end, Reach reach, SolidContacts& contacts,
                         ContactReview& review);
    void add_touches(const ConstraintInput& in, int particle, SolidContacts& contacts, ContactReview& review);
    void collect_features(const ConstraintInput& in, std::span<const Vec3> end, Reach reach, SolidContacts& contacts,
                          ContactReview& review);
    ParticleContact make_contact(const ConstraintInput& in, int particle, const Touch& touch) const;
    void add_work(const ConstraintInput& in, const ConstraintForce& held, const Vec3& carried, const State& next,
                  EnergyFlows& flows) const;
    void learn_forces(std::span<const ConstraintForce> forces, SolidContacts& contacts);
    bool is_face_on(const Touch& touch) const;
    const Solid& solid_at(const ConstraintInput& in, int triangle) const;
    std::string describe(const ConstraintInput& in, int particle, int vertex) const;

    SweptMesh cloth_;
    SolidSurfaces surfaces_;
    CandidateSearch search_;
    Candidates candidates_;
    std::vector<Vec3> predicted_;
    std::vector<Touch> touches_;
    std::vector<Vec3> force_of_;  // [N] by particle
};

}  // namespace pleat
