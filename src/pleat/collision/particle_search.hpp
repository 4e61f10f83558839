// Finds pairs of particles that come near each other and are no neighbours on the cloth.
//
// Particles that are neighbours at the start stand in patches of eight. A tree of boxes over the patches is built once
// and refitted; of two patches that come near, each particle of one is compared with all eight of the other at once.
// Most of what is near lies side by side on the cloth, and would make a tree over single particles slow.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

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
    static constexpr std::size_t kTogether = 8;
    struct Patch {
        std::array<int, kTogether> particles;
        int count = 0;
        std::array<Real, kTogether> x, y, z, reach;  // [m]; lanes without a particle reach nowhere
    };

    // Of two patches, for each particle of the first a byte that is not 0 for each neighbour in the second.
    struct Neighbours {
        int other = 0;  // the second patch, not before the first
        std::array<std::uint64_t, kTogether> rows{};
    };

    void add_patches(const Model& model, std::span<int> particles);
    void add_neighbours(std::span<const Pair> pairs, int particle_count);
    const std::array<std::uint64_t, kTogether>& neighbours_of(int one, int other) const;
    Box take(Patch& patch, std::span<const Vec3> position, std::span<const Real> reach) const;
    void compare(int one, int other, std::vector<Pair>& found) const;

    std::vector<Patch> patches_;
    std::vector<std::vector<Neighbours>> neighbours_;  // by first patch
    BoxTree tree_;
    std::vector<Box> boxes_;
    std::vector<TreePairs::Parts> parts_;
    std::vector<Pair> near_;  // patches, the smaller one first
    std::vector<std::vector<Pair>> blocks_;
};

}  // namespace pleat
