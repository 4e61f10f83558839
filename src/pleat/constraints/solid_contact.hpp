// Contact of cloth with solids: Baraff & Witkin 1998, section 6, made safe.
//
// A particle at a surface is held along the normal, with the velocity that the surface has there, and brought to the
// solid's thickness in the same step. It sticks exactly when the force that stops it along the surface lies in the cone
// of friction; else it slides, and friction acts against it. When the surface would have to pull, it is let go. Corners
// and edges of solids push triangles and edges of cloth away by springs.
//
// A step begins with what was held, and with what would touch if nothing else acted. Its result is looked at: what
// crosses a surface on the way, by continuous collision, is added, and the step is solved again. So a step ends without
// a crossing, or it does not count.
#pragma once
#include <string>
#include <vector>

#include <pleat/collision/candidates.hpp>
#include <pleat/collision/solid_surfaces.hpp>
#include <pleat/constraints/constraint.hpp>
#include <pleat/model/contact.hpp>
#include <pleat/solvers/solver.hpp>

namespace pleat {

/// What the result of a solve says about contacts.
struct ContactReview {
    bool has_changed = false;  ///< the contacts were changed: it is worth solving again
    bool has_crossed = false;  ///< the result must not be used
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

    /// Looks at a result: learns the forces, changes between sticking and sliding, adds what crossed.
    ContactReview review(const ConstraintInput& in, const State& next, std::span<const ConstraintForce> forces,
                         SolidContacts& contacts);

    /// The contacts that hold on after the step, for its state.
    void keep(const SolidContacts& contacts, std::vector<ParticleContact>& kept) const;

    /// Adds the power of the force that holds a particle, and of friction on it; false if it has no contact.
    bool add_power(const ConstraintForce& held, const Vec3& velocity, const SolidContacts& contacts,
                   EnergyFlows& power) const;

    const SolidSurfaces& surfaces() const { return surfaces_; }

private:
    // How a path meets the surface: nearest places and what they ask for.
    struct Touch {
        Real gap;  // [m] from where it is to be; negative if too near
        int triangle;
        Vec3 weights;
        Vec3 normal;
        Vec3 approach;  // [m] before it touches
        bool has_crossed;
    };
    enum class Reach { thickness, crossing };

    void search(const ConstraintInput& in, std::span<const Vec3> end, Real distance);
    bool find_touch(const ConstraintInput& in, const Candidate& pair, const Vec3& end, Real distance,
                    Touch& touch) const;
    void collect_touches(const ConstraintInput& in, std::span<const Vec3> end, Reach reach, SolidContacts& contacts,
                         ContactReview& review);
    void add_touches(const ConstraintInput& in, int particle, SolidContacts& contacts, ContactReview& review);
    void collect_features(const ConstraintInput& in, std::span<const Vec3> end, Reach reach, SolidContacts& contacts,
                          ContactReview& review);
    ParticleContact make_contact(const ConstraintInput& in, int particle, const Touch& touch) const;
    void choose_friction(const ConstraintInput& in, const ParticleContact* before, ParticleContact& contact) const;
    bool review_friction(const ConstraintInput& in, const State& next, ParticleContact& contact,
                         const Vec3& force) const;
    const Solid& solid_at(const ConstraintInput& in, int triangle) const;
    std::string describe(const ConstraintInput& in, int particle, int vertex) const;

    SweptMesh cloth_;
    SolidSurfaces surfaces_;
    CandidateSearch search_;
    Candidates candidates_;
    std::vector<Vec3> predicted_;
    std::vector<Touch> touches_;
    std::vector<Vec3> force_of_;         // [N] by particle
    std::vector<FeatureContact> found_;  // by a review
};

}  // namespace pleat
