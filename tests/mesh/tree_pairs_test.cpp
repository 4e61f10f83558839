// Two trees gone down at once, against all pairs of boxes.
#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include <pleat/mesh/tree_pairs.hpp>

#include "tests/mesh/random_boxes.hpp"

namespace pleat {
namespace {

using Pairs = std::vector<std::pair<int, int>>;

Pairs found_pairs(const BoxTree& first, const BoxTree& second, Real reach) {
    const TreePairs pairs(first, second, reach);
    std::vector<TreePairs::Parts> parts;
    pairs.begin(parts);
    Pairs found;
    while (!parts.empty()) {
        const TreePairs::Parts last = parts.back();
        parts.pop_back();
        pairs.open(last, parts, [&](int i, int j) { found.emplace_back(i, j); });
    }
    return found;
}

bool are_near(const Box& a, const Box& b, Real reach) {
    return std::max((a.low - b.high).maxCoeff(), (b.low - a.high).maxCoeff()) <= reach;
}

std::size_t size_of_round(int round) { return static_cast<std::size_t>(round < 12 ? round : 40 * (round - 10)); }

TEST(TreePairs, AreThoseOfAllPairsOfTwoTrees) {
    std::mt19937 random(1);
    for (int round = 0; round < 24; ++round) {
        const Real reach = round % 3 * 0.05;
        const auto a = test::random_boxes(random, size_of_round(round), 0.1);
        const auto b = test::random_boxes(random, size_of_round(23 - round), 0.2);
        BoxTree first, second;
        first.update(a);
        second.update(b);
        Pairs expected;
        for (std::size_t i = 0; i < a.size(); ++i) {
            for (std::size_t j = 0; j < b.size(); ++j) {
                if (are_near(a[i], b[j], reach)) expected.emplace_back(i, j);
            }
        }
        Pairs found = found_pairs(first, second, reach);
        std::sort(found.begin(), found.end());
        EXPECT_EQ(found, expected) << round;
    }
}

TEST(TreePairs, OfOneTreeAreFoundOnce) {
    std::mt19937 random(2);
    for (int round = 0; round < 24; ++round) {
        const Real reach = round % 3 * 0.05;
        const auto boxes = test::random_boxes(random, size_of_round(round), 0.1);
        BoxTree tree;
        tree.update(boxes);
        Pairs expected;
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            for (std::size_t j = i + 1; j < boxes.size(); ++j) {
                if (are_near(boxes[i], boxes[j], reach)) expected.emplace_back(i, j);
            }
        }
        Pairs found = found_pairs(tree, tree, reach);
        for (auto& [i, j] : found) {
            if (i > j) std::swap(i, j);
        }
        std::sort(found.begin(), found.end());
        EXPECT_EQ(found, expected) << round;
    }
}

}  // namespace
}  // namespace pleat
