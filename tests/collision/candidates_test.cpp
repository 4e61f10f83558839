// Candidates from trees against those from looking at all pairs, on more than a thousand random scenes.
#include <random>

#include <gtest/gtest.h>

#include <pleat/collision/brute_force.hpp>
#include <pleat/collision/candidates.hpp>
#include <pleat/collision/continuous.hpp>
#include <pleat/core/parallel.hpp>

#include "tests/collision/random_mesh.hpp"
#include "tests/support/count_allocations.hpp"

namespace pleat {
namespace {

constexpr int kScenes = 1200;

using test::RandomMesh, test::expect_same, test::random_mesh, test::shake;

TEST(Candidates, AreThoseOfBruteForceInEveryRandomScene) {
    std::mt19937 random(1);
    CandidateSearch search;
    Candidates own, both;
    std::size_t found = 0;
    for (int scene = 0; scene < kScenes; ++scene) {
        RandomMesh first = random_mesh(random), second = random_mesh(random);
        SweptMesh swept_first(first.mesh), swept_second(second.mesh);
        for (int step = 0; step < 2; ++step) {
            const Real distance = step == 0 ? 0 : 0.02;
            shake(first, random, 0.05);
            shake(second, random, scene % 3 == 0 ? 0 : 0.3);
            swept_first.move(first.sweep());
            swept_second.move(second.sweep());
            search.within(swept_first, distance, own);
            expect_same(own, brute_force_within({first.mesh, first.sweep()}, distance));
            search.between(swept_first, swept_second, distance, both);
            expect_same(both,
                        brute_force_between({first.mesh, first.sweep()}, {second.mesh, second.sweep()}, distance));
            found += own.vertex_face.size() + own.edge_edge.size() + both.face_vertex.size();
        }
    }
    EXPECT_GT(found, 100'000u);
}

TEST(Candidates, HoldEveryContact) {
    std::mt19937 random(2);
    CandidateSearch search;
    Candidates found;
    int contacts = 0;
    for (int scene = 0; scene < 20; ++scene) {
        RandomMesh moving = random_mesh(random);
        shake(moving, random, 0.3);
        SweptMesh swept(moving.mesh);
        swept.move(moving.sweep());
        search.within(swept, 0, found);
        for (const int p : moving.mesh.particles) {
            for (std::size_t t = 0; t < moving.mesh.triangles.size(); ++t) {
                const auto& [a, b, c] = moving.mesh.triangles[t];
                if (p == a || p == b || p == c) continue;
                const auto of = [&](const std::vector<Vec3>& x) -> std::array<Vec3, 4> {
                    const auto at = [&](int i) { return x[static_cast<std::size_t>(i)]; };
                    return {at(p), at(a), at(b), at(c)};
                };
                if (!first_contact(PairKind::vertex_face, {of(moving.start), of(moving.end)})) continue;
                ++contacts;
                EXPECT_TRUE(std::binary_search(found.vertex_face.begin(), found.vertex_face.end(),
                                               Candidate{p, static_cast<int>(t)}));
            }
        }
    }
    EXPECT_GT(contacts, 50);
}

TEST(Candidates, DoNotDependOnThreadsOrOnEarlierSteps) {
    std::mt19937 random(3);
    TriangleMesh grid = make_grid({Vec2(1, 1), {40, 40}});
    RandomMesh moving{make_collision_mesh(grid.triangles), grid.positions, grid.positions};
    SweptMesh old(moving.mesh);
    std::vector<Candidates> found(4);
    for (int step = 0; step < 3; ++step) {
        shake(moving, random, 0.05);
        old.move(moving.sweep());
    }
    for (const int threads : {1, 2, 3}) {
        Threads(threads).run([&] {
            SweptMesh fresh(moving.mesh);
            fresh.move(moving.sweep());
            CandidateSearch().within(fresh, 0.01, found[static_cast<std::size_t>(threads)]);
        });
    }
    CandidateSearch().within(old, 0.01, found[0]);
    for (std::size_t i = 1; i < 4; ++i) expect_same(found[i], found[0]);
    EXPECT_GT(found[0].vertex_face.size(), 1000u);
}

TEST(Candidates, AStepAllocatesNothingAfterTheFirst) {
    std::mt19937 random(4);
    RandomMesh moving = random_mesh(random);
    SweptMesh swept(moving.mesh);
    CandidateSearch search;
    Candidates found;
    Threads(1).run([&] {
        long before = 0;
        for (int step = 0; step < 3; ++step) {
            before = test::allocation_count();
            swept.move(moving.sweep());
            search.within(swept, 0.01, found);
        }
        EXPECT_EQ(test::allocation_count(), before);
    });
}

}  // namespace
}  // namespace pleat
