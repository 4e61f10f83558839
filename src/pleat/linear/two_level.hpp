// Preconditioner: block Jacobi, and an exact solve for motions of whole patches of cloth,
//     P^-1 = D^-1 + R (R^T A R)^-1 R^T.
//
// A column of R moves the particles of one patch along x, y or z, all alike or in proportion to u or v: nine columns a
// patch hold every affine motion, and so its turning, stretching and shearing. Block Jacobi alone carries a
// change from particle to particle, one an iteration; stiff cloth of 51 x 51 particles takes it 229 iterations to a
// tolerance of 1e-3, this 30, and the number hardly grows with the mesh (additive Schwarz with a coarse space; compare
// Tamstorf et al. 2015, Smoothed Aggregation Multigrid for Cloth Simulation).
#pragma once
#include <array>
#include <utility>
#include <vector>

#include <pleat/linear/block_cholesky.hpp>
#include <pleat/linear/block_jacobi.hpp>
#include <pleat/linear/patches.hpp>

namespace pleat {

/// For one pattern.
class TwoLevel final : public Preconditioner {
public:
    /// Particles in a patch. Larger patches make a smaller exact solve but more iterations: in flag, 42 iterations a
    /// step with 16, 52 with 36, 62 with 64; times are alike from 25 to 64.
    static constexpr int kPatchSize = 36;

    /// Copies the tables it needs; keeps neither.
    TwoLevel(const Model& model, const BlockPattern& pattern);

    void update(const BlockMatrix& matrix, const ParticleFilter& filter) override;
    /// Keeps the exact solve.
    void refresh(const BlockMatrix& matrix, const ParticleFilter& filter) override { own_.update(matrix, filter); }
    Real apply(std::span<const Vec4> r, std::span<Vec4f> z) const override;

private:
    using PatchPair = std::pair<int, int>;  // the larger one first
    // A block of the matrix, in a row of one particle, and where in sums_ it goes.
    struct Term {
        int target;
        int entry;
    };

    int sum_of(const PatchPair& pair) const;
    void find_touching(std::span<const Coupling> couplings);
    void add_row(const BlockMatrix& matrix, const ParticleFilter& filter, int particle);
    void add_coupling(const Coupling& coupling, const ParticleFilter& filter);
    // S of a particle, or null if it is free.
    const Mat3* allowed(const ParticleFilter& filter, int particle) const {
        const int k = constrained_[static_cast<std::size_t>(particle)];
        return k < 0 ? nullptr : &filter.particles[static_cast<std::size_t>(k)].allowed;
    }

    BlockJacobi own_;
    Patches patches_;
    std::vector<int> members_;                          // particles in the order of their patches
    std::vector<int> first_;                            // of each patch in members_; one more at the end
    std::vector<Term> terms_;                           // by row and target; only those that go somewhere
    std::vector<int> first_term_;                       // of each row; one more at the end
    std::vector<int> constrained_;                      // of each particle: its place in the filter, or -1
    std::vector<PatchPair> neighbours_;                 // increasing: patches that the pattern couples, or the same
    std::vector<PatchPair> touching_;                   // increasing: others that couplings couple
    std::vector<PatchPair> found_;                      // what touching_ becomes
    std::vector<BlockCholesky::Block> sums_;            // R^T A R, by neighbours_, then touching_
    BlockCholesky coarse_;                              // its factors
    mutable std::vector<BlockCholesky::Vector> moves_;  // of the patches
    mutable std::vector<Mat43f> rounded_moves_;         // a column for 1, u and v
};

}  // namespace pleat
