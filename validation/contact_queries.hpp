// Random motions for continuous collision, half of them degenerate, judged by exact arithmetic.
#pragma once
#include <random>
#include <vector>

#include "validation/exact_contact.hpp"

namespace pleat::validation {

/// Any motion, with coordinates of some size.
IntegerMotion random_motion(std::mt19937_64& random);

/// One that is coplanar, collinear, at rest, without area or length, with repeated or touching particles.
IntegerMotion degenerate_motion(PairKind kind, std::mt19937_64& random);

/// How continuous collision did.
struct ContactScore {
    long queries = 0;
    long contacts = 0;
    long missed = 0;                 ///< contacts that were not found: there must be none
    long too_many = 0;               ///< found where there is none
    long reordered = 0;              ///< queries whose answer changed with the order of particles: there must be none
    std::vector<float> nanoseconds;  ///< of each query, in increasing order

    Real median() const { return nanoseconds.empty() ? 0 : nanoseconds[nanoseconds.size() / 2]; }
};

/// Asks `count` queries, every second one degenerate, on all threads. The same for any number of threads, but for the
/// time.
ContactScore score_contacts(PairKind kind, long count);

}  // namespace pleat::validation
