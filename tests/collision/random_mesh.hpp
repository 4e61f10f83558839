// Meshes that move at random, for searches that are compared with looking at all pairs.
#pragma once
#include <random>

#include <gtest/gtest.h>

#include <pleat/collision/candidates.hpp>
#include <pleat/mesh/grid.hpp>

#include "tests/support/sample_cloth.hpp"

namespace pleat::test {

// A crumpled grid, or triangles that have nothing to do with each other.
struct RandomMesh {
    CollisionMesh mesh;
    std::vector<Vec3> start, end;

    Sweep sweep() const { return {start, end}; }
};

inline RandomMesh random_mesh(std::mt19937& random) {
    RandomMesh result;
    if (random() % 2 == 0) {
        TriangleMesh grid = make_grid({Vec2(1, 1), {1 + static_cast<int>(random() % 8), 4}});
        result.start = std::move(grid.positions);
        result.mesh = make_collision_mesh(grid.triangles);
    } else {
        const int count = 1 + static_cast<int>(random() % 40);
        std::vector<std::array<int, 3>> triangles;
        for (int i = 0; i < count; ++i) triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
        result.start = random_vectors(random, 3 * static_cast<std::size_t>(count), 0.2);
        for (std::size_t i = 0; i < result.start.size(); i += 3) {
            const Vec3 place = random_vector(random, 1);
            for (std::size_t k = 0; k < 3; ++k) result.start[i + k] += place;
        }
        result.mesh = make_collision_mesh(triangles);
    }
    for (Vec3& x : result.start) x += random_vector(random, 0.1);
    result.end = result.start;
    return result;
}

inline void shake(RandomMesh& mesh, std::mt19937& random, Real size) {
    mesh.start = mesh.end;
    for (Vec3& x : mesh.end) x += random_vector(random, size);
}

inline void expect_same(const Candidates& found, const Candidates& expected) {
    EXPECT_EQ(found.vertex_face, expected.vertex_face);
    EXPECT_EQ(found.face_vertex, expected.face_vertex);
    EXPECT_EQ(found.edge_edge, expected.edge_edge);
}

}  // namespace pleat::test
