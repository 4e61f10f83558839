// Contact of cloth with cloth: Baraff & Witkin 1998, section 6, with friction that can hold still.
//
// Pairs of a particle and a triangle, or of two edges, that are nearer than the thickness of the cloth at the start of
// a step, or that would meet if everything went on as before or as solved first, get stiff damped springs across them,
// to the side that they are on at the start: nothing crosses there. Another spring along the surface gives way beyond
// the limit of friction and remembers its strain. What then still crosses is up to corrections/no_crossing.
//
// The springs follow forces/pressing_math, by its tangent where a pair is at the start, or where it would come too
// near. Pairs a little farther apart than their distance have theirs as well, since what rests hovers there. Friction
// is limited by the push that the pair had at the end of the last step, damping included, and by that law at the start
// of this one. The law alone is not enough: layers that the fail-safe has squeezed part slowly, held back by their
// dampers, and seem to be pressed by a hundred times their weight. The push where the step is linearised is worse.
// Where pairs beside each other push and pull, friction knows of what is left; a new pair knows of no more than its
// neighbours push with.
//
// Cloth that crosses itself from the start has no right side there, and gets no springs. Where its edges go through
// triangles, dampers drive the smaller part back to where it came from (collision/crossing_curves). They are part of
// the step's equation, like springs: cloth moves as it can move easily, and nothing is stretched.
#pragma once
#include <memory>
#include <vector>

#include <pleat/collision/cloth_search.hpp>
#include <pleat/collision/crossing_curves.hpp>
#include <pleat/constraints/constraint.hpp>
#include <pleat/forces/pressing_math.hpp>

namespace pleat {

/// Finds and keeps the contacts of a step.
class ClothContact {
public:
    ClothContact(const Model& model, std::shared_ptr<ClothSearch> search);

    /// Where the cloth crosses itself, in a state that may.
    void find_tangled(State& state);

    /// Contacts of the step.
    void begin(const ConstraintInput& in, Contacts& contacts);

    /// Whether pairs would cross in the step to `next` whose springs did not act: they do in the next solve.
    bool review(const ConstraintInput& in, const State& next, Contacts& contacts);

    /// Writes what holds on after the step to `next`, and adds the energy that contacts took or gave.
    void finish(const ConstraintInput& in, const Contacts& contacts, State& next, EnergyFlows& flows);

    /// Per particle 1 if the cloth crossed itself there at the start of the step; empty if it did nowhere.
    std::span<const std::uint8_t> tangled() const { return is_tangled_; }

    /// [m] The least distance that contacts keep anywhere.
    Real least_distance() const { return least_distance_; }

private:
    // Pairs that are near or would meet, or only those that the fail-safe would have to stop.
    enum class Reach { near, crossing };
    // The step that is looked at.
    struct Way {
        const ConstraintInput& in;
        std::span<const Vec3> end;  // [m]
        Reach reach;
    };
    // [N] What pairs push a particle with.
    struct PushedSide {
        Real sum = 0, pushes = 0;  // with and without those that pull
    };
    struct PushedSides {
        Vec3 direction = Vec3::Zero();  // of the first push
        PushedSide first, second;       // along it, and against it
    };

    void find_contacts(const Way& way, std::vector<FeatureContact>& contacts);
    void judge(const Way& way, bool is_edges, std::span<const Candidate> pairs, std::vector<FeatureContact>& contacts);
    void drive_apart(const ConstraintInput& in, Contacts& contacts);
    void learn_pushes(const State& now);
    Real known_push(const FeatureContact& contact) const;
    void share_pulls(const Contacts& contacts, const State& next, std::vector<FeatureGrip>& grips);
    PushedSide& side_of(const FeatureContact& contact, std::size_t i);
    bool find_contact(const Way& way, FeatureContact& contact) const;
    bool press_on(const ConstraintInput& in, const State& next, std::span<FeatureContact> contacts) const;
    bool did_act(const ConstraintInput& in, const FeatureContact& contact) const;
    Pressing law_of(const Model& model, const FeatureContact& contact, Real gap) const;
    Real distance_of(const FeatureContact& contact) const;

    std::shared_ptr<ClothSearch> search_;
    Candidates candidates_;
    EdgeCrossings crossings_;
    std::vector<EdgeCrossing> found_crossings_;
    CrossingCurves curves_;
    std::vector<Vec3> ways_out_;
    std::vector<std::vector<FeatureContact>> blocks_;  // found by each block of a loop
    std::vector<Vec3> predicted_;
    std::vector<FeatureContact> crossing_;
    std::vector<std::uint8_t> is_tangled_;
    std::vector<Real> distances_;  // [m] that each particle keeps from others like it
    std::vector<Real> frictions_;  // coefficient at each particle
    std::vector<Real> pushed_;     // [N] at most, each particle in the last step; kUnknown if it was not
    std::vector<PushedSides> sides_;
    Real largest_distance_ = 0, least_distance_ = 0;
};

}  // namespace pleat
