// Pairs of particles that come near, against all pairs there are.
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include <pleat/collision/particle_search.hpp>
#include <pleat/core/index.hpp>
#include <pleat/core/parallel.hpp>

#include "tests/support/sample_cloth.hpp"

namespace pleat::test {
namespace {

using Pair = ParticleSearch::Pair;

TEST(ParticleSearch, FindsExactlyThePairsThatLookingAtAllFinds) {
    std::mt19937 random(7);
    for (const int cells : {2, 6, 11}) {
        const Model model = one_cloth(make_grid({.size = {1, 1}, .cells = {cells, cells}}));
        std::vector<Pair> neighbours;
        for (const Edge& edge : model.edges) neighbours.push_back(edge.particles);
        const std::set<Pair> excluded = [&] {
            std::set<Pair> pairs;
            for (const auto& [a, b] : neighbours) pairs.insert({std::min(a, b), std::max(a, b)});
            return pairs;
        }();
        ParticleSearch search(model, neighbours);
        std::size_t most = 0;
        // Its tree is refitted from one place to the next.
        for (const Real size : {0.1, 1.0, 0.3, 10.0}) {
            const std::vector<Vec3> x = random_vectors(random, model.positions.size(), size);
            std::vector<Real> reach(x.size());
            for (std::size_t p = 0; p < x.size(); ++p) reach[p] = 0.1 + 0.2 * static_cast<Real>(p % 3);
            std::vector<Pair> expected, found;
            for (int a = 0; a < model.particle_count(); ++a) {
                for (int b = a + 1; b < model.particle_count(); ++b) {
                    const bool is_near = (x[at(a)] - x[at(b)]).norm() <= std::min(reach[at(a)], reach[at(b)]);
                    if (is_near && !excluded.contains({a, b})) expected.push_back({a, b});
                }
            }
            for (const int threads : {1, 3}) {
                Threads(threads).run([&] { search.find(x, reach, found); });
                EXPECT_EQ(found, expected) << cells << " cells, " << size << ", " << threads << " threads";
            }
            most = std::max(most, expected.size());
        }
        EXPECT_GT(most, 5u);
    }
}

}  // namespace
}  // namespace pleat::test
