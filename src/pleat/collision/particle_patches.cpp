#include <algorithm>
#include <numeric>
#include <span>

#include <pleat/collision/particle_patches.hpp>
#include <pleat/core/index.hpp>
#include <pleat/mesh/box.hpp>

namespace pleat {
namespace {

// Halves them along the longer side, down to a patch.
void add_patches(const Model& model, std::span<int> particles, std::vector<ParticlePatch>& patches) {
    constexpr std::size_t kMost = ParticlePatch::kMost;
    if (particles.size() > kMost) {
        Box box;
        for (const int p : particles) box.add(model.positions[at(p)]);
        Eigen::Index axis = 0;
        (box.high - box.low).maxCoeff(&axis);
        // Whole patches on one side.
        const std::size_t half = kMost * ((particles.size() / kMost + 1) / 2);
        std::nth_element(particles.begin(), particles.begin() + static_cast<std::ptrdiff_t>(half), particles.end(),
                         [&](int a, int b) {
                             const Real x = model.positions[at(a)][axis], y = model.positions[at(b)][axis];
                             return x < y || (!(y < x) && a < b);
                         });
        add_patches(model, particles.first(half), patches);
        add_patches(model, particles.subspan(half), patches);
        return;
    }
    if (particles.empty()) return;
    ParticlePatch& patch = patches.emplace_back();
    patch.particles.fill(particles.front());
    std::copy(particles.begin(), particles.end(), patch.particles.begin());
    patch.count = static_cast<int>(particles.size());
}

}  // namespace

std::vector<ParticlePatch> particle_patches(const Model& model) {
    std::vector<int> particles(model.positions.size());
    std::iota(particles.begin(), particles.end(), 0);
    std::vector<ParticlePatch> patches;
    for (const Cloth& cloth : model.cloths) {
        add_patches(model, std::span(particles).subspan(at(cloth.particles.begin), at(cloth.particles.size())),
                    patches);
    }
    return patches;
}

}  // namespace pleat
