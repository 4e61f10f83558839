// The referee of CandidateSearch: looks at all pairs.
#pragma once
#include <pleat/collision/candidates.hpp>

namespace pleat {

/// A mesh and where it goes.
struct MovingMesh {
    const CollisionMesh& mesh;
    Sweep sweep;
};

/// As CandidateSearch::within.
Candidates brute_force_within(const MovingMesh& moving, Real distance);

/// As CandidateSearch::between.
Candidates brute_force_between(const MovingMesh& first, const MovingMesh& second, Real distance);

}  // namespace pleat
