// Particles of cloth that are neighbours at the start, eight at a time, for searches that look at eight at once.
#pragma once
#include <array>
#include <vector>

#include <pleat/model/model.hpp>

namespace pleat {

/// Particles of one cloth.
struct ParticlePatch {
    static constexpr std::size_t kMost = 8;

    std::array<int, kMost> particles;  ///< those behind the last one are the first again
    int count = 0;
};

/// Each particle is in one of them, and all but the last of a cloth are full.
std::vector<ParticlePatch> particle_patches(const Model& model);

}  // namespace pleat
