// Looks for pairs of the cloth with itself and with solids, several times in a step: on the way that is expected, and
// on those that solves and corrections then give, which differ little. Cloth at rest hardly moves from step to step.
//
// The trees are asked with some room around the boxes. As long as no particle leaves its room, all pairs of another way
// are among those found, and are picked by their own boxes.
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

    /// As CandidateSearch::within.
    void within(const Sweep& sweep, Real distance, Candidates& found);

    /// As CandidateSearch::between, of the cloth and solids.
    void between(const Sweep& sweep, const SweptMesh& solids, Real distance, Candidates& found);
    void between_vertices(const Sweep& sweep, const SweptMesh& solids, Real distance, std::vector<Candidate>& found);

    /// How often the trees were asked.
    int searches() const { return searches_; }

private:
    struct Kept {
        Candidates pairs;
        Real distance = -1;  // [m] besides the room; negative: there are none
    };

    void take(const Sweep& sweep);
    void take(const SweptMesh& solids);
    bool is_in_room(const Sweep& sweep) const;
    bool are_the_same(const SweptMesh& solids) const;
    template <class Overlap>
    void pick(std::span<const Candidate> pairs, Overlap&& overlaps, std::vector<Candidate>& found);

    SweptMesh cloth_;   // as it was when the trees were made
    SweptBoxes boxes_;  // on the way that is looked at
    CandidateSearch search_;
    Kept own_, vertices_, faces_;
    std::vector<Box> solid_boxes_;  // of the particles of solids then
    std::vector<std::array<int, 3>> solid_triangles_;
    Real room_ = -1;  // [m] around the boxes of particles; negative: there are none yet
    std::vector<std::vector<Candidate>> blocks_;
    int searches_ = 0;
};

}  // namespace pleat
