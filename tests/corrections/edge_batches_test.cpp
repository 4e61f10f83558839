// Ordered edges that are corrected together: what they do is what the list does one by one.
#include <set>

#include <gtest/gtest.h>

#include <pleat/core/index.hpp>
#include <pleat/corrections/directional_edges.hpp>

#include "tests/corrections/one_substep.hpp"

namespace pleat::test {
namespace {

OrderSettings visits(int limit) {
    OrderSettings settings;
    settings.visit_limit = limit;
    return settings;
}

Model sheet() { return one_cloth(make_grid({.size = {1, 1}, .cells = {20, 20}})); }

std::vector<int> top_corners(const Model& model) {
    const auto& groups = model.cloths[0].groups;
    return {groups.at("top-left").front(), groups.at("top-right").front()};
}

// One edge of the list after the other, by the plain formula.
void correct_plainly(OneSubstep& sub, const std::vector<OrderedEdge>& list, bool as_printed) {
    for (const auto& [first, second, rest, kind] : list) {
        const Vec3 apart = sub.position[at(second)] - sub.position[at(first)];
        const Real length = apart.norm();
        if (sub.is_held(at(second)) || length == 0 || (!as_printed && length <= rest)) continue;
        const Vec3 change = (rest / length - 1) * apart;
        sub.position[at(second)] += change;
        const Vec3 impulse = change / sub.inverse_masses[at(second)];
        if (sub.is_held(at(first)))
            sub.reaction[at(first)] -= impulse;
        else if (!as_printed)
            sub.recoil[at(first)] -= impulse;
    }
}

TEST(EdgeBatches, DoWhatTheListDoesOneByOne) {
    for (const int limit : {1, 2, 5}) {
        for (const bool as_printed : {true, false}) {
            OneSubstep sub(sheet());
            const std::vector<int> held = top_corners(sub.model);
            sub.hold(held);
            std::mt19937 random(6);
            sub.position = shaken_positions(sub.model, random, 0.03);
            OneSubstep plain = sub;
            const auto list = CorrectionOrder(sub.model, visits(limit)).list(held);
            correct_plainly(plain, list, as_printed);
            DirectionalEdges edges(sub.model, visits(limit), {}, as_printed);
            sub.begin(edges);
            sub.sweep(edges);
            for (std::size_t p = 0; p < sub.position.size(); ++p) {
                EXPECT_LT((sub.position[p] - plain.position[p]).norm(), 1e-13);
                EXPECT_LT((sub.recoil[p] - plain.recoil[p]).norm(), 1e-15);
                EXPECT_LT((sub.reaction[p] - plain.reaction[p]).norm(), 1e-15);
            }
        }
    }
}

TEST(EdgeBatches, HoldEachEdgeOnceAndNoneThatWaitsForAnother) {
    const Model model = sheet();
    const auto list = CorrectionOrder(model, visits(1)).list(top_corners(model));
    std::size_t count = 0;
    const auto batches = make_batches(list, model.particle_count());
    for (const EdgeBatch& batch : batches) {
        std::set<int> moved, read;
        for (std::size_t lane = 0; lane < at(batch.count); ++lane) {
            moved.insert(batch.second[lane]);
            read.insert(batch.first[lane]);
            ++count;
        }
        EXPECT_EQ(moved.size(), at(batch.count));
        for (const int p : read) EXPECT_EQ(moved.count(p), 0u);
    }
    EXPECT_EQ(count, list.size());
    EXPECT_LT(batches.size(), list.size() / 4) << "most are full";
}

}  // namespace
}  // namespace pleat::test
