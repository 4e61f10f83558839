// Of the position derivative of a damping force -k_d (dC/dx) C', Baraff & Witkin 1998 (section 4.5) keep
// -k_d (d2C/dx2) C' and leave out what would make the matrix unsymmetric. The kept part is the derivative of the force
// with C' frozen, and that is what differences are taken of here.
#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <pleat/forces/bend.hpp>
#include <pleat/forces/bend_math.hpp>
#include <pleat/forces/membrane_math.hpp>

#include "tests/support/check_force.hpp"
#include "tests/support/sample_cloth.hpp"

namespace pleat::test {
namespace {

constexpr int kStates = 1000;

TEST(Damping, OfStretchHasTheIntendedMatrix) {
    std::mt19937 random(1);
    const Condition<Real> damper{0.3, 0, 2.5};
    for (int state = 0; state < kStates; ++state) {
        const Vec3 w = random_vector(random, 1) + Vec3(1.2, 0, 0);
        const Vec3 rate = random_vector(random, 3);
        const Vec3 d = random_vector(random, 1);
        Vec3 force = Vec3::Zero();
        Mat3 stiffness = Mat3::Zero();
        Mat3 damping = Mat3::Zero();
        add_stretch<Real>(w, rate, 1, damper, false, 0, force, stiffness, damping);
        const Real frozen = damper.scale * damper.scale * damper.damping * w.normalized().dot(rate);
        const auto frozen_force = [&](Real t) -> Eigen::VectorXd { return -frozen * (w + t * d).normalized(); };
        const Vec3 expected = derivative(frozen_force, 1e-3);
        ASSERT_LE((-stiffness * d - expected).norm(), 1e-6 * (1e-3 + stiffness.norm()));
    }
}

TEST(Damping, OfShearHasTheIntendedMatrix) {
    std::mt19937 random(2);
    const Condition<Real> damper{0.3, 0, 2.5};
    for (int state = 0; state < kStates; ++state) {
        const Vec3 wu = random_vector(random, 1), wv = random_vector(random, 1);
        const Vec3 wu_rate = random_vector(random, 3), wv_rate = random_vector(random, 3);
        const Vec3 du = random_vector(random, 1), dv = random_vector(random, 1);
        MembraneResponse<Real> r;
        add_shear<Real>(wu, wv, wu_rate, wv_rate, damper, false, r);
        const Real frozen = damper.scale * damper.scale * damper.damping * (wu_rate.dot(wv) + wu.dot(wv_rate));
        const auto frozen_on_u = [&](Real t) -> Eigen::VectorXd { return -frozen * (wv + t * dv); };
        const auto frozen_on_v = [&](Real t) -> Eigen::VectorXd { return -frozen * (wu + t * du); };
        const Vec3 on_u = -(r.stiffness_uu * du + r.stiffness_uv * dv);
        const Vec3 on_v = -(r.stiffness_uv.transpose() * du + r.stiffness_vv * dv);
        ASSERT_LE((on_u - derivative(frozen_on_u, 1e-2)).norm(), 1e-6 * (1e-3 + std::abs(frozen)));
        ASSERT_LE((on_v - derivative(frozen_on_v, 1e-2)).norm(), 1e-6 * (1e-3 + std::abs(frozen)));
    }
}

TEST(Damping, OfBendHasTheIntendedMatrix) {
    std::mt19937 random(3);
    Fabric fabric = sample_fabric();
    fabric.bend_warp = fabric.bend_weft = 0;
    const Model model = one_cloth(make_grid({.size = {0.3, 0.2}, .cells = {1, 1}}), fabric);
    const ForceProbe probe(model, Scene{}, std::make_unique<Bend>(model, Scaling::paper));
    const std::array<int, 4>& p = model.hinges.at(0).particles;
    const auto gradient_at = [&](const std::vector<Vec3>& x) {
        const auto at = [&](std::size_t c) -> const Vec3& { return x[static_cast<std::size_t>(p[c])]; };
        const Vec3 edge = at(1) - at(0);
        const auto parts =
            hinge_gradient(HingeSide<Real>(edge, at(2) - at(0), 1), HingeSide<Real>(edge, at(3) - at(0), -1));
        Eigen::VectorXd gradient = Eigen::VectorXd::Zero(12);
        for (std::size_t c = 0; c < 4; ++c) gradient.segment<3>(3 * p[c]) = parts[c];
        return gradient;
    };
    for (int state = 0; state < kStates; ++state) {
        const std::vector<Vec3> x = shaken_positions(model, random, 0.04);
        const std::vector<Vec3> v = random_vectors(random, x.size(), 1);
        const std::vector<Vec3> d = random_vectors(random, x.size(), 0.2);
        const Real frozen = fabric.bend_damping * gradient_at(x).dot(flatten(v));
        const auto frozen_force = [&](Real t) -> Eigen::VectorXd { return -frozen * gradient_at(moved(x, d, t)); };
        const Eigen::MatrixXd matrix = probe.derivatives(x, v, Jacobian::exact, d).by_position;
        const Eigen::VectorXd expected = derivative(frozen_force, 1e-3);
        ASSERT_LE((matrix * flatten(d) - expected).norm(), 1e-6 * matrix.norm()) << "state " << state;
    }
}

}  // namespace
}  // namespace pleat::test
