// Springs: force against energy, matrix against force, what every internal force must respect, and the constants that
// follow from a fabric against its energies in closed form; on a grid and on a mesh that is none.
#include <cmath>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <pleat/core/index.hpp>
#include <pleat/forces/springs.hpp>
#include <pleat/integrators/verlet.hpp>

#include "tests/support/check_force.hpp"
#include "tests/support/sample_cloth.hpp"

namespace pleat::test {
namespace {

enum class MeshKind { grid, disc };

// Cells of 0.1 m by 0.15 m.
TriangleMesh grid(std::array<int, 2> cells) { return make_grid({{0.1 * cells[0], 0.15 * cells[1]}, cells}); }

// The same, but not known to be one.
TriangleMesh plain_mesh(std::array<int, 2> cells) {
    TriangleMesh mesh = grid(cells);
    mesh.grid_cells = {0, 0};
    return mesh;
}

TriangleMesh mesh_of(MeshKind kind) {
    return kind == MeshKind::grid ? grid({3, 2}) : make_disc({0.2, 2, Facing::upright});
}

Fabric undamped() {
    Fabric fabric = sample_fabric();
    fabric.stretch_damping = fabric.shear_damping = fabric.bend_damping = 0;
    return fabric;
}

// A cloth in a random state.
struct Sample {
    Sample(MeshKind kind, unsigned seed, const Fabric& fabric) : model(one_cloth(mesh_of(kind), fabric)) {
        std::mt19937 random(seed);
        x = shaken_positions(model, random, 0.04);
        v = random_vectors(random, x.size(), 0.5);
        d = random_vectors(random, x.size(), 0.1);
    }

    ForceProbe probe(const SpringSettings& settings = {}) const {
        return {model, scene, std::make_unique<Springs>(model, settings)};
    }

    Model model;
    Scene scene;
    std::vector<Vec3> x, v, d;
};

class AnySprings : public ::testing::TestWithParam<MeshKind> {};

constexpr unsigned kStates = 100;

TEST_P(AnySprings, PullWithMinusTheGradientOfTheirEnergy) {
    Real worst = 0;
    for (unsigned seed = 0; seed < kStates; ++seed) {
        const Sample s(GetParam(), seed, undamped());
        const ForceProbe probe = s.probe();
        const auto energy_along = [&](Real t) {
            return Eigen::VectorXd::Constant(1, probe.energy(moved(s.x, s.d, t)));
        };
        const Eigen::VectorXd f = probe.force(s.x, s.v);
        const Real scale = f.norm() * flatten(s.d).norm();
        worst = std::max(worst, std::abs(derivative(energy_along, 2e-3)[0] + f.dot(flatten(s.d))) / scale);
    }
    EXPECT_LE(worst, 1e-8);
}

TEST_P(AnySprings, HaveTheMatrixOfTheirDerivativesByPosition) {
    Real worst = 0;
    for (unsigned seed = 0; seed < kStates; ++seed) {
        const Sample s(GetParam(), seed, undamped());
        const ForceProbe probe = s.probe();
        const auto force_along = [&](Real t) { return probe.force(moved(s.x, s.d, t), s.v); };
        const DenseForce dense = probe.derivatives(s.x, s.v, Jacobian::exact, s.d);
        const Real scale = dense.by_position.norm() * flatten(s.d).norm();
        const Eigen::VectorXd expected = dense.by_position * flatten(s.d);
        worst = std::max(worst, (derivative(force_along, 2e-3) - expected).norm() / scale);
        worst = std::max(worst, (dense.along - expected).norm() / scale);
    }
    EXPECT_LE(worst, 1e-8);
}

TEST_P(AnySprings, HaveTheMatrixOfTheirDerivativesByVelocity) {
    Real worst = 0, largest = -1e9;
    for (unsigned seed = 0; seed < kStates; ++seed) {
        const Sample s(GetParam(), seed, sample_fabric());
        const ForceProbe probe = s.probe();
        const DenseForce dense = probe.derivatives(s.x, s.v, Jacobian::exact, s.d);
        const auto force_along = [&](Real t) { return probe.force(s.x, moved(s.v, s.d, t)); };
        const Real scale = dense.by_velocity.norm() * flatten(s.d).norm();
        const Eigen::VectorXd expected = dense.by_velocity * flatten(s.d);
        worst = std::max(worst, (derivative(force_along, 1e-1) - expected).norm() / scale);
        const Eigen::VectorXd damped = probe.force(s.x, s.v) - s.probe().force(s.x, moved(s.v, s.v, -1));
        largest = std::max(largest, flatten(s.v).dot(damped));
    }
    EXPECT_LE(worst, 1e-10);
    EXPECT_LT(largest, 0) << "damping takes energy";
}

TEST_P(AnySprings, KeepTheSystemPositiveSemidefinite) {
    int indefinite = 0;
    for (unsigned seed = 0; seed < kStates; ++seed) {
        const Sample s(GetParam(), seed, undamped());
        const auto lowest = [&](Jacobian jacobian) {
            const Eigen::MatrixXd system = -s.probe().derivatives(s.x, s.v, jacobian, s.d).by_position;
            return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(system).eigenvalues().minCoeff() / system.norm();
        };
        ASSERT_GE(lowest(Jacobian::positive), -1e-10) << "state " << seed;
        indefinite += lowest(Jacobian::exact) < -1e-6 ? 1 : 0;
    }
    EXPECT_GT(indefinite, 10) << "by themselves they are not";
}

TEST_P(AnySprings, HaveNoNetForceOrTorque) {
    for (unsigned seed = 0; seed < kStates; ++seed) {
        const Sample s(GetParam(), seed, sample_fabric());
        const Eigen::VectorXd f = s.probe().force(s.x, s.v);
        Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
        for (std::size_t i = 0; i < s.x.size(); ++i) {
            const Vec3 fi = f.segment<3>(static_cast<Eigen::Index>(3 * i));
            force += fi;
            torque += s.x[i].cross(fi);
        }
        ASSERT_GT(f.norm(), 1) << "state " << seed;
        ASSERT_LE(force.norm(), 1e-13 * f.norm()) << "state " << seed;
        ASSERT_LE(torque.norm(), 1e-13 * f.norm()) << "state " << seed;
    }
}

TEST_P(AnySprings, DoNothingUnderRigidMotion) {
    for (unsigned seed = 0; seed < kStates; ++seed) {
        const Sample s(GetParam(), seed, sample_fabric());
        std::mt19937 random(seed);
        const Mat3 rotation =
            Eigen::AngleAxis<Real>(3 * random_vector(random, 1).x(), random_vector(random, 1).normalized()).matrix();
        const Vec3 shift = random_vector(random, 2), spin = random_vector(random, 5);
        std::vector<Vec3> x(s.x.size()), v(s.x.size());
        for (std::size_t i = 0; i < x.size(); ++i) {
            x[i] = rotation * s.model.positions[i] + shift;
            v[i] = shift + spin.cross(x[i]);
        }
        const DenseForce dense = s.probe().derivatives(x, v, Jacobian::exact, s.d);
        const Real stiffest = dense.by_position.norm() + dense.by_velocity.norm();
        ASSERT_LE(s.probe().force(x, v).norm(), 1e-13 * stiffest) << "state " << seed;
    }
}

TEST_P(AnySprings, DoNothingBetweenParticlesInOnePlace) {
    const Sample s(GetParam(), 1, sample_fabric());
    const std::vector<Vec3> x(s.x.size(), Vec3(1, 2, 3));
    const DenseForce dense = s.probe().derivatives(x, s.v, Jacobian::exact, s.d);
    EXPECT_EQ(dense.force.norm(), 0);
    EXPECT_EQ(dense.by_position.norm(), 0);
    EXPECT_EQ(dense.by_velocity.norm(), 0);
}

TEST_P(AnySprings, CountTheEnergyThatDampingTakes) {
    const Sample s(GetParam(), 2, sample_fabric());
    const Springs springs(s.model);
    const Real dt = 1e-6;
    EnergyFlows flows;
    springs.add_damping({s.model, s.x, moved(s.x, s.v, dt), dt}, flows);
    const Sample still(GetParam(), 2, undamped());
    const Eigen::VectorXd damping = s.probe().force(s.x, s.v) - still.probe().force(s.x, s.v);
    const Real power = -damping.dot(flatten(s.v));
    EXPECT_GT(flows.stretch_damping, 0);
    EXPECT_GT(flows.shear_damping, 0);
    EXPECT_GT(flows.bend_damping, 0);
    EXPECT_NEAR(-flows.net() / dt, power, 1e-4 * power);
}

INSTANTIATE_TEST_SUITE_P(Meshes, AnySprings, ::testing::Values(MeshKind::grid, MeshKind::disc),
                         [](const auto& which) { return which.param == MeshKind::grid ? "Grid" : "Disc"; });

// A flat cloth with a map of its places.
template <class Map>
Energies energies_of(const Model& model, Map&& map) {
    std::vector<Vec3> x;
    for (const Vec3& place : model.positions) x.push_back(map(place));
    const std::vector<Vec3> v(x.size(), Vec3::Zero());
    const Scene scene;
    Energies energies;
    Springs(model).add_energies({model, scene, 0, x, v}, energies);
    return energies;
}

Real area_of(const Model& model) {
    Real area = 0;
    for (const Triangle& triangle : model.triangles) area += triangle.area;
    return area;
}

TEST(Springs, StretchedAlongAThreadHaveTheEnergyOfTheFabric) {
    for (const TriangleMesh& mesh : {grid({5, 4}), plain_mesh({5, 4})}) {
        const Model model = one_cloth(mesh);
        const Real area = area_of(model), e = 0.01;
        const auto along = [&](Real warp, Real weft) {
            return energies_of(model, [&](const Vec3& x) { return Vec3((1 + warp) * x.x(), (1 + weft) * x.y(), 0); })
                .stretch;
        };
        const Real by_warp = 0.5 * 300 * e * e * area, by_weft = 0.5 * 200 * e * e * area;
        EXPECT_NEAR(along(e, 0), by_warp, 1e-10 * by_warp);
        EXPECT_NEAR(along(0, -e), by_weft, 1e-10 * by_weft);
        EXPECT_NEAR(along(e, e), by_warp + by_weft, 1e-10 * by_warp);
    }
}

TEST(Springs, ShearedHaveTheEnergyOfTheFabric) {
    for (const TriangleMesh& mesh : {grid({5, 4}), plain_mesh({5, 4})}) {
        const Model model = one_cloth(mesh);
        const Real angle = 1e-4, expected = 0.5 * 80 * angle * angle * area_of(model);
        const Energies sheared =
            energies_of(model, [&](const Vec3& x) { return Vec3(x.x() + angle * x.y(), x.y(), 0); });
        EXPECT_NEAR(sheared.shear, expected, 1e-3 * expected);
        EXPECT_LT(sheared.stretch, 1e-6 * expected);
    }
}

TEST(Springs, EachBentToTheCurvatureOfItsBendingLengthHasTheEnergyOfTheFabric) {
    for (const TriangleMesh& mesh : {make_grid({{0.3, 0.2}, {30, 15}}), make_disc({0.2, 12})}) {
        const Model model = one_cloth(mesh);
        const Springs springs(model);
        const std::vector<Link> links = spring_links(model);
        ASSERT_EQ(springs.size(), static_cast<int>(links.size()));
        int counted = 0;
        for (int i = 0; i < springs.size(); ++i) {
            const Link& link = links[at(i)];
            if (link.kind != LinkKind::bend) continue;
            const Real bend = 2e-2 * link.weave_share.x() + 1e-2 * link.weave_share.y();
            const Real radius = std::cbrt(bend / (0.2 * 9.81)), length = springs.constants(i).rest_length;
            const Real shorter = length - 2 * radius * std::sin(length / (2 * radius));
            const Real energy = 0.5 * springs.constants(i).stiffness * shorter * shorter;
            // The chord's series goes on with (length / radius)^2 / 40 of this.
            const Real expected = 0.5 * bend * link.area / (radius * radius);
            EXPECT_NEAR(energy, expected, 4e-3 * expected) << i;
            ++counted;
        }
        EXPECT_GT(counted, 100);
    }
}

TEST(Springs, OfAGridBentToACylinderHaveTheEnergyOfTheFabricAndOfDiagonals) {
    Fabric fabric = sample_fabric();
    fabric.bend_weft = fabric.bend_warp;
    const int n = 60;
    const Model model = one_cloth(make_grid({{0.6, 0.6}, {n, n}}), fabric);
    const Real radius = std::cbrt(fabric.bend_warp / (fabric.density * 9.81));
    const Energies bent = energies_of(model, [&](const Vec3& x) {
        return Vec3(radius * std::sin(x.x() / radius), x.y(), radius * std::cos(x.x() / radius));
    });
    const Real of_fabric = 0.5 * fabric.bend_warp * area_of(model) / (radius * radius);
    // A border has no springs across it; diagonals see half the curvature, which makes a sixteenth of the energy.
    const Real inner = 1 - 1.0 / n;
    EXPECT_NEAR(bent.bend, of_fabric * (inner + inner * inner / 16), 1e-3 * of_fabric);
}

// Sums over the springs at each particle.
struct AtParticles {
    AtParticles(const Model& model, const Springs& springs)
        : stiffness(model.masses.size(), 0), damping(model.masses.size(), 0) {
        const std::vector<Link> links = spring_links(model);
        for (int i = 0; i < springs.size(); ++i) {
            for (const int p : links[at(i)].particles) {
                stiffness[at(p)] += springs.constants(i).stiffness;
                damping[at(p)] += springs.constants(i).damping;
            }
        }
    }

    std::vector<Real> stiffness, damping;
};

// [1/s^2], [1/s]: the largest eigenvalue of a matrix over masses.
Real largest_over_masses(const Model& model, Eigen::MatrixXd matrix) {
    for (Eigen::Index row = 0; row < matrix.rows(); ++row) {
        for (Eigen::Index column = 0; column < matrix.cols(); ++column) {
            matrix(row, column) /=
                std::sqrt(model.masses[at(static_cast<int>(row) / 3)] * model.masses[at(static_cast<int>(column) / 3)]);
        }
    }
    return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(matrix).eigenvalues().maxCoeff();
}

TEST_P(AnySprings, MadeForAStepVibrateNoFasterThanItCanFollow) {
    const Sample s(GetParam(), 3, sample_fabric());
    for (const Real step : {0.1, 0.01, 0.003}) {
        const DenseForce dense = s.probe({step}).derivatives(s.model.positions, s.v, Jacobian::exact, s.d);
        // Half of what Verlet can follow.
        EXPECT_LE(largest_over_masses(s.model, -dense.by_position), 2 / (step * step) * (1 + 1e-12)) << step;
        EXPECT_LE(largest_over_masses(s.model, -dense.by_velocity), 1 / step * (1 + 1e-12)) << step;
    }
}

TEST_P(AnySprings, MadeForAStepAreSofterOnlyWhereTheyHaveToBe) {
    const Sample s(GetParam(), 4, sample_fabric());
    const Springs whole(s.model);
    const AtParticles sums(s.model, whole);
    const std::vector<Link> links = spring_links(s.model);
    for (const Real step : {0.1, 0.01, 0.003, 1e-5}) {
        const Springs soft(s.model, {step});
        int softer = 0;
        for (int i = 0; i < soft.size(); ++i) {
            Real stiff = 1, damped = 1;
            for (const int p : links[at(i)].particles) {
                stiff = std::min(stiff, s.model.masses[at(p)] / (step * step) / sums.stiffness[at(p)]);
                damped = std::min(damped, 0.25 * s.model.masses[at(p)] / step / sums.damping[at(p)]);
            }
            EXPECT_NEAR(soft.constants(i).stiffness, stiff * whole.constants(i).stiffness, 1e-12 * 300);
            EXPECT_NEAR(soft.constants(i).damping, damped * whole.constants(i).damping, 1e-12 * 300);
            softer += soft.constants(i).stiffness < whole.constants(i).stiffness ? 1 : 0;
        }
        EXPECT_EQ(softer > 0, step > 1e-4) << step;
    }
}

TEST_P(AnySprings, MadeForAStepDoNotGrowInIt) {
    const Sample s(GetParam(), 5, sample_fabric());
    const Real dt = 0.02;
    const ForceProbe probe = s.probe({dt});
    std::vector<Vec3> x = s.x, v(x.size(), Vec3::Zero());
    const auto energy = [&] {
        Real sum = probe.energy(x);
        for (std::size_t i = 0; i < x.size(); ++i) sum += 0.5 * s.model.masses[i] * v[i].squaredNorm();
        return sum;
    };
    const Real start = energy();
    ASSERT_GT(start, 0);
    for (int step = 0; step < 500; ++step) {
        const Eigen::VectorXd f = probe.force(x, v);
        for (std::size_t i = 0; i < x.size(); ++i) {
            const Vec3 a = f.segment<3>(static_cast<Eigen::Index>(3 * i)) / s.model.masses[i];
            const Vec3 change = VerletStep{dt, step == 0 ? 0 : dt}.change(v[i], a);
            x[i] += change;
            v[i] = change / dt;
        }
        ASSERT_LT(energy(), 4 * start) << step;
    }
    EXPECT_LT(energy(), 0.1 * start) << "damping took it";
}

}  // namespace
}  // namespace pleat::test
