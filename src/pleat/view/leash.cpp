#include <algorithm>
#include <cmath>

#include <pleat/core/index.hpp>
#include <pleat/view/leash.hpp>

namespace pleat {
namespace {

// Hands are quick, and the cloth beside them needs a few steps to follow: less would make fine meshes lag. Two hands
// that part at 8 m/s let methods that correct positions explode at about twenty.
constexpr Real kLongest = 3;

}  // namespace

const std::vector<Leash::Neighbour>& Leash::neighbours(const Model& model, int particle) {
    const auto [found, is_new] = known_.try_emplace(particle);
    if (!is_new) return found->second;
    for (const Triangle& triangle : model.triangles) {
        for (std::size_t c = 0; c < 3; ++c) {
            if (triangle.particles[c] != particle) continue;
            for (const std::size_t other : {(c + 1) % 3, (c + 2) % 3}) {
                found->second.push_back({triangle.particles[other], (triangle.uv[other] - triangle.uv[c]).norm()});
            }
        }
    }
    return found->second;
}

Vec3 Leash::lead(const Model& model, std::span<const Vec3> position, int particle, const Vec3& from, const Vec3& to) {
    const Vec3 way = to - from;
    const Real way2 = way.squaredNorm();
    if (way2 == 0) return to;
    Real share = 1;
    for (const Neighbour& other : neighbours(model, particle)) {
        // |gap + share way| is to be the longest length.
        const Vec3 gap = from - position[at(other.particle)];
        const Real longest2 = std::max(std::pow(kLongest * other.length, 2), gap.squaredNorm());
        const Real along = gap.dot(way);
        share = std::min(share, (std::sqrt(along * along + way2 * (longest2 - gap.squaredNorm())) - along) / way2);
    }
    return from + std::max(share, Real(0)) * way;
}

}  // namespace pleat
