// Trees of boxes against all boxes.
#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include <pleat/core/parallel.hpp>
#include <pleat/mesh/box_tree.hpp>

#include "tests/mesh/random_boxes.hpp"

namespace pleat {
namespace {

using test::random_boxes;

std::vector<int> overlaps(const BoxTree& tree, const Box& box) {
    std::vector<int> found;
    tree.find_overlaps(box, found);
    std::sort(found.begin(), found.end());
    return found;
}

void expect_finds_all(const BoxTree& tree, const std::vector<Box>& boxes, const Box& query) {
    std::vector<int> expected;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        if (overlap(boxes[i], query)) expected.push_back(static_cast<int>(i));
    }
    EXPECT_EQ(overlaps(tree, query), expected);
}

TEST(BoxTree, FindsWhatLookingAtAllFinds) {
    std::mt19937 random(1);
    BoxTree tree;
    for (const std::size_t count : {0u, 1u, 2u, 4u, 5u, 9u, 100u, 1000u}) {
        for (int round = 0; round < 20; ++round) {
            const auto boxes = random_boxes(random, count, round % 2 == 0 ? 0.02 : 0.5);
            tree.update(boxes);
            for (const Box& query : random_boxes(random, 10, 0.3)) expect_finds_all(tree, boxes, query);
        }
    }
}

TEST(BoxTree, BoxesThatTouchOverlap) {
    BoxTree tree;
    const std::vector<Box> boxes(6, {Vec3(0, 0, 0), Vec3(1, 1, 1)});
    tree.update(boxes);
    EXPECT_EQ(overlaps(tree, {Vec3(1, 1, 1), Vec3(2, 2, 2)}).size(), 6u);
    EXPECT_TRUE(overlaps(tree, {Vec3(1.0001, 1, 1), Vec3(2, 2, 2)}).empty());
}

TEST(BoxTree, IsKeptUntilBuildingPays) {
    std::mt19937 random(2);
    auto boxes = random_boxes(random, 500, 0.05);
    BoxTree tree;
    tree.update(boxes);
    for (Box& box : boxes) {
        box.low += Vec3::Constant(0.1);
        box.high += Vec3::Constant(0.1);
    }
    tree.update(boxes);
    EXPECT_EQ(tree.builds(), 1) << "everything moved together";
    std::shuffle(boxes.begin(), boxes.end(), random);
    tree.update(boxes);
    EXPECT_EQ(tree.builds(), 2) << "neighbours have parted";
    expect_finds_all(tree, boxes, {Vec3::Constant(-0.2), Vec3::Constant(0.2)});
}

TEST(BoxTree, GrownBoxesLoseNothingToRounding) {
    const Box box{Vec3::Constant(1e6), Vec3::Constant(1e6)};
    EXPECT_LT(box.grown(1e-12).low.x(), 1e6);
    EXPECT_GT(box.grown(1e-12).high.x(), 1e6);
    EXPECT_EQ(box.grown(0).low, box.low);
}

}  // namespace
}  // namespace pleat
