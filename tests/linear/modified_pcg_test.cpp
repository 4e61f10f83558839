// Modified PCG against dense solves of the reduced system, and its invariant.
#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <pleat/linear/block_jacobi.hpp>
#include <pleat/linear/modified_pcg.hpp>

#include "tests/support/check_force.hpp"
#include "tests/support/sample_cloth.hpp"

namespace pleat::test {
namespace {

constexpr int kParticles = 40;

// A random symmetric positive definite matrix over a random pattern, its dense copy, and constraints of all ranks.
struct Problem {
    BlockMatrix matrix;
    Eigen::MatrixXd dense;
    std::vector<Vec3> b;
    ParticleFilter filter;
    Eigen::MatrixXd allowed;  // block diagonal of S
    Eigen::VectorXd z;
};

std::shared_ptr<const BlockPattern> random_pattern(std::mt19937& random) {
    BlockPattern::Builder builder(kParticles);
    for (int i = 0; i < 80; ++i) {
        const int group[3] = {static_cast<int>(random() % kParticles), static_cast<int>(random() % kParticles),
                              static_cast<int>(random() % kParticles)};
        builder.couple(group);
    }
    return std::make_shared<const BlockPattern>(builder.build());
}

Problem random_problem(unsigned seed, Real stiffness = 1) {
    std::mt19937 random(seed);
    const auto pattern = random_pattern(random);
    Problem p{BlockMatrix(pattern), Eigen::MatrixXd::Zero(3 * kParticles, 3 * kParticles), {}, {}, {}, {}};
    for (int row = 0; row < kParticles; ++row) {
        for (int entry = pattern->row_begin(row); entry < pattern->row_begin(row + 1); ++entry) {
            const int column = pattern->column(entry);
            if (column <= row) continue;
            const Vec3 a = random_vector(random, 1);
            // A spring between two particles.
            const Mat3 stiff = stiffness * (10 * a * a.transpose() + Mat3::Identity());
            p.matrix.block(pattern->slot(entry)) -= stiff;
            p.matrix.block(pattern->diagonal(row)) += stiff;
            p.matrix.block(pattern->diagonal(column)) += stiff;
        }
        p.matrix.block(pattern->diagonal(row)) += (0.01 + static_cast<Real>(random() % 100)) * Mat3::Identity();
    }
    for (int row = 0; row < kParticles; ++row) {
        for (int entry = pattern->row_begin(row); entry < pattern->row_begin(row + 1); ++entry) {
            p.dense.block<3, 3>(3 * row, 3 * pattern->column(entry)) = p.matrix.block(pattern->slot(entry));
        }
    }
    p.b = random_vectors(random, kParticles, 1);
    p.allowed = Eigen::MatrixXd::Identity(3 * kParticles, 3 * kParticles);
    p.z = Eigen::VectorXd::Zero(3 * kParticles);
    for (int particle = 0; particle < kParticles; particle += 3) {
        const Vec3 n = random_vector(random, 1).normalized();
        const Vec3 m = n.unitOrthogonal();
        Mat3 s = Mat3::Zero();
        if (particle % 9 == 0) s = Mat3::Identity() - n * n.transpose();
        if (particle % 9 == 3) s = Mat3::Identity() - n * n.transpose() - m * m.transpose();
        const Vec3 z = (Mat3::Identity() - s) * random_vector(random, 1);
        p.filter.particles.push_back({particle, s, z});
        p.allowed.block<3, 3>(3 * particle, 3 * particle) = s;
        p.z.segment<3>(3 * particle) = z;
    }
    return p;
}

// x = z + S y with S (b - A x) = 0, by a dense solve.
Eigen::VectorXd dense_solution(const Problem& p) {
    const Eigen::MatrixXd reduced =
        p.allowed * p.dense * p.allowed + (Eigen::MatrixXd::Identity(p.dense.rows(), p.dense.rows()) - p.allowed);
    return p.z + p.allowed * reduced.ldlt().solve(p.allowed * (flatten(p.b) - p.dense * p.z));
}

Real constraint_error(const Problem& p, const std::vector<Vec3>& x) {
    const Eigen::VectorXd gap = flatten(x) - p.z;
    return (gap - p.allowed * gap).lpNorm<Eigen::Infinity>();
}

TEST(ModifiedPcg, EqualsADenseSolveOfTheReducedSystem) {
    ModifiedPcg pcg(std::make_unique<BlockJacobi>());
    for (unsigned seed = 0; seed < 100; ++seed) {
        const Problem p = random_problem(seed);
        std::vector<Vec3> x(kParticles, Vec3::Zero());
        const PcgReport report = pcg.solve(p.matrix, p.b, p.filter, {1e-12, 1000}, x);
        ASSERT_TRUE(report.converged);
        const Eigen::VectorXd expected = dense_solution(p);
        ASSERT_LE((flatten(x) - expected).norm(), 1e-8 * expected.norm()) << "problem " << seed;
    }
}

TEST(ModifiedPcg, StartsFromAGuessAndFindsTheSame) {
    ModifiedPcg pcg(std::make_unique<BlockJacobi>());
    for (unsigned seed = 0; seed < 30; ++seed) {
        const Problem p = random_problem(seed);
        const Eigen::VectorXd expected = dense_solution(p);
        std::vector<Vec3> near(kParticles), far(kParticles);
        for (int i = 0; i < kParticles; ++i) {
            near[static_cast<std::size_t>(i)] = 1.0001 * expected.segment<3>(3 * i);
            far[static_cast<std::size_t>(i)] = Vec3(1e6, -1e6, 1e6);
        }
        std::vector<Vec3> cold(kParticles, Vec3::Zero());
        const int cold_iterations = pcg.solve(p.matrix, p.b, p.filter, {1e-10, 1000}, cold).iterations;
        const int near_iterations = pcg.solve(p.matrix, p.b, p.filter, {1e-10, 1000}, near).iterations;
        const int far_iterations = pcg.solve(p.matrix, p.b, p.filter, {1e-10, 1000}, far).iterations;
        EXPECT_LE(near_iterations, cold_iterations);
        EXPECT_EQ(far_iterations, cold_iterations) << "a guess worse than none is dropped";
        for (const auto* x : {&cold, &near, &far}) {
            ASSERT_LE((flatten(*x) - expected).norm(), 1e-7 * expected.norm()) << "problem " << seed;
        }
    }
}

TEST(ModifiedPcg, MeetsConstraintsAfterAnyNumberOfIterations) {
    ModifiedPcg pcg(std::make_unique<BlockJacobi>());
    for (const int iterations : {1, 2, 5, 1000}) {
        for (unsigned seed = 0; seed < 30; ++seed) {
            const Problem p = random_problem(seed);
            std::vector<Vec3> x(kParticles, Vec3(0.3, -0.1, 0.7));
            pcg.solve(p.matrix, p.b, p.filter, {1e-14, iterations}, x);
            ASSERT_LE(constraint_error(p, x), 1e-13) << iterations << " iterations, problem " << seed;
            for (const FilteredParticle& f : p.filter.particles) {
                if (!f.allowed.isZero(0)) continue;
                ASSERT_EQ(x[static_cast<std::size_t>(f.particle)], f.change);
            }
        }
    }
}

TEST(ModifiedPcg, StopsWhenOnlyConstraintsMove) {
    ModifiedPcg pcg(std::make_unique<BlockJacobi>());
    Problem p = random_problem(7);
    std::fill(p.b.begin(), p.b.end(), Vec3::Zero());
    std::vector<Vec3> x(kParticles, Vec3::Zero());
    const PcgReport report = pcg.solve(p.matrix, p.b, p.filter, {1e-10, 1000}, x);
    EXPECT_TRUE(report.converged);
    EXPECT_LE((flatten(x) - dense_solution(p)).norm(), 1e-8);

    for (FilteredParticle& f : p.filter.particles) f.change.setZero();
    const PcgReport nothing = pcg.solve(p.matrix, p.b, p.filter, {1e-10, 1000}, x);
    EXPECT_TRUE(nothing.converged);
    std::vector<Vec3> rest(kParticles, Vec3::Zero());
    EXPECT_EQ(pcg.solve(p.matrix, p.b, p.filter, {1e-10, 1000}, rest).iterations, 0);
}

// Springs a million to ten million times as strong as the smallest mass: half of what single precision tells apart.
TEST(ModifiedPcg, MeetsItsToleranceInDoublePrecisionWhereRoundingShows) {
    ModifiedPcg pcg(std::make_unique<BlockJacobi>());
    for (unsigned seed = 0; seed < 30; ++seed) {
        const Problem p = random_problem(seed, 1e4);
        std::vector<Vec3> x(kParticles, Vec3::Zero());
        const PcgReport report = pcg.solve(p.matrix, p.b, p.filter, {1e-9, 4000}, x);
        ASSERT_TRUE(report.converged) << "problem " << seed;
        const Eigen::VectorXd residual = p.allowed * (flatten(p.b) - p.dense * flatten(x));
        const Eigen::VectorXd first = p.allowed * (flatten(p.b) - p.dense * p.z);
        ASSERT_LE(residual.norm(), 1e-6 * first.norm()) << "problem " << seed;
    }
}

std::vector<Vec4f> rounded_copy(const std::vector<Vec3>& x) {
    std::vector<Vec4f> copy;
    for (const Vec3& value : x) copy.push_back(padded(value).cast<float>());
    return copy;
}

Eigen::VectorXd without_padding(const std::vector<Vec4>& x) {
    Eigen::VectorXd flat(3 * static_cast<Eigen::Index>(x.size()));
    for (std::size_t i = 0; i < x.size(); ++i) flat.segment<3>(3 * static_cast<Eigen::Index>(i)) = x[i].head<3>();
    return flat;
}

TEST(RoundedMatrix, MultipliesAsTheMatrixToSinglePrecision) {
    std::mt19937 random(4);
    for (unsigned seed = 0; seed < 20; ++seed) {
        const Problem p = random_problem(seed);
        RoundedMatrix rounded;
        rounded.update(p.matrix);
        const std::vector<Vec3> x = random_vectors(random, kParticles, 1);
        std::vector<Vec4> y(kParticles);
        const Real dot = rounded.multiply_and_dot(rounded_copy(x), y);
        const Eigen::VectorXd flat = flatten(x);
        const Eigen::VectorXd expected = p.dense * flat;
        ASSERT_LE((without_padding(y) - expected).norm(), 1e-6 * expected.norm());
        ASSERT_NEAR(dot, expected.dot(flat), 1e-6 * expected.norm() * flat.norm());
    }
}

TEST(RoundedMatrix, AddsNoStiffnessToACommonMotion) {
    for (unsigned seed = 0; seed < 20; ++seed) {
        const Problem soft = random_problem(seed), stiff = random_problem(seed, 1e8);
        const std::vector<Vec4f> x(kParticles, Vec4f(0.1f, -0.7f, 0.3f, 0));
        std::vector<Vec4> with_soft(kParticles), with_stiff(kParticles);
        RoundedMatrix rounded;
        rounded.update(soft.matrix);
        rounded.multiply_and_dot(x, with_soft);
        rounded.update(stiff.matrix);
        rounded.multiply_and_dot(x, with_stiff);
        // What is left is what the sums of 1e10 lose in double precision.
        ASSERT_LE((without_padding(with_soft) - without_padding(with_stiff)).lpNorm<Eigen::Infinity>(), 1e-4);
    }
}

TEST(BlockMatrix, MultipliesAsTheDenseMatrixDoes) {
    std::mt19937 random(3);
    for (unsigned seed = 0; seed < 20; ++seed) {
        const Problem p = random_problem(seed);
        const std::vector<Vec3> x = random_vectors(random, kParticles, 1);
        std::vector<Vec3> y(kParticles);
        for (int i = 0; i < kParticles; ++i) y[static_cast<std::size_t>(i)] = p.matrix.multiply_row(i, x);
        const Eigen::VectorXd expected = p.dense * flatten(x);
        ASSERT_LE((flatten(y) - expected).norm(), 1e-13 * expected.norm());
    }
}

TEST(BlockMatrix, HasTheTransposedBlocksInItsUpperHalf) {
    std::mt19937 random(5);
    const auto pattern = random_pattern(random);
    BlockMatrix matrix(pattern);
    Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(3 * kParticles, 3 * kParticles);
    for (int row = 0; row < kParticles; ++row) {
        for (int entry = pattern->row_begin(row); pattern->column(entry) <= row; ++entry) {
            const int column = pattern->column(entry);
            Mat3 block;
            for (Eigen::Index c = 0; c < 3; ++c) block.col(c) = random_vector(random, 1);
            if (column == row) block = (block + block.transpose()).eval();
            ASSERT_EQ(pattern->slot(entry), pattern->slot(row, column));
            matrix.block(pattern->slot(entry)) = block;
            dense.block<3, 3>(3 * row, 3 * column) = block;
            dense.block<3, 3>(3 * column, 3 * row) = block.transpose();
            if (column == row) break;
        }
    }
    const std::vector<Vec3> x = random_vectors(random, kParticles, 1);
    const Eigen::VectorXd expected = dense * flatten(x);
    std::vector<Vec3> y(kParticles);
    for (int i = 0; i < kParticles; ++i) y[static_cast<std::size_t>(i)] = matrix.multiply_row(i, x);
    EXPECT_LE((flatten(y) - expected).norm(), 1e-13 * expected.norm());
    RoundedMatrix rounded;
    rounded.update(matrix);
    std::vector<Vec4> z(kParticles);
    rounded.multiply_and_dot(rounded_copy(x), z);
    EXPECT_LE((without_padding(z) - expected).norm(), 1e-6 * expected.norm());
}

}  // namespace
}  // namespace pleat::test
