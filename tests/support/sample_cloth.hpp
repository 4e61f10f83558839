// Small cloths and random states for tests.
#pragma once
#include <random>
#include <vector>

#include <pleat/pleat.hpp>

namespace pleat::test {

/// A fabric whose constants are of one magnitude, so that no part hides another.
inline Fabric sample_fabric() {
    Fabric fabric;
    fabric.name = "sample";
    fabric.density = 0.2;
    fabric.stretch_warp = 300;
    fabric.stretch_weft = 200;
    fabric.stretch_damping = 3;
    fabric.shear = 80;
    fabric.shear_damping = 1;
    fabric.bend_warp = 2e-2;
    fabric.bend_weft = 1e-2;
    fabric.bend_damping = 2e-4;
    return fabric;
}

inline Model one_cloth(TriangleMesh mesh, const Fabric& fabric = sample_fabric()) {
    ClothSource source;
    source.mesh = std::move(mesh);
    source.fabric = fabric;
    return ModelBuilder().add(source).build();
}

inline Vec3 random_vector(std::mt19937& random, Real size) {
    std::uniform_real_distribution<Real> range(-size, size);
    const Real x = range(random);
    const Real y = range(random);
    const Real z = range(random);
    return {x, y, z};
}

inline std::vector<Vec3> random_vectors(std::mt19937& random, std::size_t count, Real size) {
    std::vector<Vec3> vectors(count);
    for (Vec3& v : vectors) v = random_vector(random, size);
    return vectors;
}

/// Positions of the model, each moved at random by up to `size`.
inline std::vector<Vec3> shaken_positions(const Model& model, std::mt19937& random, Real size) {
    std::vector<Vec3> x = model.positions;
    for (Vec3& p : x) p += random_vector(random, size);
    return x;
}

}  // namespace pleat::test
