// Whether moving parts of meshes touch, by exact integer arithmetic: the truth that continuous collision is held to.
//
// Contact is the origin in a triangle w1 w2 w3 whose corners, differences of positions, are linear in time; of two
// edges it is the origin in one of the two halves of a parallelogram. The origin is in the triangle's plane at the
// roots of a cubic, det(w1, w2, w3), and then it is in the triangle if and only if the cross products w1 x w2, w2 x w3
// and w3 x w1, all parallel, do not point in opposite directions; if all three are zero, everything is on a line, and
// it is in the triangle if two of the w are not on the same side. So the signs of a few polynomials at a root of
// another one decide. If the cubic is zero throughout, the first contact is at the beginning or at a root of one of
// those. Roots are isolated by halving; that a polynomial is zero at a root of another is decided by their greatest
// common divisor.
#pragma once
#include <array>

#include <pleat/collision/continuous.hpp>

namespace pleat::validation {

/// Four particles that move along straight lines from one place with integer coordinates to another.
struct IntegerMotion {
    static constexpr int kLargest = 1024;  ///< coordinate

    std::array<std::array<int, 3>, 4> start{};
    std::array<std::array<int, 3>, 4> end{};

    PairMotion to_real() const;
};

/// Whether there is a time in [0, 1] at which they touch.
bool touches(PairKind kind, const IntegerMotion& motion);

}  // namespace pleat::validation
