// Arcs: their geometry in closed form, force against energy, matrix against force, and the bending energy of a sheet.
#include <cmath>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <pleat/forces/buckling.hpp>

#include "tests/support/check_force.hpp"
#include "tests/support/sample_cloth.hpp"

namespace pleat::test {
namespace {

TEST(Buckling, FindsTheArcOfAChord) {
    for (Real angle = 0.001; angle < 3.14; angle += 0.01) {
        EXPECT_NEAR(half_angle_of_arc(std::sin(angle) / angle), angle, 1e-9) << angle;
    }
    EXPECT_EQ(half_angle_of_arc(1), 0);
    EXPECT_NEAR(half_angle_of_arc(0), M_PI, 1e-12);
}

BucklingSpan sample_span() {
    BucklingSpan span{0.1, 2e-5, 30, 0, 0};
    span.join();
    return span;
}

TEST(Buckling, HasTheDerivativesOfItsEnergy) {
    const BucklingSpan span = sample_span();
    ASSERT_GT(span.linear, 0);
    ASSERT_LT(span.linear, 0.01);
    for (Real share = 0.02; share < 0.999; share += 0.01) {
        const Real chord = share * span.length, h = 1e-7;
        if (std::abs(span.length - chord - span.linear) < 2 * h) continue;
        const Real by_energy = (span.energy(chord + h) - span.energy(chord - h)) / (2 * h);
        const Real by_tension = (span.tension(chord + h) - span.tension(chord - h)) / (2 * h);
        EXPECT_NEAR(span.tension(chord), by_energy, 1e-6 * std::abs(by_energy)) << share;
        EXPECT_NEAR(span.slope(chord), by_tension, 1e-5 * std::abs(by_tension)) << share;
        EXPECT_GT(span.slope(chord), 0) << share;
    }
    const Real joint = span.length - span.linear;
    EXPECT_NEAR(span.tension(joint - 1e-9), span.tension(joint + 1e-9), 1e-5 * std::abs(span.tension(joint)));
    EXPECT_EQ(span.tension(span.length), 0);
    EXPECT_EQ(span.energy(1.1 * span.length), 0);
}

class AnyArcs : public ::testing::TestWithParam<bool> {
protected:
    static TriangleMesh mesh() {
        return GetParam() ? make_grid({{0.5, 0.4}, {5, 4}}) : make_disc({0.2, 2, Facing::upright});
    }
};

TEST_P(AnyArcs, PullWithMinusTheGradientOfTheirEnergy) {
    Fabric fabric = sample_fabric();
    fabric.bend_damping = 0;
    const Model model = one_cloth(mesh(), fabric);
    const Scene scene;
    Real worst = 0;
    for (unsigned seed = 0; seed < 100; ++seed) {
        std::mt19937 random(seed);
        const std::vector<Vec3> x = shaken_positions(model, random, 0.04);
        const std::vector<Vec3> v = random_vectors(random, x.size(), 0.5), d = random_vectors(random, x.size(), 0.1);
        const ForceProbe probe(model, scene, std::make_unique<Buckling>(model, BucklingSettings{}));
        const auto energy_along = [&](Real t) { return Eigen::VectorXd::Constant(1, probe.energy(moved(x, d, t))); };
        const Eigen::VectorXd f = probe.force(x, v);
        // Where an arc becomes straight its force has a corner.
        const Real error = std::abs(central_difference(energy_along, 1e-5)[0] + f.dot(flatten(d)));
        worst = std::max(worst, error / (f.norm() * flatten(d).norm()));
    }
    EXPECT_LE(worst, 1e-5);
}

TEST_P(AnyArcs, HaveTheMatrixOfTheirDerivativesAndKeepItPositive) {
    const Model model = one_cloth(mesh());
    const Scene scene;
    std::vector<Real> errors;
    for (unsigned seed = 0; seed < 100; ++seed) {
        std::mt19937 random(seed);
        const std::vector<Vec3> x = shaken_positions(model, random, 0.04);
        const std::vector<Vec3> v(x.size(), Vec3::Zero()), d = random_vectors(random, x.size(), 0.1);
        const ForceProbe probe(model, scene, std::make_unique<Buckling>(model, BucklingSettings{}));
        const auto force_along = [&](Real t) { return probe.force(moved(x, d, t), v); };
        const DenseForce dense = probe.derivatives(x, v, Jacobian::exact, d);
        const Real scale = dense.by_position.norm() * flatten(d).norm();
        errors.push_back((central_difference(force_along, 1e-6) - dense.by_position * flatten(d)).norm() / scale);
        const Eigen::MatrixXd system = -probe.derivatives(x, v, Jacobian::positive, d).by_position;
        const Real lowest = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(system).eigenvalues().minCoeff();
        ASSERT_GE(lowest, -1e-10 * system.norm()) << "state " << seed;
    }
    // In a few states some arc has just its corner there.
    std::sort(errors.begin(), errors.end());
    EXPECT_LE(errors[90], 1e-6);
}

INSTANTIATE_TEST_SUITE_P(Meshes, AnyArcs, ::testing::Values(true, false),
                         [](const auto& which) { return which.param ? "grid" : "disc"; });

// Bent to a cylinder about any axis, inside of a large sheet: B k^2 / 2 for each area.
TEST(Buckling, HasTheBendingEnergyOfTheFabricInAllDirections) {
    Fabric fabric = sample_fabric();
    fabric.bend_warp = fabric.bend_weft = 1e-4;
    fabric.stretch_warp = fabric.stretch_weft = 1e9;  // so that arcs begin at once
    const Real size = 0.5, curvature = 0.5;
    const Model model = one_cloth(make_grid({{size, size}, {40, 40}}), fabric);
    const Scene scene;
    for (const Real degrees : {0.0, 22.5, 45.0, 70.0, 90.0}) {
        const Real angle = degrees * M_PI / 180;
        const Vec2 across(std::cos(angle), std::sin(angle));
        std::vector<Vec3> x(model.positions.size());
        for (const Triangle& triangle : model.triangles) {
            for (std::size_t c = 0; c < 3; ++c) {
                const Real s = across.dot(triangle.uv[c]);
                const Vec2 rest = triangle.uv[c] - s * across;
                const Real turned = curvature * s;
                x[static_cast<std::size_t>(triangle.particles[c])] =
                    Vec3(rest.x(), rest.y(), 0) + std::sin(turned) / curvature * Vec3(across.x(), across.y(), 0) +
                    (1 - std::cos(turned)) / curvature * Vec3::UnitZ();
            }
        }
        const ForceProbe probe(model, scene, std::make_unique<Buckling>(model, BucklingSettings{}));
        const Real expected = 0.5 * 1e-4 * curvature * curvature * size * size;
        EXPECT_NEAR(probe.energy(x) / expected, 1, 0.12) << degrees << " degrees";
    }
}

}  // namespace
}  // namespace pleat::test
