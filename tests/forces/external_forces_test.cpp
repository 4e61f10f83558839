// Gravity, drag and wind.
#include <cmath>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <pleat/forces/air_drag.hpp>
#include <pleat/forces/gravity.hpp>

#include "tests/support/check_force.hpp"
#include "tests/support/sample_cloth.hpp"

namespace pleat::test {
namespace {

Vec3 total(const Eigen::VectorXd& f) {
    Vec3 sum = Vec3::Zero();
    for (Eigen::Index i = 0; i < f.size(); i += 3) sum += f.segment<3>(i);
    return sum;
}

TEST(Gravity, IsWeightAndMinusTheGradientOfItsEnergy) {
    std::mt19937 random(1);
    const Model model = one_cloth(make_grid({.size = {0.5, 0.4}, .cells = {4, 3}}));
    Scene scene;
    scene.gravity = {0.3, -9, 1};
    const ForceProbe probe(model, scene, std::make_unique<Gravity>());
    const std::vector<Vec3> x = shaken_positions(model, random, 0.1);
    const std::vector<Vec3> v(x.size(), Vec3::Zero());
    EXPECT_LE((total(probe.force(x, v)) - 0.5 * 0.4 * 0.2 * scene.gravity).norm(), 1e-14);
    const std::vector<Vec3> d = random_vectors(random, x.size(), 1);
    const auto energy = [&](Real t) { return Eigen::VectorXd::Constant(1, probe.energy(moved(x, d, t))); };
    EXPECT_NEAR(derivative(energy, 1e-2)[0], -probe.force(x, v).dot(flatten(d)), 1e-12);
}

TEST(AirDrag, OfAFlatSheetIsTheTextbookDrag) {
    const Model model = one_cloth(make_grid({.size = {0.5, 0.4}, .cells = {4, 3}, .facing = Facing::level}));
    Scene scene;
    const ForceProbe probe(model, scene, std::make_unique<AirDrag>(model));
    const std::vector<Vec3> v(model.positions.size(), Vec3(7, -3, 2));
    const Vec3 expected(0, 0.5 * scene.air_density * 0.5 * 0.4 * 3 * 3, 0);
    EXPECT_LE((total(probe.force(model.positions, v)) - expected).norm(), 1e-12);
}

TEST(AirDrag, DependsOnVelocityRelativeToTheWindOnly) {
    std::mt19937 random(2);
    const Model model = one_cloth(make_grid({.size = {0.5, 0.4}, .cells = {4, 3}}));
    const std::vector<Vec3> x = shaken_positions(model, random, 0.05);
    const std::vector<Vec3> v = random_vectors(random, x.size(), 1);
    const Vec3 wind(3, 1, -2);
    Scene still, windy;
    windy.wind.velocity = wind;
    const std::vector<Vec3> faster = moved(v, std::vector<Vec3>(v.size(), wind), 1);
    const Eigen::VectorXd a = ForceProbe(model, still, std::make_unique<AirDrag>(model)).force(x, v);
    const Eigen::VectorXd b = ForceProbe(model, windy, std::make_unique<AirDrag>(model)).force(x, faster);
    EXPECT_LE((a - b).norm(), 1e-12);
}

TEST(AirDrag, HasTheMatrixOfItsDerivativesByVelocityAndOnlyTakesEnergy) {
    for (unsigned seed = 0; seed < 1000; ++seed) {
        std::mt19937 random(seed);
        const Model model = one_cloth(make_grid({.size = {0.5, 0.4}, .cells = {1, 1}}));
        const Scene scene;
        const ForceProbe probe(model, scene, std::make_unique<AirDrag>(model));
        const std::vector<Vec3> x = shaken_positions(model, random, 0.2);
        const std::vector<Vec3> v = random_vectors(random, x.size(), 5);
        const std::vector<Vec3> d = random_vectors(random, x.size(), 1);
        const DenseForce dense = probe.derivatives(x, v, Jacobian::positive, d);
        const auto force = [&](Real t) { return probe.force(x, moved(v, d, t)); };
        // |r| r has a kink in its second derivative where r changes sign: the step stays small.
        const Eigen::VectorXd expected = dense.by_velocity * flatten(d);
        ASSERT_LE((derivative(force, 1e-5) - expected).norm(), 1e-6 * (1e-3 + dense.by_velocity.norm()));
        ASSERT_LE(dense.force.dot(flatten(v)), 0) << "drag must not add energy";
        const Eigen::MatrixXd system = -dense.by_velocity;
        ASSERT_LE((system - system.transpose()).norm(), 1e-15);
        ASSERT_GE(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(system).eigenvalues().minCoeff(), -1e-15);
    }
}

TEST(Wind, GustsHaveTheirMeanTheirStrengthAndTravelDownwind) {
    Wind wind;
    wind.velocity = {4, 0, 0};
    wind.gust = 0.3;
    wind.turbulence = 0.1;
    Vec3 mean = Vec3::Zero();
    Real along = 0;
    const int samples = 200000;
    for (int i = 0; i < samples; ++i) {
        const Vec3 w = wind.at(Vec3::Zero(), 0.01 * i);
        mean += w / samples;
        along += (w.x() - 4) * (w.x() - 4) / samples;
    }
    EXPECT_LE((mean - wind.velocity).norm(), 0.02);
    EXPECT_NEAR(std::sqrt(along) / 4, 0.3, 0.005);
    EXPECT_LE((wind.at({2, 0, 0}, 1.5) - wind.at({0, 0, 0}, 1.0)).norm(), 1e-12)
        << "2 m downwind is half a second later";
    Wind other = wind;
    other.seed = 2;
    EXPECT_GT((other.at({0, 0, 0}, 1) - wind.at({0, 0, 0}, 1)).norm(), 1e-3);
}

}  // namespace
}  // namespace pleat::test
