// Finds pairs of particles that come near each other and are no neighbours on the cloth.
//
// Particles that are neighbours at the start stand in patches of eight. A tree of boxes over the patches is built once
// and refitted; of two patches that come near, each particle of one is compared with all eight of the other at once.
// Most of what is near lies side by side on the cloth, and would make a tree over single particles slow.
//
// Patches are found with some slack. Until a particle has moved farther than that against the cloth on the whole, those
// that come near are among them, and the tree is not asked.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <pleat/collision/particle_patches.hpp>
#include <pleat/mesh/tree_pairs.hpp>
#include <pleat/model/model.hpp>

namespace pleat {

/// Keeps its memory from call to call.
class ParticleSearch {
public:
    using Pair = std::array<int, 2>;

    /// Pairs in `neighbours` are never found.
    ParticleSearch(const Model& model, std::span<const Pair> neighbours);

    /// All pairs, in increasing order, whose distance is at most the smaller `reach` [m] of the two.
    void find(std::span<const Vec3> position, std::span<const Real> reach, std::vector<Pair>& found);

private:
    static constexpr std::size_t kTogether = ParticlePatch::kMost;
    struct Patch : ParticlePatch {
        std::array<Real, kTogether> x, y, z, reach;  // [m]; lanes without a particle reach nowhere
    };

    // Of two patches, for each particle of the first a byte that is not 0 for each neighbour in the second.
    struct Neighbours {
        int other = 0;  // the second patch, not before the first
        std::array<std::uint64_t, kTogether> rows{};
    };

    void add_neighbours(std::span<const Pair> pairs, int particle_count);
    // Two patches, the smaller one first, and who of them are neighbours.
    struct PatchPair {
        int one = 0, other = 0;
        const std::array<std::uint64_t, kTogether>* neighbours = nullptr;
    };

    const std::array<std::uint64_t, kTogether>& neighbours_of(int one, int other) const;
    bool is_in_slack(std::span<const Vec3> position, std::span<const Real> reach) const;
    void find_near(std::span<const Vec3> position, std::span<const Real> reach);
    Box take(Patch& patch, std::span<const Vec3> position, std::span<const Real> reach) const;
    void compare(const PatchPair& pair, std::vector<Pair>& found) const;

    std::vector<Patch> patches_;
    std::vector<std::vector<Neighbours>> neighbours_;  // by first patch
    BoxTree tree_;
    std::vector<Box> boxes_, slacked_;
    std::vector<TreePairs::Parts> parts_;
    std::vector<PatchPair> near_;   // within reach as long as no particle leaves its slack
    std::vector<Vec3> center_;      // [m] where particles were then
    std::vector<Real> reach_then_;  // [m]
    Real slack_ = 0;                // [m]
    std::vector<std::vector<Pair>> blocks_;
};

}  // namespace pleat
