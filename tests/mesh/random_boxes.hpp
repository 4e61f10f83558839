// Boxes here and there.
#pragma once
#include <random>
#include <vector>

#include <pleat/mesh/box.hpp>

#include "tests/support/sample_cloth.hpp"

namespace pleat::test {

inline std::vector<Box> random_boxes(std::mt19937& random, std::size_t count, Real size) {
    std::vector<Box> boxes(count);
    for (Box& box : boxes) {
        const Vec3 corner = random_vector(random, 1);
        box.add(corner);
        box.add(corner + random_vector(random, size));
    }
    return boxes;
}

}  // namespace pleat::test
