// Pairs on several ways of one step, against looking at all pairs.
#include <gtest/gtest.h>

#include <pleat/collision/brute_force.hpp>
#include <pleat/collision/cloth_search.hpp>

#include "tests/collision/random_mesh.hpp"

namespace pleat {
namespace {

using test::RandomMesh, test::expect_same, test::random_mesh, test::shake;

TEST(ClothSearch, FindsAllPairsOfEveryWay) {
    std::mt19937 random(1);
    Candidates own, both;
    int calls = 0, searches = 0;
    for (int scene = 0; scene < 300; ++scene) {
        RandomMesh cloth = random_mesh(random), solid = random_mesh(random);
        ClothSearch search(cloth.mesh.triangles);
        SweptMesh swept_solid(solid.mesh);
        for (int step = 0; step < 2; ++step) {
            shake(cloth, random, 0.05);
            shake(solid, random, 0.05);
            swept_solid.move(solid.sweep());
            const std::vector<Vec3> expected = cloth.end;
            for (const Real size : {0.0, 0.01, 0.3, 0.002}) {
                cloth.end = expected;
                for (Vec3& x : cloth.end) x += test::random_vector(random, size);
                const Real distance = size == 0.01 ? 0.005 : 0.02;
                search.within(cloth.sweep(), distance, own);
                expect_same(own, brute_force_within({cloth.mesh, cloth.sweep()}, distance));
                search.between(cloth.sweep(), swept_solid, distance, both);
                expect_same(both,
                            brute_force_between({cloth.mesh, cloth.sweep()}, {solid.mesh, solid.sweep()}, distance));
                calls += 2;
            }
        }
        searches += search.searches();
    }
    EXPECT_GT(searches, 3 * 2 * 300);  // some ways leave the room
    EXPECT_LT(searches, 4 * (calls + calls / 2) / 5);
}

TEST(ClothSearch, KeepsWhatItFoundFromStepToStepWhileClothHardlyMoves) {
    std::mt19937 random(3);
    RandomMesh cloth = random_mesh(random);
    ClothSearch search(cloth.mesh.triangles);
    Candidates found;
    for (int step = 0; step < 20; ++step) {
        cloth.start = cloth.end;
        for (Vec3& x : cloth.end) x += test::random_vector(random, 1e-4);
        search.within(cloth.sweep(), 0.05, found);
        expect_same(found, brute_force_within({cloth.mesh, cloth.sweep()}, 0.05));
    }
    EXPECT_LT(search.searches(), 4);
}

TEST(ClothSearch, LooksAgainWhenSolidsMovedOrMoreIsAskedFor) {
    std::mt19937 random(2);
    RandomMesh cloth = random_mesh(random), solid = random_mesh(random);
    ClothSearch search(cloth.mesh.triangles);
    SweptMesh swept_solid(solid.mesh);
    Candidates found;
    for (int move = 0; move < 3; ++move) {
        shake(solid, random, 0.5);
        swept_solid.move(solid.sweep());
        for (const Real distance : {0.01, 0.005, 0.3}) {
            search.between(cloth.sweep(), swept_solid, distance, found);
            expect_same(found, brute_force_between({cloth.mesh, cloth.sweep()}, {solid.mesh, solid.sweep()}, distance));
        }
        EXPECT_EQ(search.searches(), 2 * 2 * (move + 1));  // particles against triangles, and the rest
    }
}

}  // namespace
}  // namespace pleat
