#include <random>

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

#include <pleat/linear/block_cholesky.hpp>

namespace pleat::test {
namespace {

constexpr int kSize = BlockCholesky::kSize;

// A random symmetric positive definite matrix whose blocks couple each row with some others.
struct RandomSystem {
    RandomSystem(int rows, int neighbours, std::mt19937& random) : dense(kSize * rows, kSize * rows) {
        std::uniform_int_distribution<int> any(0, rows - 1);
        dense.setZero();
        for (int i = 0; i < rows; ++i) {
            for (int k = 0; k < neighbours; ++k) {
                const int j = any(random);
                if (i == j) continue;
                pairs.emplace_back(i, j);
                const Eigen::MatrixXd block = Eigen::MatrixXd::NullaryExpr(
                    kSize, kSize, [&] { return std::uniform_real_distribution<Real>(-1, 1)(random); });
                dense.block(kSize * i, kSize * j, kSize, kSize) = block;
                dense.block(kSize * j, kSize * i, kSize, kSize) = block.transpose();
            }
        }
        dense.diagonal().array() += 1 + 2 * dense.cwiseAbs().rowwise().sum().maxCoeff();
    }

    Eigen::MatrixXd dense;
    std::vector<std::pair<int, int>> pairs;
};

void fill(const RandomSystem& system, BlockCholesky& cholesky) {
    cholesky.set_zero();
    for (int i = 0; i < cholesky.rows(); ++i) {
        for (int j = 0; j < cholesky.rows(); ++j) {
            const Eigen::MatrixXd block = system.dense.block(kSize * i, kSize * j, kSize, kSize);
            if (block.isZero(0)) continue;
            cholesky.set(i, j, block);
        }
    }
}

TEST(BlockCholesky, EqualsADenseSolve) {
    std::mt19937 random(1);
    for (const int rows : {1, 2, 7, 30}) {
        RandomSystem system(rows, 3, random);
        BlockCholesky cholesky(rows, system.pairs);
        for (int repetition = 0; repetition < 2; ++repetition) {  // the pattern serves other numbers too
            fill(system, cholesky);
            cholesky.factorize();
            const Eigen::VectorXd b = Eigen::VectorXd::Random(kSize * rows);
            std::vector<BlockCholesky::Vector> x(static_cast<std::size_t>(rows));
            for (int i = 0; i < rows; ++i) x[static_cast<std::size_t>(i)] = b.segment<kSize>(kSize * i);
            cholesky.solve(x);
            const Eigen::VectorXd exact = system.dense.llt().solve(b);
            for (int i = 0; i < rows; ++i) {
                // The diagonal has grown by 1e-9 of itself.
                EXPECT_LT((x[static_cast<std::size_t>(i)] - exact.segment<kSize>(kSize * i)).norm(),
                          1e-8 * exact.norm());
            }
            system.dense.diagonal().array() *= 1.5;
        }
    }
}

TEST(BlockCholesky, LeavesDirectionsAloneInWhichTheMatrixIsZero) {
    BlockCholesky cholesky(2, {{1, 0}});
    cholesky.set_zero();
    BlockCholesky::Block block = 3 * BlockCholesky::Block::Identity();
    block.row(2).setZero();
    cholesky.set(0, 0, block);
    cholesky.factorize();
    std::vector<BlockCholesky::Vector> x(2, BlockCholesky::Vector::Ones());
    x[0][2] = 0;
    x[1].setZero();
    cholesky.solve(x);
    EXPECT_EQ(x[0][2], 0);
    EXPECT_NEAR(x[0][1], 1.0 / 3, 1e-8);
    EXPECT_EQ(x[1].norm(), 0);
}

}  // namespace
}  // namespace pleat::test
