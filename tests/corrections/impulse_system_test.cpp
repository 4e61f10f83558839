// The system of impulses: its matrix against a plain transcription, that it can be solved whatever holds the cloth, and
// that three ways to solve it give the same motion.
#include <random>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <pleat/core/index.hpp>
#include <pleat/corrections/impulse_system.hpp>

#include "tests/support/sample_cloth.hpp"

namespace pleat::test {
namespace {

constexpr Real kCompliance = 1e-11;
constexpr int kRefinements = 4;

enum class Kind { random, flat_by_corners, locked };

// A grid of 4 by 3 cells in some state, with particles held in 0 to 3 directions.
struct HeldCloth {
    explicit HeldCloth(unsigned seed) : model(one_cloth(make_grid({{0.4, 0.3}, {4, 3}}))), random(seed) {
        kind = static_cast<Kind>(seed % 3);
        x = model.positions;
        if (kind != Kind::flat_by_corners) x = shaken_positions(model, random, 0.04);
        held.reset(model.particle_count());
        if (kind == Kind::flat_by_corners) {
            for (const int p : {0, 4}) hold(p, 3);
        } else {
            for (int p = 0; p < model.particle_count(); ++p) hold(p, static_cast<int>(random() % 8) - 4);
        }
        // Neither end can move along the edge between them.
        if (kind == Kind::locked) {
            const Vec3 along = (x[1] - x[0]).normalized();
            for (const int p : {0, 1}) held.hold(p, {along});
        }
        mobility.find(model, held.list());
    }

    void hold(int particle, int directions) {
        for (int d = 0; d < directions; ++d) held.hold(particle, {random_vector(random, 1).normalized()});
    }

    std::vector<Vec3> directions(const ImpulseSystem& system) const {
        std::vector<Vec3> result;
        for (const ThreadSpan& span : system.spans()) {
            result.push_back((x[at(span.particles[1])] - x[at(span.particles[0])]).normalized());
        }
        return result;
    }

    // Of spans that can be changed.
    std::vector<int> rows(const ImpulseSystem& system) const {
        const std::vector<Vec3> d = directions(system);
        std::vector<int> result;
        for (int p = 0; p < static_cast<int>(d.size()); ++p) {
            if (system.diagonal(p, d[at(p)], mobility) > 1e-9 / model.masses[0]) result.push_back(p);
        }
        return result;
    }

    // Rows of the derivatives of lengths, and what impulses along them move: J and C / m.
    Eigen::MatrixXd jacobian(const ImpulseSystem& system, const std::vector<int>& of) const {
        const std::vector<Vec3> d = directions(system);
        Eigen::MatrixXd j = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(of.size()), 3 * model.particle_count());
        for (std::size_t r = 0; r < of.size(); ++r) {
            const ThreadSpan& span = system.spans()[at(of[r])];
            for (int c = 0; c < 2; ++c) {
                const Real sign = c == 0 ? -1 : 1;
                j.block<1, 3>(static_cast<Eigen::Index>(r), 3 * span.particles[at(c)]) =
                    sign * d[at(of[r])].transpose();
            }
        }
        return j;
    }

    Eigen::MatrixXd mobilities() const {
        Eigen::MatrixXd m = Eigen::MatrixXd::Zero(3 * model.particle_count(), 3 * model.particle_count());
        for (int p = 0; p < model.particle_count(); ++p) {
            m.block<3, 3>(3 * p, 3 * p) = mobility.allowed(p) / model.masses[at(p)];
        }
        return m;
    }

    Model model;
    std::mt19937 random;
    Kind kind;
    std::vector<Vec3> x;
    HeldParticles held;
    Mobility mobility;
};

ImpulseSystem system_of(const Model& model, ImpulseSolver solver) {
    return {thread_spans(model, {}), model.particle_count(), {solver, kCompliance, 1e-14}};
}

Eigen::VectorXd random_numbers(std::mt19937& random, std::size_t count) {
    std::uniform_real_distribution<Real> range(-1, 1);
    Eigen::VectorXd numbers(static_cast<Eigen::Index>(count));
    for (Real& number : numbers) number = range(random);
    return numbers;
}

Eigen::VectorXd solution(ImpulseSystem& system, const HeldCloth& cloth, const std::vector<int>& rows,
                         const Eigen::VectorXd& shortening) {
    const std::vector<Vec3> directions = cloth.directions(system);
    Eigen::VectorXd impulses(shortening.size());
    system.set(rows, directions, cloth.mobility);
    system.solve({shortening.data(), rows.size()}, kRefinements, {impulses.data(), rows.size()});
    return impulses;
}

TEST(ImpulseSystem, HasTheMatrixOfThePaperAndIsPositiveSemidefinite) {
    for (unsigned seed = 0; seed < 1000; ++seed) {
        HeldCloth cloth(seed);
        ImpulseSystem system = system_of(cloth.model, ImpulseSolver::direct);
        const std::vector<int> rows = cloth.rows(system);
        const std::vector<Vec3> directions = cloth.directions(system);
        system.set(rows, directions, cloth.mobility);
        const auto n = static_cast<Eigen::Index>(rows.size());
        Eigen::MatrixXd a(n, n);
        for (Eigen::Index k = 0; k < n; ++k) {
            const Eigen::VectorXd unit = Eigen::VectorXd::Unit(n, k);
            Eigen::VectorXd column(n);
            system.multiply({unit.data(), rows.size()}, {column.data(), rows.size()});
            a.col(k) = column;
        }
        const Eigen::MatrixXd j = cloth.jacobian(system, rows);
        const Eigen::MatrixXd expected = j * cloth.mobilities() * j.transpose();
        ASSERT_LE((a - expected).norm(), 1e-12 * expected.norm()) << "state " << seed;
        ASSERT_LE((a - a.transpose()).norm(), 1e-15 * a.norm()) << "state " << seed;
        const auto values = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(a).eigenvalues();
        ASSERT_GE(values.minCoeff(), -1e-12 * values.maxCoeff()) << "state " << seed;
        if (cloth.kind == Kind::flat_by_corners) {
            ASSERT_LE(values.minCoeff(), 1e-12 * values.maxCoeff()) << "the row between the corners is singular";
        }
    }
}

TEST(ImpulseSystem, MovesClothTheSameByEverySolver) {
    Real worst = 0;
    for (unsigned seed = 0; seed < 1000; ++seed) {
        HeldCloth cloth(seed);
        ImpulseSystem direct = system_of(cloth.model, ImpulseSolver::direct);
        ImpulseSystem iterative = system_of(cloth.model, ImpulseSolver::iterative);
        const std::vector<int> rows = cloth.rows(direct);
        // What velocities do to lengths, as in the paper: it can be met, also where rows depend on each other.
        const Eigen::MatrixXd j = cloth.jacobian(direct, rows), w = cloth.mobilities();
        const Eigen::VectorXd shortening =
            j * w * random_numbers(cloth.random, 3 * cloth.model.positions.size()) * cloth.model.masses[0];
        const auto motion = [&](const Eigen::VectorXd& s) -> Eigen::VectorXd { return w * j.transpose() * s; };
        const Eigen::VectorXd expected =
            motion((j * w * j.transpose()).completeOrthogonalDecomposition().solve(shortening));
        const Eigen::VectorXd by_factor = motion(solution(direct, cloth, rows, shortening));
        const Eigen::VectorXd by_cg = motion(solution(iterative, cloth, rows, shortening));
        ASSERT_TRUE(by_factor.allFinite()) << "state " << seed;
        worst = std::max(
            {worst, (by_factor - expected).norm() / expected.norm(), (by_cg - expected).norm() / expected.norm()});
    }
    EXPECT_LE(worst, 1e-8);
}

TEST(ImpulseSystem, KeepsItsSymbolicFactorUntilTheRowsChange) {
    HeldCloth cloth(0);
    ImpulseSystem system = system_of(cloth.model, ImpulseSolver::direct);
    std::vector<int> rows = cloth.rows(system);
    const Eigen::VectorXd shortening = random_numbers(cloth.random, rows.size());
    const Eigen::VectorXd all = solution(system, cloth, rows, shortening);
    EXPECT_LE((solution(system, cloth, rows, shortening) - all).norm(), 0);
    EXPECT_EQ(system.symbolic_count(), 1);
    EXPECT_EQ(system.numeric_count(), 2);
    const std::vector<int> fewer(rows.begin() + 2, rows.end());
    solution(system, cloth, fewer, shortening.tail(shortening.size() - 2));
    EXPECT_EQ(system.symbolic_count(), 2);
    EXPECT_LE((solution(system, cloth, rows, shortening) - all).norm(), 0) << "what was before does not count";
}

TEST(ImpulseSystem, KeepsMomentumOfFreeCloth) {
    for (unsigned seed = 0; seed < 100; ++seed) {
        std::mt19937 random(seed);
        const Model model = one_cloth(make_disc({0.3, 3, Facing::level}));
        const std::vector<Vec3> x = shaken_positions(model, random, 0.03);
        Mobility mobility;
        mobility.find(model, {});
        ImpulseSystem system = system_of(model, ImpulseSolver::direct);
        std::vector<Vec3> directions;
        std::vector<int> rows;
        for (const ThreadSpan& span : system.spans()) {
            Vec3 sum = Vec3::Zero();
            for (int c = 0; c < span.count(); ++c) sum += span.weights[at(c)] * x[at(span.particles[at(c)])];
            rows.push_back(static_cast<int>(rows.size()));
            directions.push_back(sum.normalized());
        }
        const Eigen::VectorXd shortening = random_numbers(random, rows.size());
        Eigen::VectorXd impulses(shortening.size());
        system.set(rows, directions, mobility);
        system.solve({shortening.data(), rows.size()}, 0, {impulses.data(), rows.size()});
        Vec3 momentum = Vec3::Zero(), turning = Vec3::Zero();
        Real size = 0;
        for (std::size_t r = 0; r < rows.size(); ++r) {
            const ThreadSpan& span = system.spans()[r];
            for (int c = 0; c < span.count(); ++c) {
                const Vec3 pull = -span.weights[at(c)] * impulses[static_cast<Eigen::Index>(r)] * directions[r];
                momentum += pull;
                turning += x[at(span.particles[at(c)])].cross(pull);
                size += pull.norm();
            }
        }
        ASSERT_LE(momentum.norm(), 1e-10 * size);
        ASSERT_LE(turning.norm(), 1e-10 * size);
    }
}

}  // namespace
}  // namespace pleat::test
