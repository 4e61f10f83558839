// Stretch, shear and bend: force against energy, matrix against force, and what every internal force must respect, on
// 1,000 random states each, folded hinges and slivers among them.
#include <cmath>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <pleat/forces/bend.hpp>
#include <pleat/forces/membrane.hpp>
#include <pleat/forces/plate_bend.hpp>

#include "tests/support/check_force.hpp"
#include "tests/support/sample_cloth.hpp"

namespace pleat::test {
namespace {

enum class Kind { stretch, shear, bend, plate };

// Which part of the fabric acts, and how it is scaled.
struct Case {
    const char* name;
    Kind kind;
    Scaling scaling;
    bool is_damped;
};

// Two triangles, or eight where neighbours of neighbours matter, whose rest shape may be a sliver, in a random state
// that may be folded.
struct Sample {
    Model model;
    std::vector<Vec3> x, v, d;
};

Fabric fabric_for(const Case& which) {
    Fabric fabric = sample_fabric();
    if (which.kind != Kind::stretch) fabric.stretch_warp = fabric.stretch_weft = fabric.stretch_damping = 0;
    if (which.kind != Kind::shear) fabric.shear = fabric.shear_damping = 0;
    const bool bends = which.kind == Kind::bend || which.kind == Kind::plate;
    fabric.bend_poisson = 0.2;
    if (!bends) fabric.bend_warp = fabric.bend_weft = fabric.bend_damping = 0;
    if (!which.is_damped) fabric.stretch_damping = fabric.shear_damping = fabric.bend_damping = 0;
    return fabric;
}

std::unique_ptr<Force> make_force(const Case& which, const Model& model) {
    if (which.kind == Kind::bend) return std::make_unique<Bend>(model, which.scaling);
    if (which.kind == Kind::plate) return std::make_unique<PlateBend>(model);
    return std::make_unique<Membrane>(model, which.scaling);
}

Sample make_sample(const Case& which, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<Real> unit(0, 1);
    GridShape shape;
    const int cells = which.kind == Kind::plate ? 2 : 1;
    shape.cells = {cells, cells};
    const bool is_sliver = seed % 4 == 1;
    shape.size = is_sliver ? Vec2(0.3, 0.004) : Vec2(0.3, 0.2 + 0.2 * unit(random));
    TriangleMesh mesh = make_grid(shape);
    // Turn the weave against the triangles.
    const Real turn = 2 * kPi * unit(random);
    const Eigen::Rotation2D<Real> rotation(turn);
    for (auto& corners : mesh.uv) {
        for (Vec2& uv : corners) uv = rotation * uv;
    }
    Sample sample{one_cloth(mesh, fabric_for(which)), {}, {}, {}};
    const Real smallest = shape.size.minCoeff() / cells;
    sample.x = shaken_positions(sample.model, random, 0.2 * smallest);
    if (seed % 4 >= 2) {  // fold one triangle over, nearly flat onto the other or far past upright
        const Hinge& hinge = sample.model.hinges.at(0);
        const auto at = [&](std::size_t c) -> Vec3& { return sample.x[static_cast<std::size_t>(hinge.particles[c])]; };
        const Vec3 axis = (at(1) - at(0)).normalized();
        const Real angle = (seed % 4 == 2 ? 2.9 : -1.5) * unit(random);
        at(3) = at(0) + Eigen::AngleAxis<Real>(angle, axis) * Vec3(at(3) - at(0));
    }
    sample.v = random_vectors(random, sample.x.size(), 0.5);
    sample.d = random_vectors(random, sample.x.size(), smallest);
    return sample;
}

class InternalForce : public ::testing::TestWithParam<Case> {};
class ElasticForce : public InternalForce {};
class DampedForce : public InternalForce {};

constexpr unsigned kStates = 1000;

TEST_P(ElasticForce, IsMinusTheGradientOfItsEnergy) {
    Real worst = 0;
    for (unsigned seed = 0; seed < kStates; ++seed) {
        const Sample s = make_sample(GetParam(), seed);
        const ForceProbe probe(s.model, Scene{}, make_force(GetParam(), s.model));
        const auto energy_along = [&](Real t) {
            return Eigen::VectorXd::Constant(1, probe.energy(moved(s.x, s.d, t)));
        };
        const Eigen::VectorXd f = probe.force(s.x, s.v);
        const Real expected = -f.dot(flatten(s.d));
        const Real scale = f.norm() * flatten(s.d).norm() + 1e-12;
        worst = std::max(worst, std::abs(derivative(energy_along, 1e-3)[0] - expected) / scale);
    }
    EXPECT_LE(worst, 1e-7);
}

TEST_P(ElasticForce, HasTheMatrixOfItsDerivativesByPosition) {
    Real worst = 0;
    for (unsigned seed = 0; seed < kStates; ++seed) {
        const Sample s = make_sample(GetParam(), seed);
        const ForceProbe probe(s.model, Scene{}, make_force(GetParam(), s.model));
        const auto force_along = [&](Real t) { return probe.force(moved(s.x, s.d, t), s.v); };
        const DenseForce dense = probe.derivatives(s.x, s.v, Jacobian::exact, s.d);
        const Real scale = dense.by_position.norm() * flatten(s.d).norm();
        const Eigen::VectorXd expected = dense.by_position * flatten(s.d);
        worst = std::max(worst, (derivative(force_along, 1e-3) - expected).norm() / scale);
        worst = std::max(worst, (dense.along - expected).norm() / scale);
        EXPECT_LE((dense.by_position - dense.by_position.transpose()).norm(), 1e-11 * dense.by_position.norm());
    }
    EXPECT_LE(worst, 1e-6);
}

TEST_P(ElasticForce, DifferencesConvergeWithSlopeTwo) {
    Real slopes = 0;
    int counted = 0;
    for (unsigned seed = 0; seed < 100; seed += 4) {
        const Sample s = make_sample(GetParam(), seed);
        const ForceProbe probe(s.model, Scene{}, make_force(GetParam(), s.model));
        const auto force_along = [&](Real t) { return probe.force(moved(s.x, s.d, t), s.v); };
        const Eigen::VectorXd exact = probe.derivatives(s.x, s.v, Jacobian::exact, s.d).by_position * flatten(s.d);
        const Real coarse = (central_difference(force_along, 4e-3) - exact).norm();
        const Real fine = (central_difference(force_along, 2e-3) - exact).norm();
        if (coarse < 1e-6 * exact.norm()) continue;  // nothing left to see but rounding
        slopes += std::log2(coarse / fine);
        ++counted;
    }
    ASSERT_GT(counted, 10);
    EXPECT_NEAR(slopes / counted, 2, 0.05);
}

TEST_P(DampedForce, HasTheMatrixOfItsDerivativesByVelocity) {
    Real worst = 0;
    for (unsigned seed = 0; seed < kStates; ++seed) {
        const Sample s = make_sample(GetParam(), seed);
        const ForceProbe probe(s.model, Scene{}, make_force(GetParam(), s.model));
        const DenseForce dense = probe.derivatives(s.x, s.v, Jacobian::exact, s.d);
        const auto force_along = [&](Real t) { return probe.force(s.x, moved(s.v, s.d, t)); };
        const Eigen::VectorXd by_v = dense.by_velocity * flatten(s.d);
        const Real scale = dense.by_velocity.norm() * flatten(s.d).norm();
        worst = std::max(worst, (derivative(force_along, 1e-1) - by_v).norm() / scale);
        EXPECT_LE((dense.by_velocity - dense.by_velocity.transpose()).norm(), 1e-11 * dense.by_velocity.norm());
        EXPECT_LE((dense.by_position - dense.by_position.transpose()).norm(), 1e-11 * dense.by_position.norm());
    }
    EXPECT_LE(worst, 1e-7);
}

TEST_P(InternalForce, KeepsTheSystemPositiveSemidefinite) {
    for (unsigned seed = 0; seed < kStates; ++seed) {
        const Sample s = make_sample(GetParam(), seed);
        const ForceProbe probe(s.model, Scene{}, make_force(GetParam(), s.model));
        const DenseForce dense = probe.derivatives(s.x, s.v, Jacobian::positive, s.d);
        const Eigen::MatrixXd system = -dense.by_position;
        const Real lowest = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(system).eigenvalues().minCoeff();
        ASSERT_GE(lowest, -1e-10 * system.norm()) << "state " << seed;
    }
}

TEST_P(InternalForce, HasNoNetForceOrTorque) {
    for (unsigned seed = 0; seed < kStates; ++seed) {
        const Sample s = make_sample(GetParam(), seed);
        const ForceProbe probe(s.model, Scene{}, make_force(GetParam(), s.model));
        const Eigen::VectorXd f = probe.force(s.x, s.v);
        Vec3 force = Vec3::Zero();
        Vec3 torque = Vec3::Zero();
        for (std::size_t i = 0; i < s.x.size(); ++i) {
            const Vec3 fi = f.segment<3>(static_cast<Eigen::Index>(3 * i));
            force += fi;
            torque += s.x[i].cross(fi);
        }
        ASSERT_LE(force.norm(), 1e-12 * (1 + f.norm())) << "state " << seed;
        ASSERT_LE(torque.norm(), 1e-12 * (1 + f.norm())) << "state " << seed;
    }
}

TEST_P(InternalForce, IsZeroUnderRigidMotion) {
    for (unsigned seed = 0; seed < 100; ++seed) {
        const Sample s = make_sample(GetParam(), seed);
        const ForceProbe probe(s.model, Scene{}, make_force(GetParam(), s.model));
        std::mt19937 random(seed);
        const Mat3 rotation =
            Eigen::AngleAxis<Real>(3 * random_vector(random, 1).x(), random_vector(random, 1).normalized()).matrix();
        const Vec3 shift = random_vector(random, 2);
        const Vec3 spin = random_vector(random, 5);
        std::vector<Vec3> x(s.x.size()), v(s.x.size());
        for (std::size_t i = 0; i < x.size(); ++i) {
            x[i] = rotation * s.model.positions[i] + shift;
            v[i] = shift + spin.cross(x[i]);
        }
        // Rounding of a length is 1e-16 m; the stiffest response to it is the membrane's matrix.
        const Real stiffest = probe.derivatives(x, v, Jacobian::exact, s.d).by_position.norm() +
                              probe.derivatives(x, v, Jacobian::exact, s.d).by_velocity.norm();
        ASSERT_LE(probe.force(x, v).norm(), 1e-13 * stiffest) << "state " << seed;
    }
}

std::string name_of(const ::testing::TestParamInfo<Case>& which) { return which.param.name; }

const auto kElastic = ::testing::Values(
    Case{"StretchArea", Kind::stretch, Scaling::area, false},
    Case{"StretchPaper", Kind::stretch, Scaling::paper, false}, Case{"ShearArea", Kind::shear, Scaling::area, false},
    Case{"ShearPaper", Kind::shear, Scaling::paper, false}, Case{"BendArea", Kind::bend, Scaling::area, false},
    Case{"BendPaper", Kind::bend, Scaling::paper, false}, Case{"Plate", Kind::plate, Scaling::area, false});
const auto kDamped = ::testing::Values(
    Case{"StretchDamped", Kind::stretch, Scaling::area, true}, Case{"ShearDamped", Kind::shear, Scaling::area, true},
    Case{"BendDamped", Kind::bend, Scaling::area, true}, Case{"PlateDamped", Kind::plate, Scaling::area, true});

INSTANTIATE_TEST_SUITE_P(Elastic, ElasticForce, kElastic, name_of);
INSTANTIATE_TEST_SUITE_P(Damped, DampedForce, kDamped, name_of);
INSTANTIATE_TEST_SUITE_P(Elastic, InternalForce, kElastic, name_of);
INSTANTIATE_TEST_SUITE_P(Damped, InternalForce, kDamped, name_of);

}  // namespace
}  // namespace pleat::test
