// Looks for pairs of the cloth with itself and with solids, several times in a step: on the way that is expected, and
// on those that solves and corrections then give, which differ little.
//
// The trees are asked once, with some room around the boxes. As long as no particle leaves its room, all pairs of
// another way are among those found, and are picked by their own boxes.
#pragma once
#include <span>
#include <vector>

#include <pleat/collision/candidates.hpp>

namespace pleat {

/// Finds what CandidateSearch finds, to the pair, sooner.
class ClothSearch {
public:
    explicit ClothSearch(std::span<const std::array<int, 3>> triangles);

    const CollisionMesh& mesh() const { return cloth_.mesh(); }

    /// As CandidateSearch::within. What is found on the way to another end may be kept for the same start.
    void within(const Sweep& sweep, Real distance, Candidates& found);

    /// As CandidateSearch::between, of the cloth and solids.
    void between(const Sweep& sweep, const SweptMesh& solids, Real distance, Candidates& found);

    /// How often the trees were asked.
    int searches() const { return searches_; }

private:
    struct Kept {
        Candidates pairs;
        Real distance = -1;  // [m] besides the room; negative: there are none
    };

    void take(const Sweep& sweep);
    bool is_in_room(const Sweep& sweep) const;
    bool are_the_same(const SweptMesh& solids) const;
    template <class Overlap>
    void pick(std::span<const Candidate> pairs, Overlap&& overlaps, std::vector<Candidate>& found);

    SweptMesh cloth_;   // as it was when the trees were last asked
    SweptBoxes boxes_;  // on the way that is looked at
    CandidateSearch search_;
    Kept own_, with_solids_;
    std::vector<Vec3> start_;       // [m] of what is kept
    std::vector<Box> solid_boxes_;  // of the particles of solids then
    std::vector<std::array<int, 3>> solid_triangles_;
    Real room_ = 0;  // [m] around the boxes of particles
    std::vector<std::vector<Candidate>> blocks_;
    int searches_ = 0;
};

}  // namespace pleat
